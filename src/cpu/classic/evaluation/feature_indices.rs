//! Feature indices of a position's configurations, and the sums of their values and weights.

use std::array;

use crate::cpu::hidden_layer::{UNITS, Weights};

/// Number of feature indices of a position, one for each lane of a layout.
pub(crate) const LANES: usize = 64;

/// Feature index of each lane's configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct FeatureIndices(pub(crate) [u32; LANES]);

/// A way to sum the values at the feature indices of a position. Processors have several, with the same result.
pub(crate) trait Adder: Copy {
    /// Sums the values at these indices.
    ///
    /// # Panics
    /// If an index is not less than that of the last value.
    fn sum(self, values: &[i16], indices: &FeatureIndices) -> i32;

    /// Sums the weights at these indices, for each unit.
    ///
    /// # Panics
    /// If an index is out of bounds.
    fn unit_sums(self, weights: &[Weights], indices: &FeatureIndices) -> [i16; UNITS];
}

/// Sums one value after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneByOne;

impl Adder for OneByOne {
    #[inline(always)]
    fn sum(self, values: &[i16], indices: &FeatureIndices) -> i32 {
        let (_, values) = values.split_last().expect("one more value than features");
        indices.0.iter().map(|index| i32::from(values[*index as usize])).sum()
    }

    // Not inlined, because the compiler vectorises the additions only in a function of their own.
    #[inline(never)]
    fn unit_sums(self, weights: &[Weights], indices: &FeatureIndices) -> [i16; UNITS] {
        if cfg!(all(target_family = "wasm", not(target_feature = "simd128"))) {
            sums_in_words(weights, indices)
        } else {
            sums_in_vectors(weights, indices)
        }
    }
}

/// Sums the weights for each unit, in additions that vector processors do at once.
#[inline(always)]
fn sums_in_vectors(weights: &[Weights], indices: &FeatureIndices) -> [i16; UNITS] {
    let mut sums = [0; UNITS];
    for index in indices.0 {
        for (sum, weight) in sums.iter_mut().zip(weights[index as usize]) {
            *sum += i16::from(weight);
        }
    }
    sums
}

/// Sums the weights on processors without vectors: one word adds four 16-bit numbers at once.
#[inline(always)]
fn sums_in_words(weights: &[Weights], indices: &FeatureIndices) -> [i16; UNITS] {
    /// Mask of every other byte.
    const BYTES: u64 = 0x00FF_00FF_00FF_00FF;
    /// Offset that makes each weight non-negative, so that no lane borrows from the next.
    const LIFT: u8 = 1 << 7;

    let mut words = [0; UNITS / 4];
    for index in indices.0 {
        let (halves, _) = weights[index as usize].as_chunks::<8>();
        for (half, words) in halves.iter().zip(words.as_chunks_mut::<2>().0) {
            let half = u64::from_le_bytes(half.map(|weight| weight.cast_unsigned() ^ LIFT));
            words[0] += half & BYTES;
            words[1] += half >> 8 & BYTES;
        }
    }
    let lifted = LANES as i16 * i16::from(LIFT);
    array::from_fn(|unit| (words[unit / 8 * 2 + unit % 2] >> (unit % 8 / 2 * 16)) as i16 - lifted)
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn both_ways_add_up_the_same_for_each_unit() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(4);
        let weights: Vec<Weights> =
            (0..1000).map(|_| dice.random()).chain([[i8::MIN; UNITS], [i8::MAX; UNITS]]).collect();
        let at_random = std::iter::repeat_with(|| FeatureIndices(array::from_fn(|_| dice.random_range(0..1002))));
        for indices in at_random.take(500).chain([1000, 1001].map(|index| FeatureIndices([index; LANES]))) {
            let expected: [i16; UNITS] =
                array::from_fn(|unit| indices.0.iter().map(|index| i16::from(weights[*index as usize][unit])).sum());
            assert_eq!(sums_in_vectors(&weights, &indices), expected);
            assert_eq!(sums_in_words(&weights, &indices), expected);
        }
    }
}
