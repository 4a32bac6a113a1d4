//! A position for two players on a board of at most 8 x 8, as two words of 64 bits, from the side of the player to
//! move.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::classic::board::flips;

/// Bit n of a word is the square with n in reading order: bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// Squares that are neither of these two and lie on the board are empty; which squares lie on the board is said by a
/// [`Shape`], as it never changes. A square has a disc of one player at most: where that may not be so, [`Self::new`]
/// finds out; what is computed of anything else means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Words")]
pub struct Bitboards {
    /// The discs of the player to move.
    pub own: u64,
    /// The discs of the other player.
    pub other: u64,
}

/// Two words that nobody has looked at yet.
#[derive(Deserialize)]
#[serde(rename = "Bitboards")]
struct Words {
    own: u64,
    other: u64,
}

/// Why two words are no position.
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
    /// The usual start, Black to move.
    pub const START: Self = Self { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    /// The position with these discs; `None` where a square has discs of both players.
    #[must_use]
    pub const fn new(own: u64, other: u64) -> Option<Self> {
        if own & other == 0 { Some(Self { own, other }) } else { None }
    }

    /// The squares with a disc.
    #[must_use]
    pub const fn discs(self) -> u64 {
        self.own | self.other
    }

    /// The same board with the other player to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The discs that would flip if the player to move played the empty square with this index.
    #[must_use]
    pub const fn flips(self, square: usize) -> u64 {
        flips::flips(self.own, self.other, square)
    }

    /// The squares that the player to move can play.
    #[must_use]
    pub const fn legal_moves(self, shape: Shape) -> u64 {
        flips::reached(self.own, self.other) & self.empties(shape)
    }

    /// The squares without a disc.
    #[must_use]
    pub const fn empties(self, shape: Shape) -> u64 {
        shape.0 & !self.discs()
    }

    /// The position after the player to move has played this square and these discs have flipped.
    #[must_use]
    pub const fn played(self, square: usize, flips: u64) -> Self {
        Self { own: self.other ^ flips, other: self.own ^ flips ^ (1 << square) }
    }

    /// Whether neither player can move.
    #[must_use]
    pub const fn is_over(self, shape: Shape) -> bool {
        self.legal_moves(shape) == 0 && self.passed().legal_moves(shape) == 0
    }

    /// The discs by which the player to move is ahead, the empty squares counted for whoever is: the usual score of a
    /// game that is over.
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

/// The squares that a board has, of the 64 of the largest; what is missing is a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shape(pub u64);

impl Shape {
    /// The board of 8 x 8 without holes.
    pub const FULL: Self = Self(!0);

    /// The corners: squares through which no line passes, so that a disc there never flips.
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

/// The squares of a set.
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
    /// A drawing of 64 squares: `X` for the player to move, `O` for the other, `-` for an empty square.
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
