//! Where the values and weights of a position's configurations lie, and their sums.

/// So many places: one for each lane of a layout.
pub(crate) const LANES: usize = 64;

/// For each lane the place of its configuration among those of all patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Places(pub(crate) [u32; LANES]);

/// How many hidden units a network has.
pub(crate) const UNITS: usize = 16;

/// The weights of a configuration to the units of a network.
pub(crate) type Weights = [i8; UNITS];

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

    #[inline(always)]
    fn unit_sums(self, weights: &[Weights], places: &Places) -> [i16; UNITS] {
        let mut sums = [0; UNITS];
        for place in places.0 {
            for (sum, weight) in sums.iter_mut().zip(&weights[place as usize]) {
                *sum += i16::from(*weight);
            }
        }
        sums
    }
}
