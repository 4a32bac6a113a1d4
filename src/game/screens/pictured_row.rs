//! A row with a picture of a board and text beside it: a saved game, a room or the board it plays.

use bevy::prelude::*;

use crate::game::ui::board_picture::board_picture;
use crate::game::ui::button::button_node;
use crate::rules::Board;

pub(super) fn row_node() -> Node {
    Node {
        justify_content: JustifyContent::FlexStart,
        column_gap: px(12),
        flex_shrink: 0.0,
        padding: UiRect::axes(px(10), px(8)),
        ..button_node()
    }
}

/// Spawns a square picture of a board, and text lines that share the rest of the row.
pub(super) fn spawn_pictured(
    row: &mut ChildSpawnerCommands,
    board: &Board,
    side: f32,
    lines: impl FnOnce(&mut ChildSpawnerCommands),
) {
    row.spawn(board_picture(board.clone(), Vec2::splat(side)));
    let node = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        row_gap: px(3),
        ..default()
    };
    row.spawn((Pickable::IGNORE, node)).with_children(lines);
}

/// A line of several parts that wraps if it is too long.
pub(super) fn line_of_parts(gap: f32) -> impl Bundle {
    let node = Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(gap),
        row_gap: px(3),
        ..default()
    };
    (Pickable::IGNORE, node)
}
