//! Sound synthesis: each sound of the game is computed on demand from models of discs, boards and strings.
//!
//! [`samples`] computes a [`Sound`] in a [`Variation`], so that no two sounds are the same. [`flip_run`] lists the
//! sounds for a wave of turning discs. This module has no clocks, threads, files or loudspeakers: the caller decides
//! when to play the samples. docs/sounds.md describes the models and the measurements.

mod body;
mod filter;
mod kind;
mod level;
mod mode;
mod noise;
mod recipe;
mod run;
mod scale;
mod string;
mod track;
mod variation;

pub use kind::{FLIP_STEPS, Sound};
pub use run::{Voice, flip_run};
pub use variation::Variation;

/// Sample rate in Hz; sounds have one channel.
pub const SAMPLE_RATE: u32 = 48_000;

/// Maximum level of a sample: -3 dB relative to full scale.
pub const PEAK: f32 = 0.707;

/// Computes a sound as samples from -[`PEAK`] to [`PEAK`] at [`SAMPLE_RATE`]. It begins and ends at zero.
///
/// The same sound and variation give the same samples.
///
/// ```
/// use irogaeshi::sound::{SAMPLE_RATE, Sound, Variation, samples};
///
/// let click = samples(Sound::Place { turned: 3 }, Variation::from_seed(1));
/// assert!(click.len() < SAMPLE_RATE as usize / 8);
/// assert_ne!(click, samples(Sound::Place { turned: 3 }, Variation::from_seed(2)));
/// ```
#[must_use]
pub fn samples(sound: Sound, variation: Variation) -> Vec<f32> {
    recipe::compose(sound, variation).finish(sound.loudness(), variation.gain)
}

/// Sample rate as a floating-point number.
const RATE: f32 = SAMPLE_RATE as f32;

/// Number of samples in this many seconds.
fn count(seconds: f32) -> usize {
    (seconds.max(0.0) * RATE).round() as usize
}
