//! The symmetries of the square, applied to words and positions.

use crate::cpu::classic::board::bitboards::Bitboards;

impl Bitboards {
    /// The position under each of the eight symmetries of the square.
    #[must_use]
    pub fn symmetries(self) -> [Self; 8] {
        let own = symmetries(self.own);
        let other = symmetries(self.other);
        std::array::from_fn(|index| Self { own: own[index], other: other[index] })
    }

    /// Canonical image, the same for all eight symmetric positions, and the symmetry that maps to it.
    #[must_use]
    pub(crate) fn canonical_image(self) -> (Self, Symmetry) {
        let images = self.symmetries();
        let least = (1..8).fold(0, |least, index| if images[index] < images[least] { index } else { least });
        (images[least], Symmetry(least))
    }
}

/// A symmetry of the square, as an index into [`Bitboards::symmetries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry(usize);

impl Symmetry {
    /// Image of a square.
    pub(crate) const fn square(self, square: usize) -> usize {
        symmetries(1 << square)[self.0].trailing_zeros() as usize
    }
}

/// Swaps columns and rows.
#[must_use]
pub(crate) const fn transposed(word: u64) -> u64 {
    // Swaps ever larger blocks across the diagonal (Warren, Hacker's Delight, 7-3).
    let mut swap = (word ^ (word >> 7)) & 0x00AA_00AA_00AA_00AA;
    let word = word ^ swap ^ (swap << 7);
    swap = (word ^ (word >> 14)) & 0x0000_CCCC_0000_CCCC;
    let word = word ^ swap ^ (swap << 14);
    swap = (word ^ (word >> 28)) & 0x0000_0000_F0F0_F0F0;
    word ^ swap ^ (swap << 28)
}

/// The word under each symmetry: identity, top to bottom, left to right, both; then the same with columns and rows
/// swapped.
#[must_use]
pub(crate) const fn symmetries(word: u64) -> [u64; 8] {
    let across = transposed(word);
    [
        word,
        word.swap_bytes(),
        word.reverse_bits().swap_bytes(),
        word.reverse_bits(),
        across,
        across.swap_bytes(),
        across.reverse_bits().swap_bytes(),
        across.reverse_bits(),
    ]
}
