//! A tint of a square, or a kind of hole.

use super::Cell;

/// A tint of a square, or a kind of hole, which changes nothing but the look of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tint(u8);

/// Letters of the tints of squares, then of the kinds of holes.
const LETTERS: &str = "abcdefghijklmnopxyz";

impl Tint {
    /// Number of tints of squares.
    pub const SQUARES: usize = 16;

    /// Number of kinds of holes besides the usual one.
    pub const HOLES: usize = 3;

    /// All tints: those of squares, then the kinds of holes.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..(Self::SQUARES + Self::HOLES) as u8).map(Self)
    }

    /// Index in [`Tint::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether it is a kind of hole.
    #[must_use]
    pub const fn is_of_hole(self) -> bool {
        self.index() >= Self::SQUARES
    }

    /// Returns whether a place with this cell can have it.
    #[must_use]
    pub fn fits(self, cell: Cell) -> bool {
        self.is_of_hole() == (cell == Cell::Hole)
    }

    /// Letter in texts.
    pub(super) fn letter(self) -> char {
        LETTERS.as_bytes()[self.index()].into()
    }

    /// Reads a letter, in either case.
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        LETTERS.find(letter.to_ascii_lowercase()).map(|index| Self(index as u8))
    }
}
