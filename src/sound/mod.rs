//! The sounds of the game as numbers: each is computed from models of discs, boards and strings when it is wanted.
//!
//! [`samples`] gives a [`Sound`] in a [`Variation`], so that no two are alike. [`flip_run`] says which sounds follow a
//! wave of turning discs. Nothing here knows a clock, a thread, a file or a loudspeaker: the caller says when a sound
//! begins and hands the samples on. docs/sounds.md describes the models and what was measured.

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

/// Samples per second of every sound, one channel.
pub const SAMPLE_RATE: u32 = 48_000;

/// The highest level that a sample may have: -3 dB of full scale.
pub const PEAK: f32 = 0.707;

/// A sound as samples from -[`PEAK`] to [`PEAK`], [`SAMPLE_RATE`] of them a second. It begins and ends at zero.
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

/// Samples per second, to compute with.
const RATE: f32 = SAMPLE_RATE as f32;

/// How many samples so many seconds have.
fn count(seconds: f32) -> usize {
    (seconds.max(0.0) * RATE).round() as usize
}
