//! A small picture of a board: in the choices of a new game, on a shelf of boards, in an explanation.

use bevy::prelude::*;

use crate::rules::{Board, Square};

/// The node shows this board, as large as it fits into the node and in the middle of it.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct BoardPicture(pub Board);

/// The discs of a picture turn from what they were to what they are.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct PictureTurn {
    /// What the picture showed before, a board of the same shape.
    pub before: Board,
    /// The square from which the turning spreads.
    pub from: Square,
    /// How far it has come, from 0 to 1.
    pub progress: f32,
}

/// A board in a node of this size, in logical pixels.
pub(crate) fn board_picture(board: Board, size: Vec2) -> impl Bundle {
    (
        Name::new("picture of a board"),
        BoardPicture(board),
        Pickable::IGNORE,
        Node { width: px(size.x), height: px(size.y), flex_shrink: 0.0, ..default() },
    )
}
