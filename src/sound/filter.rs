//! Filters of second order.

use std::f32::consts::TAU;

use super::RATE;

/// A filter of second order, and what it remembers (transposed direct form II).
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    /// What the input counts, now, one sample and two samples ago.
    forward: [f32; 3],
    /// What the output counts, one sample and two samples ago.
    back: [f32; 2],
    memory: [f32; 2],
}

impl Filter {
    /// A filter from its coefficients, those of the output without the leading 1.
    pub(super) const fn new(forward: [f32; 3], back: [f32; 2]) -> Self {
        Self { forward, back, memory: [0.0; 2] }
    }

    /// Lets through what is below so many hertz, without resonance (Bristow-Johnson, "Audio EQ Cookbook").
    pub(super) fn low_pass(frequency: f32) -> Self {
        let (cosine, alpha) = shape(frequency, Self::FLAT);
        let side = (1.0 - cosine) / 2.0;
        Self::normal([side, 1.0 - cosine, side], cosine, alpha)
    }

    /// Lets through what is above so many hertz, without resonance.
    pub(super) fn high_pass(frequency: f32) -> Self {
        let (cosine, alpha) = shape(frequency, Self::FLAT);
        let side = f32::midpoint(1.0, cosine);
        Self::normal([side, -1.0 - cosine, side], cosine, alpha)
    }

    /// Lets through what is around so many hertz; `quality` is the frequency divided by the bandwidth.
    pub(super) fn band_pass(frequency: f32, quality: f32) -> Self {
        let (cosine, alpha) = shape(frequency, quality);
        Self::normal([alpha, 0.0, -alpha], cosine, alpha)
    }

    /// The quality at which nothing is louder than it was.
    const FLAT: f32 = std::f32::consts::FRAC_1_SQRT_2;

    fn normal(forward: [f32; 3], cosine: f32, alpha: f32) -> Self {
        let whole = 1.0 + alpha;
        Self::new(forward.map(|part| part / whole), [-2.0 * cosine / whole, (1.0 - alpha) / whole])
    }

    /// The next sample.
    pub(super) fn next(&mut self, sample: f32) -> f32 {
        let [now, once, twice] = self.forward;
        let output = now * sample + self.memory[0];
        self.memory = [once * sample - self.back[0] * output + self.memory[1], twice * sample - self.back[1] * output];
        output
    }

    /// Filters all samples.
    pub(super) fn run(mut self, samples: &mut [f32]) {
        for sample in samples {
            *sample = self.next(*sample);
        }
    }
}

/// The cosine of the angle of a frequency, and the bandwidth.
fn shape(frequency: f32, quality: f32) -> (f32, f32) {
    let (sine, cosine) = (TAU * frequency / RATE).sin_cos();
    (cosine, sine / (2.0 * quality))
}
