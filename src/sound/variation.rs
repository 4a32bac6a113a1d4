//! How one playing of a sound differs from another.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// How one playing of a sound differs from another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variation {
    /// What noise and small differences follow from: where the disc hits the board, how hard a string is plucked.
    pub(super) seed: u64,
    /// The factor by which all frequencies are higher.
    pub(super) pitch: f32,
    /// The factor of all samples, at most 1.
    pub(super) gain: f32,
}

impl Variation {
    /// The most cents, hundredths of a semitone, that a pitch is away from the middle.
    const CENTS: f32 = 45.0;
    /// Decibels between the softest and the loudest.
    const DECIBELS: f32 = 1.8;

    /// The variation of a seed: a pitch at most 45 cents off, at most 1.8 dB softer.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let pitch = (dice.random_range(-Self::CENTS..=Self::CENTS) / 1200.0).exp2();
        let gain = 10.0f32.powf(-dice.random_range(0.0..=Self::DECIBELS) / 20.0);
        Self { seed, pitch, gain }
    }

    /// The factor by which all frequencies are higher, near 1.
    #[must_use]
    pub const fn pitch(self) -> f32 {
        self.pitch
    }

    /// The factor of all samples, at most 1.
    #[must_use]
    pub const fn gain(self) -> f32 {
        self.gain
    }

    /// The numbers at random that a sound is made with.
    pub(super) fn dice(self) -> Xoshiro256PlusPlus {
        // Other numbers than those that pitch and gain follow from.
        Xoshiro256PlusPlus::seed_from_u64(!self.seed)
    }
}

impl Default for Variation {
    /// A sound as it is meant: the middle pitch, at its full level.
    fn default() -> Self {
        Self { seed: 0, pitch: 1.0, gain: 1.0 }
    }
}
