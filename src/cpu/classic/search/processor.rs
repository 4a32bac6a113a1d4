//! A kind of processor, for flips and legal moves.

use crate::cpu::classic::evaluation::feature_indices::Adder;

/// A kind of processor. A value of the type proves that it is available.
pub(crate) trait Processor: Adder + Send + Sync {
    /// Discs of `other` that flip when the mover places a disc on this empty square.
    fn flips(self, own: u64, other: u64, square: usize) -> u64;

    /// Squares that the mover's discs reach over discs of `other`; the empty ones among them are the legal moves.
    fn reached(self, own: u64, other: u64) -> u64;
}
