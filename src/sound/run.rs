//! The soft run of sounds for a wave of turning discs.

use rand::RngExt;

use super::kind::{FLIP_STEPS, Sound};
use super::variation::Variation;

/// A sound of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voice {
    /// Start in seconds after the start of the wave.
    pub start: f32,
    /// Sound to play.
    pub sound: Sound,
    /// Variation of the sound.
    pub variation: Variation,
}

/// Sounds for a wave of turning discs; `times` are their times in seconds, in any order.
///
/// Each disc has its own sound, one note higher than the one before. If more than [`FLIP_STEPS`] discs turn, neighbours
/// share a sound. Overlapping sounds are softer, so that many are hardly louder than one.
#[must_use]
pub fn flip_run(times: &[f32], seed: u64) -> Vec<Voice> {
    let mut times = times.to_vec();
    times.sort_by(f32::total_cmp);
    let voices = times.len().min(FLIP_STEPS as usize);
    let starts: Vec<f32> = (0..voices).map(|voice| times[voice * times.len() / voices]).collect();
    let whole = Variation::from_seed(seed);
    let mut dice = whole.dice();
    let sounds = starts.iter().enumerate().map(|(step, start)| {
        let own = Variation::from_seed(dice.random());
        let sound = Sound::Flip { step: step as u32 };
        let overlapping = starts.iter().filter(|other| (*other - start).abs() < sound.seconds() / 2.0).count();
        // All sounds share one pitch, so that the run is in tune with itself.
        let gain = own.gain / (overlapping as f32).sqrt();
        Voice { start: *start, sound, variation: Variation { seed: own.seed, pitch: whole.pitch, gain } }
    });
    sounds.collect()
}
