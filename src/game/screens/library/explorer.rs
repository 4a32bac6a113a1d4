//! The position searched for, and the moves by which games went on from it.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::library::game_library::GameLibrary;
use crate::game::library::library_command::LibraryCommand;
use crate::game::screens::{Containers, respawn};
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::{PictureTints, board_picture};
use crate::game::ui::button::{ButtonKind, bare_button, button_node, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::library::Continuation;
use crate::rules::{Move, Player, Position};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(GameSystems::Show).run_if(in_state(Screen::Library)));
}

const PICTURE: f32 = 112.0;
/// Maximum number of moves that are shown.
const MAX_MOVES: usize = 12;

#[derive(Component)]
struct ExplorerPlace;

/// The position and its moves; they are respawned when these change.
#[derive(Clone, Debug, Default, PartialEq)]
struct Explorer {
    position: Option<Position>,
    can_take_back: bool,
    continuations: Vec<Continuation>,
}

pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    parent.spawn((ExplorerPlace, Pickable::IGNORE, Node::column(0).fixed()));
}

fn show(
    library: Res<GameLibrary>,
    places: Containers<ExplorerPlace>,
    mut shown: Local<Explorer>,
    mut commands: Commands,
) {
    if !library.is_changed() && places.iter().all(|(_, is_filled)| is_filled == shown.position.is_some()) {
        return;
    }
    let filter = library.filter();
    let wanted = Explorer {
        position: filter.position().cloned(),
        can_take_back: filter.moves_made() > 0,
        continuations: filter.position().map(|_| library.results().continuations.clone()).unwrap_or_default(),
    };
    respawn(places, &mut *shown, wanted, &mut commands, |place, explorer| {
        if let Some(position) = &explorer.position {
            spawn_explorer(place, position, explorer);
        }
    });
}

fn spawn_explorer(place: &mut ChildSpawnerCommands, position: &Position, explorer: &Explorer) {
    let row = Node::row(14).align(AlignItems::FlexStart).fixed().margin(px(6).bottom());
    place.spawn((Pickable::IGNORE, row)).with_children(|row| {
        let tints = PictureTints(*position.variant().tints());
        row.spawn((board_picture(position.board().clone(), Vec2::splat(PICTURE)), tints));
        row.spawn((Pickable::IGNORE, Node::column(8).min_width(px(0)).fill())).with_children(|column| {
            let games: usize = explorer.continuations.iter().map(|one| one.games).sum();
            column.spawn(worded(say!("game-library-reached", count = games), TextStyle::Strong, theme::TEXT));
            column.spawn((Pickable::IGNORE, Node::wrapping_row(6, 6))).with_children(|moves| {
                let mover = position.to_move();
                for one in explorer.continuations.iter().filter(|one| one.chosen.is_some()).take(MAX_MOVES) {
                    spawn_move(moves, one, mover);
                }
            });
            let ended = explorer.continuations.iter().find(|one| one.chosen.is_none()).map_or(0, |one| one.games);
            if ended > 0 {
                let words = say!("game-library-ended-there", count = ended);
                column.spawn(worded(words, TextStyle::Small, theme::QUIET_TEXT));
            }
            column.spawn((Pickable::IGNORE, Node::wrapping_row(theme::GAP, 6))).with_children(|row| {
                if explorer.can_take_back {
                    row.spawn(plain_button(say!("game-library-take-back"), LibraryCommand::TakeBack));
                }
                row.spawn(plain_button(say!("game-library-all-positions"), LibraryCommand::ForgetPosition));
            });
        });
    });
}

fn move_words(chosen: Move) -> Phrase {
    match chosen {
        Move::Place(square) => square.into(),
        Move::Pass => say!("match-pass"),
    }
}

/// Spawns a button for a move: how many games went on with it, and the mover's share of the points.
fn spawn_move(row: &mut ChildSpawnerCommands, one: &Continuation, mover: Option<Player>) {
    let Some(chosen) = one.chosen else { return };
    let words = move_words(chosen);
    let decided: usize = one.wins.iter().map(|(_, wins)| wins).sum::<usize>() + one.draws;
    let percent = mover.filter(|_| decided > 0).map(|mover| (200 * one.wins[mover] + 100 * one.draws) / (2 * decided));
    let label = match (percent, mover) {
        (Some(percent), Some(mover)) => say!(
            "game-library-move-label",
            square = words.clone(),
            count = one.games,
            percent = percent,
            player = mover
        ),
        _ => say!("game-library-move-label-bare", square = words.clone(), count = one.games),
    };
    let node = button_node().stacked(0).inset(10, 4);
    row.spawn(bare_button(label, ButtonKind::Plain, LibraryCommand::PlayOn(chosen), node)).with_children(|button| {
        let count = say!("game-library-move", square = words, count = one.games);
        button.spawn((worded(count, TextStyle::Body, theme::TEXT), TextLayout::no_wrap()));
        if let Some(percent) = percent {
            let share = say!("sound-percent", percent = percent);
            button.spawn((worded(share, TextStyle::Small, theme::TEXT), TextLayout::no_wrap()));
        }
    });
}
