//! Noise of felt, air and fire.

use std::f32::consts::TAU;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::filter::Filter;
use super::{RATE, count};

/// A burst of noise around a frequency in Hz. It rises in `attack` seconds and falls to 1/e in `decay` seconds.
pub(super) fn burst(frequency: f32, attack: f32, decay: f32, seconds: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<f32> {
    let mut samples: Vec<f32> = white(seconds, dice).collect();
    Filter::band_pass(frequency, 0.7).run(&mut samples);
    shape(&mut samples, attack, decay);
    samples
}

/// A burst of noise that darkens: the cut-off frequency falls from `from` Hz to `to` Hz.
pub(super) fn fall(
    from: f32,
    to: f32,
    attack: f32,
    decay: f32,
    seconds: f32,
    dice: &mut Xoshiro256PlusPlus,
) -> Vec<f32> {
    /// Number of samples filtered alike; smaller steps would be inaudible.
    const CHUNK: usize = 64;
    let mut samples: Vec<f32> = white(seconds, dice).collect();
    let chunks = samples.len().div_ceil(CHUNK) as f32;
    let (mut once, mut twice) = (0.0f32, 0.0f32);
    for (index, chunk) in samples.chunks_mut(CHUNK).enumerate() {
        // Falls by equal intervals, and most of the way in the first half.
        let way = (index as f32 / chunks).sqrt();
        let frequency = from * (to / from).powf(way);
        let part = 1.0 - (-TAU * frequency / RATE).exp();
        for sample in chunk {
            once += part * (*sample - once);
            twice += part * (once - twice);
            *sample = twice;
        }
    }
    shape(&mut samples, attack, decay);
    samples
}

fn white(seconds: f32, dice: &mut Xoshiro256PlusPlus) -> impl Iterator<Item = f32> {
    (0..count(seconds)).map(|_| dice.random_range(-1.0..1.0))
}

/// Applies a linear attack and an exponential decay.
fn shape(samples: &mut [f32], attack: f32, decay: f32) {
    for (index, sample) in samples.iter_mut().enumerate() {
        let seconds = index as f32 / RATE;
        *sample *= (seconds / attack).min(1.0) * (-(seconds - attack).max(0.0) / decay).exp();
    }
}
