//! A row with a picture of a board and text beside it: a saved game, a room or the board it plays.

use bevy::prelude::*;

use crate::game::ui::board_picture::{PictureTints, board_picture};
use crate::game::ui::button::button_node;
use crate::game::ui::layout::Layout;
use crate::rules::{Board, Tints};

pub(super) fn row_node() -> Node {
    button_node().spaced(12).justify(JustifyContent::FlexStart).fixed().inset(10, 8)
}

/// Spawns a square picture of a board, and text lines that share the rest of the row.
pub(super) fn spawn_pictured(
    row: &mut ChildSpawnerCommands,
    (board, tints): (&Board, &Tints),
    side: f32,
    lines: impl FnOnce(&mut ChildSpawnerCommands),
) {
    row.spawn((board_picture(board.clone(), Vec2::splat(side)), PictureTints(*tints)));
    row.spawn((Pickable::IGNORE, Node::column(3).min_width(px(0)).fill())).with_children(lines);
}

/// A line of several parts that wraps if it is too long.
pub(super) fn line_of_parts(gap: f32) -> impl Bundle {
    (Pickable::IGNORE, Node::wrapping_row(gap, 3).centred())
}
