//! Parity: an evaluation offset for each number of empties.

use std::array;

use crate::cpu::classic::evaluation::parts::PARTS;

/// Offset for the player to move, by the number of empties.
///
/// With an odd number of empties the player to move also moves last, unless somebody passes. Patterns cannot see that
/// number, and each phase contains positions of both parities. The value of parity, and the player whom it favours,
/// depend on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parity([i16; Self::COUNT]);

impl Parity {
    /// Number of possible counts of empties: 0 to 64.
    pub const COUNT: usize = 65;

    /// Number of bytes in a file.
    pub(crate) const SIZE: usize = Self::COUNT * size_of::<i16>();

    /// No offsets.
    pub const ZERO: Self = Self([0; Self::COUNT]);

    /// Converts offsets in discs, rounded to [`PARTS`] of a disc.
    #[must_use]
    pub fn from_discs(discs: &[f64; Self::COUNT]) -> Self {
        Self(discs.map(|discs| (discs * f64::from(PARTS)).round() as i16))
    }

    /// Offset in [`PARTS`] of a disc.
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
