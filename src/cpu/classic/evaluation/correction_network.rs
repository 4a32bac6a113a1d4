//! A network with one hidden layer, which corrects the sum of pattern values by what a sum cannot express.
//!
//! Each configuration has a weight to each hidden unit. A unit sums the weights of all configurations of a position, as
//! the evaluation sums their values. A leaky ReLU with learnt slopes follows, so that the effect of a configuration
//! depends on the others.

use std::array;

use crate::cpu::classic::evaluation::feature_indices::{Adder, FeatureIndices};
use crate::cpu::classic::evaluation::pattern::Patterns;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::memory::room_in_large_pages;
use crate::cpu::hidden_layer::{UNITS, Units, Weights};

/// Maximum correction in discs. Positions that need more are too one-sided to matter.
pub(crate) const MAX_CORRECTION: i32 = 6;

/// Output layer for one phase, in parts of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CorrectionLayer {
    pub(crate) units: Units,
    /// Offset to the output.
    pub(crate) offset: f32,
}

#[derive(Clone, PartialEq)]
pub(crate) struct CorrectionNetwork {
    /// Weights of all configurations and of the null index, stored twice: for the first player to move, and for the
    /// second.
    weights: Box<[Weights]>,
    outputs: [CorrectionLayer; PHASES],
}

impl CorrectionLayer {
    /// Number of parameters.
    const COUNT: usize = Units::COUNT + 1;

    fn numbers(&self) -> impl Iterator<Item = f32> {
        self.units.numbers().chain([self.offset])
    }

    fn from_numbers(numbers: &[f32; Self::COUNT]) -> Self {
        let units = array::from_fn(|index| numbers[index]);
        Self { units: Units::from_numbers(&units), offset: numbers[Units::COUNT] }
    }

    /// Output for these sums of the units, in parts of a disc.
    #[inline(always)]
    pub(crate) fn output(&self, sums: &[f32; UNITS]) -> f32 {
        self.units.output(sums) + self.offset
    }
}

impl CorrectionNetwork {
    /// Creates a network from the weights of all configurations and of the null index, for the player whose discs are
    /// the digits 1.
    pub(crate) fn new(patterns: &Patterns, weights: &[Weights], outputs: &[CorrectionLayer; PHASES]) -> Self {
        let mut both = room_in_large_pages(2 * weights.len());
        both.extend_from_slice(weights);
        both.extend(patterns.exchanged().iter().map(|index| weights[*index as usize]));
        Self { weights: both.into_boxed_slice(), outputs: *outputs }
    }

    /// Correction of the value of a position in this phase, in parts of a disc.
    ///
    /// # Panics
    /// If a feature index is out of bounds.
    #[inline(always)]
    pub(crate) fn correction(
        &self,
        adder: impl Adder,
        phase: usize,
        indices: &FeatureIndices,
        is_first: bool,
        parts: i32,
    ) -> i32 {
        let (first, second) = self.weights.split_at(self.weights.len() / 2);
        let sums = adder.unit_sums(if is_first { first } else { second }, indices).map(f32::from);
        let most = MAX_CORRECTION * parts;
        (self.outputs[phase].output(&sums) as i32).clamp(-most, most)
    }

    /// Number of bytes of a network with this many stored configurations.
    pub(crate) const fn size(stored: usize) -> usize {
        stored * UNITS + PHASES * CorrectionLayer::COUNT * size_of::<f32>()
    }

    /// Serialises the weights of the stored configurations, and the outputs.
    pub(crate) fn to_bytes(&self, stored: &[usize]) -> Vec<u8> {
        let weights = stored.iter().flat_map(|index| self.weights[*index].map(i8::cast_unsigned));
        let outputs = self.outputs.iter().flat_map(|outputs| outputs.numbers().flat_map(f32::to_le_bytes));
        weights.chain(outputs).collect()
    }

