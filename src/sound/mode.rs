//! Modal synthesis: struck bodies as sums of damped modes.
//!
//! Each mode is an exponentially decaying sinusoid, and a strike drives all modes with the same force (van den Doel and
//! Pai, "The sounds of physical shapes", Presence 7(4), 1998). The force of a soft contact is a raised cosine: the
//! longer the contact, the less it excites modes with shorter periods. The sound follows the velocity of the body
//! rather than its displacement, since that is what moves the air.

use std::f32::consts::TAU;

use super::{RATE, count};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mode {
    /// Frequency in Hz.
    pub(super) frequency: f32,
    /// Time in seconds in which the mode falls to 1/e.
    pub(super) decay: f32,
    /// Velocity after a strike of no duration.
    pub(super) level: f32,
}

impl Mode {
    /// Number of decay times after which a mode is 78 dB down and dropped.
    const DECAYS: f32 = 9.0;

    /// Number of samples until the mode is dropped.
    fn lasting(self) -> usize {
        count(self.decay * Self::DECAYS)
    }

    /// Adds the response of this mode to a force to the samples.
    fn sound(self, force: &[f32], samples: &mut [f32]) {
        // A vector that rotates and shrinks: its x part is the velocity, its y part the displacement.
        let shrink = (-1.0 / (self.decay * RATE)).exp();
        let (sine, cosine) = (TAU * self.frequency / RATE).sin_cos();
        let (across, up) = (shrink * cosine, shrink * sine);
        let (mut x, mut y) = (0.0f32, 0.0f32);
        let force = force.iter().copied().chain(std::iter::repeat(0.0));
        // Not `mul_add`, because many processors lack the instruction and would call a function for it.
        for (sample, force) in samples.iter_mut().zip(force).take(self.lasting()) {
            (x, y) = (across * x - up * y + self.level * force, up * x + across * y);
            *sample += x;
        }
    }
}

/// Response of a body to one strike with a contact of `contact` seconds, for at most `most` seconds.
pub(super) fn strike(modes: &[Mode], contact: f32, most: f32) -> Vec<f32> {
    let force = force(contact);
    let lasting = modes.iter().map(|mode| mode.lasting()).max().unwrap_or_default();
    let mut samples = vec![0.0; lasting.min(count(most))];
    for mode in modes {
        mode.sound(&force, &mut samples);
    }
    samples
}

/// A raised cosine with a sum of 1.
fn force(contact: f32) -> Vec<f32> {
    let length = count(contact).max(1);
    let part = TAU / (length as f32 + 1.0);
    let height = 1.0 / (length as f32 + 1.0);
    (1..=length).map(|index| height * (1.0 - (part * index as f32).cos())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_force_of_a_contact_adds_up_to_one() {
        for contact in [0.0, 0.001, 0.0042] {
            assert!((force(contact).iter().sum::<f32>() - 1.0).abs() < 1e-4, "{contact}");
        }
    }

    #[test]
    fn a_mode_falls_to_one_over_e_in_its_decay() {
        let samples = strike(&[Mode { frequency: 1000.0, decay: 0.05, level: 1.0 }], 0.0, 1.0);
        let peak = |at: f32| samples[count(at)..][..48].iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        assert!((peak(0.06) / peak(0.01) - (-1.0f32).exp()).abs() < 0.01);
    }

    #[test]
    fn a_longer_contact_excites_high_modes_less() {
        let energy = |frequency: f32, contact: f32| {
            let samples = strike(&[Mode { frequency, decay: 0.01, level: 1.0 }], contact, 1.0);
            samples.iter().map(|sample| sample * sample).sum::<f32>()
        };
        assert!(energy(200.0, 0.003) > 0.5 * energy(200.0, 0.001));
        assert!(energy(2000.0, 0.003) < 0.1 * energy(2000.0, 0.001));
    }
}
