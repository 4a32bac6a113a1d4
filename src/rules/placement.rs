//! The effect of placing a disc: the captured discs by direction, and their flankers.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Direction, Player, Square};

/// A legal placement and its effect, found by [`Board::placement`](super::Board::placement).
///
/// Deserialising checks as much as is possible without the board: the placement captures something, and each line ends
/// on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ReceivedPlacement")]
pub struct Placement {
    player: Player,
    square: Square,
    /// Number of discs captured in each direction, in the order of [`Direction::ALL`].
    captured: [u8; 8],
    explodes: bool,
}

/// A [`Placement`] before its check.
#[derive(Deserialize)]
struct ReceivedPlacement {
    player: Player,
    square: Square,
    captured: [u8; 8],
    explodes: bool,
}

/// Error from deserialising a [`Placement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The placement captures nothing.
    #[error("a disc on {0} would capture nothing")]
    CapturesNothing(Square),
    /// A line has no flanker on the grid.
    #[error("a line from {from} runs over the edge")]
    BeyondTheEdge {
        /// First square of the line.
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

/// The discs captured in one direction and their flanker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Square of the placed disc.
    pub from: Square,
    /// Direction from that square to the flanker.
    pub direction: Direction,
    /// Number of discs between the square and the flanker, at least 1.
    pub length: u8,
}

impl Placement {
    pub(super) const fn new(player: Player, square: Square, captured: [u8; 8], explodes: bool) -> Self {
        Self { player, square, captured, explodes }
    }

    /// Player who places the disc.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// Square of the placed disc.
    #[must_use]
    pub const fn square(&self) -> Square {
        self.square
    }

    /// Returns whether a bomb is among the captured discs, so that everything involved vanishes.
    #[must_use]
    pub const fn explodes(&self) -> bool {
        self.explodes
    }

    /// Lines that capture something, in the order of [`Direction::ALL`].
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let from = self.square;
        Direction::ALL
            .into_iter()
            .zip(self.captured)
            .filter(|(_, length)| *length > 0)
            .map(move |(direction, length)| Line { from, direction, length })
    }

    /// Captured squares, line by line, near to far. Includes discs that never turn.
    pub fn captured(&self) -> impl Iterator<Item = Square> + use<> {
        self.lines().flat_map(Line::captured)
    }

    /// Flanking squares, one on each line.
    pub fn flankers(&self) -> impl Iterator<Item = Square> + use<> {
        self.lines().filter_map(Line::flanker)
    }

    /// Number of discs that an explosion removes: the captured discs, their flankers and the placed disc. 0 without an
    /// explosion.
    #[must_use]
    pub fn vanished(&self) -> usize {
        // Lines in different directions share no squares.
        if self.explodes { self.captured().count() + self.flankers().count() + 1 } else { 0 }
    }

    /// Number of captured discs, including those that never turn.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.captured.iter().map(|count| u32::from(*count)).sum()
    }
}

impl Line {
    /// Captured squares, near to far.
    pub fn captured(self) -> impl Iterator<Item = Square> {
        self.squares().take(usize::from(self.length))
    }

    /// Square of the flanker. `None` only for lines that did not come from a board.
    #[must_use]
    pub fn flanker(self) -> Option<Square> {
        self.squares().nth(usize::from(self.length))
    }

    fn squares(self) -> impl Iterator<Item = Square> {
        std::iter::successors(self.from.step(self.direction), move |square| square.step(self.direction))
    }
}
