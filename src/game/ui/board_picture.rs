//! Small pictures of boards, such as in the catalogue of boards.

use bevy::prelude::*;

use crate::game::ui::layout::Layout;
use crate::rules::{Board, Square, Tints, Variant};

/// Shows this board centred in the node, as large as it fits.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct BoardPicture(pub Board);

/// Tints of the board of a picture.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PictureTints(pub(crate) Tints);

/// Animates the discs of a picture from an earlier board to the present one.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct PictureTurn {
    /// The earlier board, of the same shape.
    pub before: Board,
    /// The square from which the turning spreads.
    pub from: Square,
    /// Progress, 0 to 1.
    pub progress: f32,
}

/// A picture in a node of this size, in logical pixels.
pub(crate) fn board_picture(board: Board, size: Vec2) -> impl Bundle {
    (
        Name::new("picture of a board"),
        BoardPicture(board),
        Pickable::IGNORE,
        Node::default().size(size.x, size.y).fixed(),
    )
}

/// A picture of a variant's board and its tints.
pub(crate) fn variant_picture(variant: &Variant, size: Vec2) -> impl Bundle {
    (board_picture(variant.board().clone(), size), PictureTints(*variant.tints()))
}
