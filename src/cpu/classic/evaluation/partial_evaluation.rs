//! A static evaluation in progress.

use crate::cpu::classic::evaluation::correction_network::{CorrectionNetwork, MAX_CORRECTION};
use crate::cpu::classic::evaluation::feature_indices::{Adder, FeatureIndices};
use crate::cpu::classic::evaluation::parts::PARTS;

/// Evaluation of a position in progress: the cheap sum is done, and the network is run on demand.
pub(crate) struct PartialEvaluation<'a, A> {
    pub(super) adder: A,
    pub(super) network: Option<&'a CorrectionNetwork>,
    pub(super) phase: usize,
    pub(super) feature_indices: FeatureIndices,
    pub(super) is_first: bool,
    /// Sum of the values and of the offset for the number of empties, in parts of a disc.
    pub(super) sum: i32,
    /// Maximum absolute value of a score.
    pub(super) most: i32,
}

impl<A: Adder> PartialEvaluation<'_, A> {
    /// Score from the sum alone, in discs; accurate enough for move ordering.
    #[inline(always)]
    pub(crate) fn fast_score(&self) -> i32 {
        self.in_discs(self.sum)
    }

    /// Score with the network, in discs.
    #[inline(always)]
    pub(crate) fn score(&self) -> i32 {
        // Not a closure, because that would not be compiled for the vectors of the caller.
        let correction = match self.network {
            Some(network) => network.correction(self.adder, self.phase, &self.feature_indices, self.is_first, PARTS),
            None => 0,
        };
        self.in_discs(self.sum + correction)
    }

    /// Exact score if the network is needed to decide whether it is greater than alpha; otherwise a bound on the same
    /// side of alpha.
    #[inline(always)]
    pub(crate) fn bound(&self, alpha: i32) -> i32 {
        let [least, most] = [-MAX_CORRECTION, MAX_CORRECTION].map(|discs| self.in_discs(self.sum + discs * PARTS));
        match self.network {
            Some(_) if least > alpha => least,
            Some(_) if most <= alpha => most,
            _ => self.score(),
        }
    }

    /// Rounds to the nearest disc.
    #[inline(always)]
    fn in_discs(&self, parts: i32) -> i32 {
        ((parts + PARTS / 2) >> PARTS.trailing_zeros()).clamp(-self.most, self.most)
    }
}
