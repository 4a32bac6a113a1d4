//! Random variation between the playings of a sound.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Random variation of one playing of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variation {
    /// Seed of noise and small differences, such as the point of contact on the board and the strength of a pluck.
    pub(super) seed: u64,
    /// Factor on all frequencies.
    pub(super) pitch: f32,
    /// Factor on all samples, at most 1.
    pub(super) gain: f32,
}

impl Variation {
    /// Maximum deviation of the pitch in cents, hundredths of a semitone.
    const CENTS: f32 = 45.0;
    /// Range of levels in decibels.
    const DECIBELS: f32 = 1.8;

    /// Derives a variation from a seed: a pitch at most 45 cents off, and a level at most 1.8 dB lower.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let pitch = (dice.random_range(-Self::CENTS..=Self::CENTS) / 1200.0).exp2();
        let gain = 10.0f32.powf(-dice.random_range(0.0..=Self::DECIBELS) / 20.0);
        Self { seed, pitch, gain }
    }

    /// Factor on all frequencies, near 1.
    #[must_use]
    pub const fn pitch(self) -> f32 {
        self.pitch
    }

    /// Factor on all samples, at most 1.
    #[must_use]
    pub const fn gain(self) -> f32 {
        self.gain
    }

    /// Random number generator for the sound.
    pub(super) fn dice(self) -> Xoshiro256PlusPlus {
        // A different seed from that of the pitch and gain.
        Xoshiro256PlusPlus::seed_from_u64(!self.seed)
    }
}

impl Default for Variation {
    /// Neutral variation: unchanged pitch, full level.
    fn default() -> Self {
        Self { seed: 0, pitch: 1.0, gain: 1.0 }
    }
}
