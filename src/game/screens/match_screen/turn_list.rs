//! Turn list: the current and the coming turns, including cut-ins.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::coming_turns::{ComingTurn, coming_turns};
use crate::game::play::match_state::Match;
use crate::game::screens::match_screen::MatchPart;
use crate::game::text::{Phrase, say};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Tone};
use crate::rules::Position;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_turns
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match))
            .run_if(resource_exists_and_changed::<Match>.or_else(any_match_filter::<Added<super::MatchPart>>)),
    );
}

/// Height of the list, in logical pixels. Constant, so that the board does not move when no turns are left.
const HEIGHT: f32 = 58.0;

/// Returns false for two players: they simply alternate.
fn is_worth_telling(position: &Position) -> bool {
    position.variant().everybody().len() > 2
}

fn show_turns(game: Res<Match>, lists: Query<(Entity, &MatchPart)>, mut commands: Commands) {
    let position = game.record.position();
    for (list, _) in lists.iter().filter(|(_, part)| **part == MatchPart::Turns) {
        commands.entity(list).despawn_children();
        if is_worth_telling(position) {
            commands.entity(list).with_children(|list| {
                list.spawn((Pickable::IGNORE, Node::default().height(px(HEIGHT))));
                for (index, turn) in coming_turns(position).enumerate() {
                    spawn_turn(list, turn, index == 0);
                }
            });
        }
    }
}

fn spawn_turn(list: &mut ChildSpawnerCommands, turn: ComingTurn, is_now: bool) {
    let ComingTurn { move_number, player, is_cut_in } = turn;
    let caption = match (is_now, is_cut_in) {
        (_, true) => say!("turn-cuts-in"),
        (true, false) => say!("turn-now"),
        (false, false) => Phrase::verbatim(move_number.to_string()),
    };
    let ink = if is_cut_in || is_now { theme::ACCENT } else { theme::QUIET_TEXT };
    let frame = if is_cut_in { theme::ACCENT } else { Tone::NONE };
    list.spawn((
        Name::new(format!("turn {move_number} {}", player.key())),
        Pickable::IGNORE,
        Node::column(2).centred().inset(4, 3).bordered().rounded(theme::BUTTON_RADIUS),
        Border(frame),
        children![disc_icon(player.disc(), if is_now { 30.0 } else { 24.0 }), worded(caption, TextStyle::Small, ink)],
    ));
}
