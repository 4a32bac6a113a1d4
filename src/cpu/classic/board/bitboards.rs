//! Bitboards: a position for two players on a board of at most 8 x 8, as two 64-bit words, from the side of the player
//! to move.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::classic::board::flips;

/// A position as two sets of squares. Bit n is the square with index n in reading order: bit 0 is a1, bit 7 is h1, bit
/// 63 is h8.
///
/// All other squares of the board are empty. A [`Shape`] holds the squares of the board, as they never change. A square
/// has a disc of at most one player; [`Self::new`] checks this. Results for overlapping words are meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Words")]
pub struct Bitboards {
    /// Discs of the player to move.
    pub own: u64,
    /// Discs of the other player.
    pub other: u64,
}

/// Two words before the check.
#[derive(Deserialize)]
#[serde(rename = "Bitboards")]
struct Words {
    own: u64,
    other: u64,
}

/// Error for [`Bitboards`] whose words have common squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a square has discs of both players")]
pub(crate) struct DiscsOverlap;

impl TryFrom<Words> for Bitboards {
    type Error = DiscsOverlap;

    fn try_from(Words { own, other }: Words) -> Result<Self, DiscsOverlap> {
        Self::new(own, other).ok_or(DiscsOverlap)
    }
}

impl Bitboards {
    /// Usual starting position, Black to move.
    pub const START: Self = Self { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    /// Creates a position; `None` if a square has discs of both players.
    #[must_use]
    pub const fn new(own: u64, other: u64) -> Option<Self> {
        if own & other == 0 { Some(Self { own, other }) } else { None }
    }

    /// Squares with a disc.
    #[must_use]
    pub const fn discs(self) -> u64 {
        self.own | self.other
    }

    /// Returns the same board with the other player to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// Discs that flip if the player to move plays the empty square with this index.
    #[must_use]
    pub const fn flips(self, square: usize) -> u64 {
        flips::flips(self.own, self.other, square)
    }

    /// Legal moves of the player to move.
    #[must_use]
    pub const fn legal_moves(self, shape: Shape) -> u64 {
        flips::reached(self.own, self.other) & self.empties(shape)
    }

    /// Squares without a disc.
    #[must_use]
    pub const fn empties(self, shape: Shape) -> u64 {
        shape.0 & !self.discs()
    }

    /// Returns the position after the player to move has played this square and flipped these discs.
    #[must_use]
    pub const fn played(self, square: usize, flips: u64) -> Self {
        Self { own: self.other ^ flips, other: self.own ^ flips ^ (1 << square) }
    }

    /// Returns whether neither player can move.
    #[must_use]
    pub const fn is_over(self, shape: Shape) -> bool {
        self.legal_moves(shape) == 0 && self.passed().legal_moves(shape) == 0
    }

    /// Final score: the lead of the player to move in discs, with the empty squares added to the winner's, as usual.
    #[must_use]
    pub const fn final_score(self, shape: Shape) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        let empties = self.empties(shape).count_ones() as i32;
        match own - other {
            lead if lead > 0 => lead + empties,
            lead if lead < 0 => lead - empties,
            _ => 0,
        }
    }
}

/// The squares of a board within 8 x 8; missing bits are holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shape(pub u64);

impl Shape {
    /// The board of 8 x 8 without holes.
    pub const FULL: Self = Self(!0);

    /// Corners: squares that do not lie between two others on any line, so that discs there never flip.
    pub(crate) const fn corners(self) -> u64 {
        let (mut corners, mut axis) = (self.0, 0);
        while axis < flips::STEPS.len() {
            let step = flips::STEPS[axis];
            corners &= !(flips::BETWEEN[axis] & self.0 << step & self.0 >> step);
            axis += 1;
        }
        corners
    }
}

/// Iterator over the squares of a set.
pub(crate) struct Squares(pub(crate) u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
impl Bitboards {
    /// Parses a drawing of 64 squares: `X` for the player to move, `O` for the other, `-` for an empty square.
    pub(crate) fn drawn(drawing: &str) -> Self {
        let all = |letter: char| {
            let squares = drawing.chars().enumerate().filter(|(_, drawn)| *drawn == letter);
            squares.fold(0, |word, (index, _)| word | 1 << index)
        };
        let (own, other) = (all('X'), all('O'));
        assert_eq!(own | other | all('-'), !0, "64 known letters");
        Self { own, other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_of_both_players_on_one_square_cannot_be_read() {
        let read = |text: &str| serde_json::from_str::<Bitboards>(text).ok();
        assert_eq!(read(r#"{"own":34628173824,"other":68853694464}"#), Some(Bitboards::START));
        assert_eq!(
            serde_json::to_string(&Bitboards::START).expect("JSON"),
            r#"{"own":34628173824,"other":68853694464}"#
        );
        assert_eq!(read(r#"{"own":3,"other":6}"#), None);
    }
}
