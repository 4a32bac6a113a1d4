//! What placing a disc does: which discs it captures, by direction, and what flanks them.

use super::{Direction, Player, Square};

/// A legal placement and its effect, found by [`Board::placement`](super::Board::placement).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    player: Player,
    square: Square,
    /// How many discs are captured in each direction, in the order of [`Direction::ALL`].
    captured: [u8; 8],
    explodes: bool,
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
