//! The worth of the last move on a board: an offset for each number of empty squares.

use std::array;

use crate::cpu::classic::evaluation::values::PARTS;

/// An offset for each number of empty squares, for the player to move.
///
/// With an odd number of empty squares the player to move also moves last, unless somebody passes. Patterns do not see
/// that number, and a phase of the game has positions of both parities. How much it is worth, and to which of the two,
/// depends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parity([i16; Self::COUNT]);

impl Parity {
    /// The count of numbers of empty squares: none to all.
    pub const COUNT: usize = 65;

    /// The bytes of the offsets in a file.
    pub(crate) const SIZE: usize = Self::COUNT * size_of::<i16>();

    /// No offsets.
    pub const NOTHING: Self = Self([0; Self::COUNT]);

    /// Offsets in discs by the number of empty squares, rounded to [`PARTS`] of a disc.
    #[must_use]
    pub fn from_discs(discs: &[f64; Self::COUNT]) -> Self {
        Self(discs.map(|discs| (discs * f64::from(PARTS)).round() as i16))
    }

    /// The offset in [`PARTS`] of a disc.
    pub(crate) fn parts(&self, empties: usize) -> i16 {
        self.0[empties]
    }

    pub(crate) fn to_bytes(self) -> [u8; Self::SIZE] {
        array::from_fn(|byte| self.0[byte / 2].to_le_bytes()[byte % 2])
    }

    pub(crate) fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        Self(array::from_fn(|empties| i16::from_le_bytes([bytes[2 * empties], bytes[2 * empties + 1]])))
    }
}
