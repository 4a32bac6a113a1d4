//! Section for other programs: the registered ones, each of which can be tried, changed and removed.

use bevy::prelude::*;

use crate::game::cpu_seat::program_trials::{ProgramTrials, TryProgram};
use crate::game::screens::new_game::seats::program_about;
use crate::game::screens::overlays::program_form::ProgramFormCommand;
use crate::game::screens::{Containers, respawn};
use crate::game::settings::Settings;
use crate::game::settings::programs::{ProgramKey, Programs, RegisteredProgram};
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, button};
use crate::game::ui::layout::{Layout, show_if};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::setting_row::{explanation, spawn_action};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Ink};

/// Container of the registered programs.
#[derive(Component)]
pub(super) struct ProgramRows;

/// Outcome of trying a program.
#[derive(Component)]
pub(super) struct TrialText(ProgramKey);

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, _: &Settings) {
    rows.spawn(explanation(say!("programs-about")));
    rows.spawn((ProgramRows, Name::new("programs"), Pickable::IGNORE, Node::column(theme::GAP).fixed()));
    spawn_action(rows, say!("programs-add"), ProgramFormCommand::Open(None));
}

pub(super) fn show(
    settings: Res<Settings>,
    places: Containers<ProgramRows>,
    mut shown: Local<Programs>,
    mut commands: Commands,
) {
    respawn(places, &mut *shown, settings.programs.clone(), &mut commands, |rows, programs| {
        for program in programs.iter() {
            spawn_row(rows, program);
        }
    });
}

fn spawn_row(rows: &mut ChildSpawnerCommands, program: &RegisteredProgram) {
    let node = Node::column(6).fixed().padding(px(12).all()).margin(px(10).horizontal());
    let node = node.bordered().rounded(theme::CARD_RADIUS);
    rows.spawn((Pickable::IGNORE, node, Border(theme::LINE))).with_children(|row| {
        let name = || Phrase::verbatim(&program.name);
        row.spawn(worded(name(), TextStyle::Strong, theme::TEXT));
        row.spawn(worded(program_about(program), TextStyle::Small, theme::QUIET_TEXT));
        row.spawn((TrialText(program.key), worded(Phrase::nothing(), TextStyle::Body, theme::TEXT)));
        row.spawn((Pickable::IGNORE, Node::wrapping_row(theme::GAP, 6))).with_children(|buttons| {
            let key = program.key;
            let mut add = |caption: Phrase, label: Phrase, on_press: OnPress| {
                buttons.spawn(button(caption, label, ButtonKind::Plain, Val::Auto, on_press));
            };
            add(say!("program-try"), say!("program-try-label", program = name()), TryProgram(key).into());
            let change = ProgramFormCommand::Open(Some(key));
            add(say!("program-change"), say!("program-change-label", program = name()), change.into());
            let remove = ProgramFormCommand::Remove(key);
            add(say!("program-remove"), say!("program-remove-label", program = name()), remove.into());
        });
    });
}

/// Shows the outcomes of trying programs.
pub(super) fn show_trials(
    (settings, trials): (Res<Settings>, Res<ProgramTrials>),
    mut texts: Query<(&TrialText, &mut Worded, &mut Ink, &mut Node)>,
) {
    for (TrialText(key), mut words, mut ink, mut node) in &mut texts {
        let trial = settings.programs.get(*key).and_then(|program| trials.of(program));
        words.set_if_neq(Worded(trial.map_or_else(Phrase::nothing, |trial| trial.words.clone())));
        ink.set_if_neq(Ink(match trial.and_then(|trial| trial.is_good) {
            Some(true) => theme::ACCENT,
            Some(false) => theme::REFUSED,
            None => theme::QUIET_TEXT,
        }));
        show_if(trial.is_some(), &mut node);
    }
}
