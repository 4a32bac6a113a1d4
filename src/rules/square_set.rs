//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use serde::{Deserialize, Serialize};

use super::Square;
use super::square::CODES;

/// A set of squares, one bit each.
///
/// ```
/// # use irogaeshi::rules::{Square, SquareSet};
/// let set: SquareSet = ["f5", "c3"].iter().map(|name| name.parse::<Square>().unwrap()).collect();
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["c3", "f5"]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Square>", into = "Vec<Square>")]
pub struct SquareSet([u64; WORDS]);

/// Number of words with a bit for each code of a square.
const WORDS: usize = CODES.div_ceil(64);

impl SquareSet {
    /// Empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a square; no effect if it is already in the set.
    pub const fn insert(&mut self, square: Square) {
        self.0[square.code() as usize / 64] |= 1 << (square.code() % 64);
    }

    /// Removes a square; no effect if it is not in the set.
    pub const fn remove(&mut self, square: Square) {
        self.0[square.code() as usize / 64] &= !(1 << (square.code() % 64));
    }

    /// Returns whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.code() as usize / 64] >> (square.code() % 64) & 1 == 1
    }

    /// Number of squares in the set.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Iterates over the squares in reading order.
    #[must_use]
    pub fn iter(self) -> SquareSetIter {
        self.into_iter()
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareSetIter;

    /// Iterates over the squares in reading order.
    fn into_iter(self) -> Self::IntoIter {
        SquareSetIter(self)
    }
}

/// Iterator over the squares of a [`SquareSet`], in reading order.
#[derive(Clone, Debug)]
pub struct SquareSetIter(SquareSet);

impl Iterator for SquareSetIter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let word = self.0.0.iter().position(|word| *word != 0)?;
        let bit = self.0.0[word].trailing_zeros() as usize;
        self.0.0[word] &= self.0.0[word] - 1;
        Some(Square::from_code((word * 64 + bit) as u16))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for SquareSetIter {}

/// Union of two sets.
impl BitOr for SquareSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

/// Intersection of two sets.
impl BitAnd for SquareSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

/// Squares of the first set that are not in the second.
impl Sub for SquareSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl From<Vec<Square>> for SquareSet {
    fn from(squares: Vec<Square>) -> Self {
        squares.into_iter().collect()
    }
}

impl From<SquareSet> for Vec<Square> {
    /// Lists the squares in reading order.
    fn from(set: SquareSet) -> Self {
        set.iter().collect()
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}
