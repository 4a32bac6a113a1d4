//! Measuring the chosen board for its card, while the card is open. Built-in boards have measures already.

use bevy::prelude::*;

use crate::cpu::{Answer, MeasuringEffort, NoAnswer, Question, ThinkNews, ThinkRequest};
use crate::game::flow::overlay::Overlay;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::setup::MatchSetup;
use crate::game::redraw::Frames;
use crate::game::thinker::CpuWorker;
use crate::rules::{BoardMeasures, Record, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardMeasuring>().add_command::<BoardMeasuringCommand>().add_systems(
        Update,
        (
            receive.in_set(GameSystems::Think),
            handle_measuring_commands.in_set(PlaySystems::Requests),
            stop_under_closed_card
                .in_set(PlaySystems::Requests)
                .after(handle_measuring_commands)
                .run_if(resource_changed::<Overlay>),
        ),
    );
    app.insert_non_send(MeasuringWorker::default());
}

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardMeasuringCommand {
    /// Measures the board of the setup.
    Start,
    Stop,
}

/// The running measurement, and the last measured boards.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct BoardMeasuring {
    /// Oldest first.
    kept: Vec<(Variant, BoardMeasures)>,
    running: Option<Running>,
    problem: Option<NoAnswer>,
}

#[derive(Clone, Debug, PartialEq)]
struct Running {
    /// Id of the request.
    id: u64,
    variant: Variant,
    /// Finished share, from 0 to 1.
    progress: f32,
}

/// Number of boards whose measures are kept.
const MAX_KEPT: usize = 20;

impl BoardMeasuring {
    /// Measures of a board, if it was measured since the program started.
    #[must_use]
    pub fn measures(&self, variant: &Variant) -> Option<&BoardMeasures> {
        self.kept.iter().find(|(kept, _)| kept == variant).map(|(_, measures)| measures)
    }

    /// Finished share of the running measurement, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> Option<f32> {
        self.running.as_ref().map(|running| running.progress)
    }

    /// Reason why the last measurement failed.
    #[must_use]
    pub const fn problem(&self) -> Option<&NoAnswer> {
        self.problem.as_ref()
    }

    fn keep(&mut self, variant: Variant, measures: BoardMeasures) {
        if self.kept.len() >= MAX_KEPT {
            self.kept.remove(0);
        }
        self.kept.push((variant, measures));
    }
}

/// The worker for measurements.
#[derive(Default)]
struct MeasuringWorker {
    worker: CpuWorker,
    /// Id of the last request. News about older ones is ignored.
    last_id: u64,
}

fn handle_measuring_commands(
    mut requests: MessageReader<BoardMeasuringCommand>,
    setup: Res<MatchSetup>,
    mut measuring: ResMut<BoardMeasuring>,
    mut worker: NonSendMut<MeasuringWorker>,
) {
    for request in requests.read() {
        match (request, setup.variant()) {
            (BoardMeasuringCommand::Start, Ok(variant)) => {
                worker.last_id += 1;
                let id = worker.last_id;
                let record = Record::new(variant.clone()).to_string();
                worker.worker.ask(ThinkRequest { id, record, question: Question::Board(MeasuringEffort::FULL) });
                measuring.running = Some(Running { id, variant, progress: 0.0 });
                measuring.problem = None;
            }
            (BoardMeasuringCommand::Start, Err(_)) => {}
            (BoardMeasuringCommand::Stop, _) => stop(&mut measuring, &mut worker),
        }
    }
}

fn stop(measuring: &mut BoardMeasuring, worker: &mut MeasuringWorker) {
    worker.worker.release_memory();
    measuring.running = None;
}

/// Stops the measurement, and forgets its problem, when the card is closed.
fn stop_under_closed_card(
    overlay: Res<Overlay>,
    mut measuring: ResMut<BoardMeasuring>,
    mut worker: NonSendMut<MeasuringWorker>,
) {
    if *overlay == Overlay::BoardCard {
        return;
    }
    if measuring.running.is_some() {
        stop(&mut measuring, &mut worker);
    }
    measuring.problem = None;
}

fn receive(mut measuring: ResMut<BoardMeasuring>, mut worker: NonSendMut<MeasuringWorker>, mut frames: ResMut<Frames>) {
    let Some(id) = measuring.running.as_ref().map(|running| running.id) else { return };
    frames.poll_soon();
    let news: Vec<ThinkNews> = worker.worker.take_news().filter(|news| news.id() == id).collect();
    for news in news {
        match news {
            ThinkNews::Progress(_, progress) => {
                if let Some(running) = &mut measuring.running {
                    running.progress = progress.share();
                }
            }
            ThinkNews::Reply(reply) => {
                let variant = measuring.running.take().map(|running| running.variant);
                match reply.answer {
                    Ok(Answer::Board(measures)) => {
                        if let Some((variant, measures)) = variant.zip(measures) {
                            measuring.keep(variant, *measures);
                        }
                    }
                    Ok(other) => error!("a board was to be measured, not {other:?}"),
                    Err(problem) => measuring.problem = Some(problem),
                }
            }
            ThinkNews::SoFar(..) => {}
        }
    }
}
