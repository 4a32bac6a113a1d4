//! The board as an entity, parent of all that lies on it.

use bevy::prelude::*;

use crate::game::settings::Facing;
use crate::rules::{Square, SquareSet, Tints, Variant};

/// Width of the frame around the squares, in squares.
pub(crate) const FRAME: f32 = 0.5;

/// Columns and rows including the frame, in squares.
pub(crate) fn whole_board(squares: (u8, u8)) -> Vec2 {
    Vec2::new(f32::from(squares.0), f32::from(squares.1)) + 2.0 * FRAME
}

/// Parent of frame, cells and stones. A board of another shape or facing is a new entity in a match; in the editor the
/// entity changes its shape. Its children use one unit per square, with the origin at the middle of the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Transform, Visibility, BoardOffset)]
pub(crate) struct BoardRoot {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) squares: SquareSet,
    pub(crate) tints: Tints,
    pub(crate) facing: Facing,
}

impl BoardRoot {
    pub(crate) fn of(variant: &Variant, facing: Facing) -> Self {
        let (board, tints) = (variant.board(), *variant.tints());
        Self { columns: board.columns(), rows: board.rows(), squares: board.squares().collect(), tints, facing }
    }

    /// Returns whether the board has no holes.
    pub(crate) fn is_whole(&self) -> bool {
        self.squares.len() == usize::from(self.columns) * usize::from(self.rows)
    }

    /// Width and height in squares, as shown.
    pub(crate) fn size(&self) -> Vec2 {
        pair(self.facing.size((self.columns, self.rows)))
    }

    /// Middle of a square in the coordinates of this entity.
    pub(crate) fn middle_of(&self, square: Square) -> Vec2 {
        let from_corner = pair(self.facing.place_of(square, (self.columns, self.rows))) + 0.5;
        (from_corner - self.size() / 2.0) * Vec2::new(1.0, -1.0)
    }
}

pub(super) fn pair((x, y): (u8, u8)) -> Vec2 {
    Vec2::new(f32::from(x), f32::from(y))
}

/// Offset of the board from its place, in squares to the right and upwards.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BoardOffset(pub(crate) Vec2);

/// The part of the screen layout that the board fills.
#[derive(Component, Default)]
#[require(Node)]
pub struct BoardArea;
