//! The soft run of sounds that follows a wave of turning discs.

use rand::RngExt;

use super::kind::{FLIP_STEPS, Sound};
use super::variation::Variation;

/// One sound of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voice {
    /// Seconds after the beginning of the wave.
    pub start: f32,
    /// What sounds.
    pub sound: Sound,
    /// How it differs from the others.
    pub variation: Variation,
}

/// The sounds of a wave of discs that turn; `times` are the seconds, in any order, at which they are heard.
///
/// Each disc has a sound of its own, a note higher than the one before. Where more than [`FLIP_STEPS`] turn,
/// neighbours share one. Sounds that overlap are softer, so that many are hardly louder than one.
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
        // The run is in tune with itself: only the whole of it is higher or lower.
        let gain = own.gain / (overlapping as f32).sqrt();
        Voice { start: *start, sound, variation: Variation { seed: own.seed, pitch: whole.pitch, gain } }
    });
    sounds.collect()
}
