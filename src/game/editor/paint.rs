//! Paint of the brush.

use crate::rules::{Cell, Tint};

/// Paint for a place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paint {
    Cell(Cell),
    /// A tint of squares, a kind of hole, or `None` for the usual look.
    Tint(Option<Tint>),
}

impl Paint {
    /// The paint that erases this one.
    #[must_use]
    pub const fn eraser(self) -> Self {
        match self {
            Self::Cell(_) => Self::Cell(Cell::Empty),
            Self::Tint(_) => Self::Tint(None),
        }
    }
}
