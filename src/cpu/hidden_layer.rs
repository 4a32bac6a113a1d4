//! The hidden layer of the small networks: its output and its training.

use std::array;

use rand::{Rng, RngExt};

pub(crate) const UNITS: usize = 16;

/// Weights from one pattern configuration to the hidden units.
pub(crate) type Weights = [i8; UNITS];

/// Parameters of the hidden units: a leaky ReLU with learnt slopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Units {
    /// Bias added to the sum of each unit.
    pub(crate) biases: [f32; UNITS],
    /// Slope of each unit where its biased sum is positive.
    pub(crate) above: [f32; UNITS],
    /// Slope of each unit where its biased sum is zero or negative.
    pub(crate) below: [f32; UNITS],
}

impl Units {
    /// Number of parameters.
    pub(crate) const COUNT: usize = 3 * UNITS;

    /// Untrained units with random slopes, because units that start equal would stay equal.
    pub(crate) fn unlearnt(rng: &mut impl Rng) -> Self {
        Self { biases: [0.5; UNITS], above: array::from_fn(|_| rng.random_range(-0.6..0.6)), below: [0.0; UNITS] }
    }

    /// Sets every parameter to the same number.
    pub(crate) const fn all(number: f32) -> Self {
        Self { biases: [number; UNITS], above: [number; UNITS], below: [number; UNITS] }
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = f32> {
        [self.biases, self.above, self.below].into_iter().flatten()
    }

    /// Inverse of [`Self::numbers`].
    pub(crate) fn from_numbers(numbers: &[f32; Self::COUNT]) -> Self {
        let [biases, above, below] = array::from_fn(|kind| array::from_fn(|unit| numbers[kind * UNITS + unit]));
        Self { biases, above, below }
    }

    /// Output of the layer for these sums of the units.
    ///
    /// The same on every machine, because the order of additions is fixed. Halves are added pairwise so that the
    /// compiler can vectorise them.
    #[expect(clippy::inline_always, reason = "it is compiled for the vectors of its caller")]
    #[inline(always)]
    pub(crate) fn output(&self, sums: &[f32; UNITS]) -> f32 {
        let outputs: [f32; UNITS] = array::from_fn(|unit| {
            let sum = sums[unit] + self.biases[unit];
            sum * if sum > 0.0 { self.above[unit] } else { self.below[unit] }
        });
        let eight: [f32; 8] = array::from_fn(|unit| outputs[unit] + outputs[unit + 8]);
        let four: [f32; 4] = array::from_fn(|unit| eight[unit] + eight[unit + 4]);
        (four[0] + four[2]) + (four[1] + four[3])
    }

    /// Takes a gradient step against an error of the output; returns the gradient of each sum.
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

/// AdaGrad step: the larger the past gradients, the shorter the step. `squares` is the sum of squared gradients (Duchi,
/// Hazan and Singer, Adaptive subgradient methods, JMLR 12, 2011, section 1.1).
#[inline]
pub(crate) fn step(value: &mut f32, squares: &mut f32, gradient: f32, rate: f32) {
    *squares += gradient * gradient;
    *value -= rate * gradient / squares.sqrt();
}
