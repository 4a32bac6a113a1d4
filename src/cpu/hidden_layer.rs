//! The hidden layer of the small networks: what the sums of its units are worth, and how that is learnt.

use std::array;

use rand::{Rng, RngExt};

/// How many hidden units there are.
pub(crate) const UNITS: usize = 16;

/// The weights of a configuration to the units.
pub(crate) type Weights = [i8; UNITS];

/// What the units are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Units {
    /// What is added to the sum of each unit.
    pub(crate) biases: [f32; UNITS],
    /// What each unit is worth where it is more than nothing, a part of its sum.
    pub(crate) above: [f32; UNITS],
    /// The same where it is less.
    pub(crate) below: [f32; UNITS],
}

impl Units {
    /// How many numbers they are.
    pub(crate) const COUNT: usize = 3 * UNITS;

    /// Units that have learnt nothing: if they began alike, they would stay alike.
    pub(crate) fn unlearnt(rng: &mut impl Rng) -> Self {
        Self { biases: [0.5; UNITS], above: array::from_fn(|_| rng.random_range(-0.6..0.6)), below: [0.0; UNITS] }
    }

    /// The same number everywhere.
    pub(crate) const fn all(number: f32) -> Self {
        Self { biases: [number; UNITS], above: [number; UNITS], below: [number; UNITS] }
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = f32> {
        [self.biases, self.above, self.below].into_iter().flatten()
    }

    /// By what [`Self::numbers`] tells.
    pub(crate) fn from_numbers(numbers: &[f32; Self::COUNT]) -> Self {
        let [biases, above, below] = array::from_fn(|kind| array::from_fn(|unit| numbers[kind * UNITS + unit]));
        Self { biases, above, below }
    }

    /// What these sums of the units are worth.
    ///
    /// The same on every machine: all additions are in a fixed order, two halves at a time for the sake of vectors.
    #[expect(clippy::inline_always, reason = "it is compiled for the vectors of its caller")]
    #[inline(always)]
    pub(crate) fn worth(&self, sums: &[f32; UNITS]) -> f32 {
        let worth: [f32; UNITS] = array::from_fn(|unit| {
            let sum = sums[unit] + self.biases[unit];
            sum * if sum > 0.0 { self.above[unit] } else { self.below[unit] }
        });
        let eight: [f32; 8] = array::from_fn(|unit| worth[unit] + worth[unit + 8]);
        let four: [f32; 4] = array::from_fn(|unit| eight[unit] + eight[unit + 4]);
        (four[0] + four[2]) + (four[1] + four[3])
    }

    /// Takes a step against an error of what these sums are worth; returns the gradient of each sum.
    pub(crate) fn learn(&mut self, squares: &mut Self, sums: &[f32; UNITS], error: f32, rate: f32) -> [f32; UNITS] {
        array::from_fn(|unit| {
            let sum = sums[unit] + self.biases[unit];
            let (slope, square) = if sum > 0.0 {
                (&mut self.above[unit], &mut squares.above[unit])
            } else {
                (&mut self.below[unit], &mut squares.below[unit])
            };
            let gradient = error * *slope;
            step(slope, square, error * sum, rate);
            step(&mut self.biases[unit], &mut squares.biases[unit], gradient, rate);
            gradient
        })
    }
}

/// A step against a gradient, the shorter, the larger its gradients were until then: `squares` is the sum of their
/// squares (Duchi, Hazan and Singer, Adaptive subgradient methods, JMLR 12, 2011, section 1.1).
#[inline]
pub(crate) fn step(value: &mut f32, squares: &mut f32, gradient: f32, rate: f32) {
    *squares += gradient * gradient;
    *value -= rate * gradient / squares.sqrt();
}
