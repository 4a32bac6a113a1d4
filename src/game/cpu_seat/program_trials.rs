//! Tries programs in the settings: starts one, asks for its first move and keeps the answer.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::settings::programs::{ProgramKey, Programs, RegisteredProgram};
use crate::game::text::{Phrase, say};
use crate::game::thinker::program_news::{TrialMove, TriedProgram};
use crate::game::thinker::programs::ProgramTester;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ProgramTrials>()
        .add_command::<TryProgram>()
        .add_systems(
            Update,
            (handle_try_program, take_outcomes)
                .chain()
                .in_set(PlaySystems::Programs)
                .run_if(in_state(Screen::Settings)),
        )
        .add_systems(OnExit(Screen::Settings), stop);
    app.insert_non_send(ProgramTester::default());
}

/// Tries a registered program.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TryProgram(pub(crate) ProgramKey);

/// Outcomes of trying programs since the settings were opened.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(crate) struct ProgramTrials(Vec<(RegisteredProgram, Trial)>);

/// Outcome of trying a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trial {
    pub(crate) words: Phrase,
    /// `None` while it is running.
    pub(crate) is_good: Option<bool>,
}

impl ProgramTrials {
    /// Outcome for a program as it is registered now.
    #[must_use]
    pub(crate) fn of(&self, program: &RegisteredProgram) -> Option<&Trial> {
        self.0.iter().find(|(tried, _)| tried == program).map(|(_, trial)| trial)
    }

    fn note(&mut self, programs: &Programs, key: ProgramKey, trial: Trial) {
        self.0.retain(|(tried, trial)| tried.key != key && trial.is_good.is_some());
        self.0.extend(programs.get(key).map(|program| (program.clone(), trial)));
    }
}

fn handle_try_program(
    mut requests: MessageReader<TryProgram>,
    settings: Res<Settings>,
    mut trials: ResMut<ProgramTrials>,
    mut tester: NonSendMut<ProgramTester>,
) {
    // One at a time: the last.
    if let Some(TryProgram(key)) = requests.read().last()
        && let Some(program) = settings.programs.get(*key)
    {
        tester.test(program);
        trials.note(&settings.programs, *key, Trial { words: say!("program-trying"), is_good: None });
    }
}

fn take_outcomes(
    settings: Res<Settings>,
    mut trials: ResMut<ProgramTrials>,
    mut tester: NonSendMut<ProgramTester>,
    mut frames: ResMut<Frames>,
) {
    for TriedProgram { key, outcome } in tester.take_outcomes() {
        // Only the last trial is still running.
        let is_awaited = trials.0.iter().any(|(tried, trial)| tried.key == key && trial.is_good.is_none());
        if is_awaited {
            let trial = Trial { is_good: Some(outcome.is_ok()), words: outcome.map_or_else(|reason| reason, answered) };
            trials.note(&settings.programs, key, trial);
        }
    }
    if trials.0.iter().any(|(_, trial)| trial.is_good.is_none()) {
        frames.poll_soon();
    }
}

fn answered(found: TrialMove) -> Phrase {
    let TrialMove { own_name, square, time } = found;
    let time = Phrase::verbatim(time.as_millis().to_string());
    match own_name {
        Some(name) => say!("program-answered", name = Phrase::verbatim(name), square = square, time = time),
        None => say!("program-answered-unnamed", square = square, time = time),
    }
}

/// Kills the program and forgets the outcomes when the settings are left.
fn stop(mut trials: ResMut<ProgramTrials>, mut tester: NonSendMut<ProgramTester>) {
    tester.stop();
    trials.set_if_neq(ProgramTrials::default());
}
