//! Second-order filters.

use std::f32::consts::TAU;

use super::RATE;

/// A second-order filter with its state (transposed direct form II).
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    /// Coefficients of the input: the current sample, the one before, and the one before that.
    forward: [f32; 3],
    /// Coefficients of the output: the previous sample, and the one before.
    back: [f32; 2],
    memory: [f32; 2],
}

impl Filter {
    /// Creates a filter from its coefficients; the leading 1 of the output is omitted.
    pub(super) const fn new(forward: [f32; 3], back: [f32; 2]) -> Self {
        Self { forward, back, memory: [0.0; 2] }
    }

    /// Low-pass at this frequency in Hz, without resonance (Bristow-Johnson, "Audio EQ Cookbook").
    pub(super) fn low_pass(frequency: f32) -> Self {
        let (cosine, alpha) = shape(frequency, Self::FLAT);
        let side = (1.0 - cosine) / 2.0;
        Self::normal([side, 1.0 - cosine, side], cosine, alpha)
    }

    /// High-pass at this frequency in Hz, without resonance.
    pub(super) fn high_pass(frequency: f32) -> Self {
        let (cosine, alpha) = shape(frequency, Self::FLAT);
        let side = f32::midpoint(1.0, cosine);
        Self::normal([side, -1.0 - cosine, side], cosine, alpha)
    }

    /// Band-pass around this frequency in Hz; `quality` is the frequency divided by the bandwidth.
    pub(super) fn band_pass(frequency: f32, quality: f32) -> Self {
        let (cosine, alpha) = shape(frequency, quality);
        Self::normal([alpha, 0.0, -alpha], cosine, alpha)
    }

    /// Quality of a filter without resonance.
    const FLAT: f32 = std::f32::consts::FRAC_1_SQRT_2;

    fn normal(forward: [f32; 3], cosine: f32, alpha: f32) -> Self {
        let whole = 1.0 + alpha;
        Self::new(forward.map(|part| part / whole), [-2.0 * cosine / whole, (1.0 - alpha) / whole])
    }

    pub(super) fn next(&mut self, sample: f32) -> f32 {
        let [now, once, twice] = self.forward;
        let output = now * sample + self.memory[0];
        self.memory = [once * sample - self.back[0] * output + self.memory[1], twice * sample - self.back[1] * output];
        output
    }

    pub(super) fn run(mut self, samples: &mut [f32]) {
        for sample in samples {
            *sample = self.next(*sample);
        }
    }
}

/// Cosine of the angular frequency, and the bandwidth term (alpha) of the cookbook.
fn shape(frequency: f32, quality: f32) -> (f32, f32) {
    let (sine, cosine) = (TAU * frequency / RATE).sin_cos();
    (cosine, sine / (2.0 * quality))
}