    /// Reads a network from [`Self::size`] bytes; `None` if a number is not finite.
    pub(crate) fn from_bytes(patterns: &Patterns, stored: &[usize], bytes: &[u8]) -> Option<Self> {
        let (rows, numbers) = bytes.split_at(stored.len() * UNITS);
        let mut weights = vec![[0; UNITS]; patterns.feature_count()];
        for (index, row) in stored.iter().zip(rows.as_chunks().0) {
            weights[*index] = row.map(u8::cast_signed);
        }
        patterns.mirror(&mut weights);
        let numbers: Vec<f32> = numbers.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let (phases, _) = numbers.as_chunks();
        let is_whole = numbers.iter().all(|number| number.is_finite());
        is_whole.then(|| {
            Self::new(patterns, &weights, &array::from_fn(|phase| CorrectionLayer::from_numbers(&phases[phase])))
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
    use crate::cpu::classic::evaluation::boards::Boards;
    use crate::cpu::classic::evaluation::feature_indices::OneByOne;
    use crate::cpu::classic::evaluation::layout::{Configurations, Layout};
    use crate::cpu::classic::evaluation::parts::PARTS;

    /// A network of random weights and outputs.
    fn made_up(boards: Boards, seed: u64) -> CorrectionNetwork {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let weights: Vec<Weights> = (0..boards.patterns().feature_count()).map(|_| dice.random()).collect();
        let mut three = || array::from_fn(|_| dice.random_range(-0.2..0.2));
        let mut units = || Units { biases: three(), above: three(), below: three() };
        let outputs = array::from_fn(|_| CorrectionLayer { units: units(), offset: 3.5 });
        CorrectionNetwork::new(boards.patterns(), &weights, &outputs)
    }

    /// Like [`CorrectionNetwork::correction`], one number at a time, for the player with the digits 1.
    fn slow_correction(network: &CorrectionNetwork, phase: usize, indices: &FeatureIndices) -> f64 {
        let outputs = &network.outputs[phase];
        let outputs_of_units = (0..UNITS).map(|unit| {
            let weights = indices.0.iter().map(|index| f64::from(network.weights[*index as usize][unit]));
            let sum = weights.sum::<f64>() + f64::from(outputs.units.biases[unit]);
            sum * f64::from(if sum > 0.0 { outputs.units.above[unit] } else { outputs.units.below[unit] })
        });
        outputs_of_units.sum::<f64>() + f64::from(outputs.offset)
    }

    #[test]
    fn corrections_are_those_of_the_slow_way_from_both_sides() {
        for boards in Boards::ALL {
            let (network, layout) = (made_up(boards, 1), Layout::new(boards, Shape::FULL));
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
            let most = f64::from(MAX_CORRECTION * PARTS);
            let mut within = 0;
            for phase in (0..PHASES).cycle().take(3000) {
                let (discs, own): (u64, u64) = (dice.random(), dice.random());
                let board = Bitboards { own: discs & own, other: discs & !own };
                let indices = |board| layout.feature_indices(&Configurations::of(board, &layout));
                let expected = slow_correction(&network, phase, &indices(board)).clamp(-most, most);
                let first = network.correction(OneByOne, phase, &indices(board), true, PARTS);
                assert!((f64::from(first) - expected).abs() < 1.1, "{first}, {expected}");
                assert_eq!(
                    network.correction(OneByOne, phase, &indices(board.passed()), false, PARTS),
                    first,
                    "{board:x?}"
                );
                within += u32::from(expected.abs() < most);
            }
            assert!(within > 300, "{within}");
        }
    }

    #[test]
    fn a_number_that_is_none_is_no_network() {
        let patterns = Boards::Full.patterns();
        let mut bytes = vec![0; CorrectionNetwork::size(3)];
        assert!(CorrectionNetwork::from_bytes(patterns, &[0, 1, 2], &bytes).is_some());
        bytes.splice(3 * UNITS..3 * UNITS + 4, f32::NAN.to_le_bytes());
        assert!(CorrectionNetwork::from_bytes(patterns, &[0, 1, 2], &bytes).is_none());
    }
}
