//! Where the values and weights of a position's configurations lie, and their sums.

use std::array;

use crate::cpu::hidden_layer::{UNITS, Weights};

/// So many places: one for each lane of a layout.
pub(crate) const LANES: usize = 64;

/// For each lane the place of its configuration among those of all patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Places(pub(crate) [u32; LANES]);

/// How what lies at the places of a position is added up: processors have several ways, which come to the same.
pub(crate) trait Adder: Copy {
    /// The sum of the values at these places.
    ///
    /// # Panics
    /// When a place is not before that of the last value.
    fn sum(self, values: &[i16], places: &Places) -> i32;

    /// For each unit the sum of the weights at these places.
    ///
    /// # Panics
    /// When a place lies behind the weights.
    fn unit_sums(self, weights: &[Weights], places: &Places) -> [i16; UNITS];
}

/// Adds up one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneByOne;

impl Adder for OneByOne {
    #[inline(always)]
    fn sum(self, values: &[i16], places: &Places) -> i32 {
        let (_, values) = values.split_last().expect("one more value than places");
        places.0.iter().map(|place| i32::from(values[*place as usize])).sum()
    }

    // The compiler makes vectors of the additions in a function of their own, and none amid the search.
    #[inline(never)]
    fn unit_sums(self, weights: &[Weights], places: &Places) -> [i16; UNITS] {
        if cfg!(all(target_family = "wasm", not(target_feature = "simd128"))) {
            sums_in_words(weights, places)
        } else {
            sums_in_vectors(weights, places)
        }
    }
}

/// For each unit the sum of the weights at these places, in additions that processors with vectors do at once.
#[inline(always)]
fn sums_in_vectors(weights: &[Weights], places: &Places) -> [i16; UNITS] {
    let mut sums = [0; UNITS];
    for place in places.0 {
        for (sum, weight) in sums.iter_mut().zip(weights[place as usize]) {
            *sum += i16::from(weight);
        }
    }
    sums
}

/// The same for processors without vectors: four numbers of 16 bits in a word are added at once.
#[inline(always)]
fn sums_in_words(weights: &[Weights], places: &Places) -> [i16; UNITS] {
    /// Every other byte.
    const BYTES: u64 = 0x00FF_00FF_00FF_00FF;
    /// What makes a weight more than nothing, so that none takes from the one beside it.
    const LIFT: u8 = 1 << 7;

    let mut words = [0; UNITS / 4];
    for place in places.0 {
        let (halves, _) = weights[place as usize].as_chunks::<8>();
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
        let at_random = std::iter::repeat_with(|| Places(array::from_fn(|_| dice.random_range(0..1002))));
        for places in at_random.take(500).chain([1000, 1001].map(|place| Places([place; LANES]))) {
            let expected: [i16; UNITS] =
                array::from_fn(|unit| places.0.iter().map(|place| i16::from(weights[*place as usize][unit])).sum());
            assert_eq!(sums_in_vectors(&weights, &places), expected);
            assert_eq!(sums_in_words(&weights, &places), expected);
        }
    }
}
