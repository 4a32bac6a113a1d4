//! What placing a disc does: which discs it captures, by direction, and what flanks them.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Direction, Player, Square};

/// A legal placement and its effect, found by [`Board::placement`](super::Board::placement).
///
/// One that was received is checked for what can be told without the board: that it captures something, and that each
/// line ends on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ReceivedPlacement")]
pub struct Placement {
    player: Player,
    square: Square,
    /// How many discs are captured in each direction, in the order of [`Direction::ALL`].
    captured: [u8; 8],
    explodes: bool,
}

/// A [`Placement`] that is not checked yet.
#[derive(Deserialize)]
struct ReceivedPlacement {
    player: Player,
    square: Square,
    captured: [u8; 8],
    explodes: bool,
}

/// Why something received is no [`Placement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// Nothing would be captured.
    #[error("a disc on {0} would capture nothing")]
    CapturesNothing(Square),
    /// A line without a flanker.
    #[error("a line from {from} runs over the edge")]
    BeyondTheEdge {
        /// Where the line begins.
        from: Square,
    },
}

impl TryFrom<ReceivedPlacement> for Placement {
    type Error = PlacementError;

    fn try_from(received: ReceivedPlacement) -> Result<Self, Self::Error> {
        let ReceivedPlacement { player, square, captured, explodes } = received;
        let placement = Self::new(player, square, captured, explodes);
        if placement.size() == 0 {
            return Err(PlacementError::CapturesNothing(square));
        }
        if placement.lines().any(|line| line.flanker().is_none()) {
            return Err(PlacementError::BeyondTheEdge { from: square });
        }
        Ok(placement)
    }
}

/// The discs captured in one direction and the disc that flanks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The square that was played.
    pub from: Square,
    /// Where the line runs.
    pub direction: Direction,
    /// How many discs lie between the square and the flanker, at least 1.
    pub length: u8,
}

impl Placement {
    pub(super) const fn new(player: Player, square: Square, captured: [u8; 8], explodes: bool) -> Self {
        Self { player, square, captured, explodes }
    }

    /// Who places the disc.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// Where.
    #[must_use]
    pub const fn square(&self) -> Square {
        self.square
    }

    /// Whether a bomb is among the captured discs, so that everything involved vanishes.
    #[must_use]
    pub const fn explodes(&self) -> bool {
        self.explodes
    }

    /// The directions that capture something, in the order of [`Direction::ALL`].
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let from = self.square;
        Direction::ALL
            .into_iter()
            .zip(self.captured)
            .filter(|(_, length)| *length > 0)
            .map(move |(direction, length)| Line { from, direction, length })
    }

    /// The captured squares, line by line, near to far. Discs that never turn are among them.
    pub fn captured(&self) -> impl Iterator<Item = Square> + use<> {
        self.lines().flat_map(Line::captured)
    }

    /// The flankers, line by line.
    pub fn flankers(&self) -> impl Iterator<Item = Square> + use<> {
        self.lines().filter_map(Line::flanker)
    }

    /// The number of discs that an explosion takes off the board: those captured, those at the ends of their lines, and
    /// the one placed. None without an explosion.
    #[must_use]
    pub fn vanished(&self) -> usize {
        // Lines in different directions have no square in common.
        if self.explodes { self.captured().count() + self.flankers().count() + 1 } else { 0 }
    }

    /// How many discs are captured, those that never turn included.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.captured.iter().map(|count| u32::from(*count)).sum()
    }
}

impl Line {
    /// The captured squares, near to far.
    pub fn captured(self) -> impl Iterator<Item = Square> {
        self.squares().take(usize::from(self.length))
    }

    /// The disc at the far end. `None` only for a line that no board gave.
    #[must_use]
    pub fn flanker(self) -> Option<Square> {
        self.squares().nth(usize::from(self.length))
    }

    fn squares(self) -> impl Iterator<Item = Square> {
        std::iter::successors(self.from.step(self.direction), move |square| square.step(self.direction))
    }
}
