//! Choice of a time control.

use bevy::prelude::*;

use crate::game::online::room_setup::RoomSetupCommand;
use crate::game::play::setup::SetupCommand;
use crate::game::screens::new_game::heading;
use crate::game::text::names::clock_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::spawn_segments;
use crate::game::ui::layout::{Layout, fitting_columns};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::notation::TimeControl;

/// Days per move that online matches offer as well.
const DAYS_A_MOVE: [u16; 2] = [1, 3];
/// Minimum width of a choice, so that two fit on the narrowest phone, and maximum width of a line, enough for four.
const WIDTHS: (f32, f32) = (128.0, 640.0);

pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    spawn_choices(parent, [], SetupCommand::ChooseClock, say!("clock-about"));
}

/// Spawns the choice for a room, which includes days per move.
pub(in crate::game::screens) fn spawn_for_room(parent: &mut ChildSpawnerCommands) {
    spawn_choices(
        parent,
        DAYS_A_MOVE.map(TimeControl::correspondence),
        RoomSetupCommand::ChooseClock,
        say!("clock-about-room"),
    );
}

fn spawn_choices<P: Into<OnPress>>(
    parent: &mut ChildSpawnerCommands,
    longer: impl IntoIterator<Item = TimeControl>,
    choose: impl Fn(Option<TimeControl>) -> P,
    about: Phrase,
) {
    parent.spawn((Pickable::IGNORE, Node::column(6).fixed())).with_children(|part| {
        let head = Node::row(theme::GAP).align(AlignItems::Baseline).wrap(FlexWrap::Wrap);
        part.spawn((Pickable::IGNORE, head)).with_children(|head| {
            head.spawn(heading(say!("clock-heading")));
            head.spawn(worded(about, TextStyle::Small, theme::QUIET_TEXT));
        });
        let clocks = std::iter::once(None).chain(TimeControl::PRESETS.into_iter().chain(longer).map(Some));
        let choices = clocks.map(|clock| {
            let label = say!("option-choice", option = say!("clock-heading"), choice = clock_name(clock));
            (clock_name(clock), label, choose(clock))
        });
        let lines = Node::grid(fitting_columns(WIDTHS.0), 0, 0).max_width(px(WIDTHS.1));
        spawn_segments(part, lines, choices);
    });
}
