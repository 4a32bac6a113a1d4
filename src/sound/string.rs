//! Plucked strings, as on a koto.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::{RATE, count};

#[derive(Clone, Copy, Debug)]
pub(super) struct Pluck {
    /// Frequency in Hz.
    pub(super) frequency: f32,
    /// Time in seconds in which the sound falls by 60 dB.
    pub(super) decay: f32,
    /// Hardness of the plectrum, from 0 (a fingertip) to 1.
    pub(super) hardness: f32,
}

impl Pluck {
    /// Point of plucking, as a fraction of the length.
    const PLACE: f32 = 0.17;

    /// Computes the sound for this many seconds.
    ///
    /// A wave runs around a delay line of one period and is smoothed each time (Karplus and Strong, "Digital synthesis
    /// of plucked-string and drum timbres", Computer Music Journal 7(2), 1983). An all-pass filter tunes it between two
    /// samples, and a gain sets its decay (Jaffe and Smith, "Extensions of the Karplus-Strong plucked-string
    /// algorithm", in the same issue).
    pub(super) fn sound(self, seconds: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<f32> {
        let period = RATE / self.frequency;
        // The mean of two neighbours delays by half a sample, and the all-pass filter by 0.3 to 1.3 samples.
        let whole = (period - 0.5 - 0.3).floor();
        let rest = period - 0.5 - whole;
        let all_pass = (1.0 - rest) / (1.0 + rest);
        let gain = 10.0f32.powf(-3.0 / (self.frequency * self.decay));
        let mut line = self.shape(whole as usize, dice);
        let (mut before, mut input, mut output) = (0.0, 0.0, 0.0);
        let mut at = 0;
        (0..count(seconds))
            .map(|_| {
                let heard = line[at];
                let smooth = gain * f32::midpoint(heard, before);
                before = heard;
                output = all_pass * (smooth - output) + input;
                input = smooth;
                line[at] = output;
                at = if at + 1 < line.len() { at + 1 } else { 0 };
                heard
            })
            .collect()
    }

    /// Initial shape of the string: a triangle, rounder the softer the pluck, with a little noise.
    fn shape(self, length: usize, dice: &mut Xoshiro256PlusPlus) -> Vec<f32> {
        let place = Self::PLACE * dice.random_range(0.85..1.15);
        let triangle = |part: f32| if part < place { part / place } else { (1.0 - part) / (1.0 - place) };
        let mut line: Vec<f32> = (0..length)
            .map(|index| {
                let noise: f32 = dice.random_range(-1.0..1.0);
                triangle(index as f32 / length as f32) - 0.5 + 0.35 * self.hardness * noise
            })
            .collect();
        // Smooths twice around, so that the shape has no seam.
        let part = 0.25 + 0.5 * self.hardness;
        let mut last = 0.0;
        for index in (0..length).chain(0..length) {
            last += part * (line[index] - last);
            line[index] = last;
        }
        let mean = line.iter().sum::<f32>() / length as f32;
        line.iter().map(|sample| sample - mean).collect()
    }
}
