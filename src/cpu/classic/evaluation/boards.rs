//! The two kinds of boards, each with patterns of its own.

use std::sync::LazyLock;

use crate::cpu::classic::board::bitboards::Shape;
use crate::cpu::classic::evaluation::pattern::{LaidPattern, Patterns};
use crate::cpu::classic::evaluation::{any_board, full_board};

/// Kind of boards for which an evaluation has patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// The board of 8 x 8 without holes.
    Full,
    /// Any board of at most 8 x 8.
    Any,
}

impl Boards {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Full, Self::Any];

    pub(crate) fn patterns(self) -> &'static Patterns {
        static FULL: LazyLock<Patterns> =
            LazyLock::new(|| Patterns::new(full_board::patterns(), full_board::LAST_PATTERN_PLACEMENTS));
        static ANY: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(any_board::patterns(), 1));
        match self {
            Self::Full => &FULL,
            Self::Any => &ANY,
        }
    }

    /// Placements of the patterns on a board of a shape.
    pub(crate) fn laid(self, shape: Shape) -> Vec<LaidPattern> {
        match self {
            // Missing squares count as empty, so the patterns of the full board work on other boards too.
            Self::Full => full_board::laid(),
            Self::Any => any_board::laid(shape),
        }
    }
}
