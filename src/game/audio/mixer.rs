//! Mixes sounds into the samples of a loudspeaker.

use std::time::Duration;

use bevy::math::FloatExt;

use crate::sound::SAMPLE_RATE;

/// Samples up to this level stay unchanged; louder ones are compressed towards 1.
const KNEE: f32 = 0.8;
/// Fade-out time when silenced; an abrupt end would click.
const FADE: Duration = Duration::from_millis(10);

/// A sound to be mixed in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Voice {
    /// At the rate of the device.
    pub(super) samples: Vec<f32>,
    /// Time until it begins.
    pub(super) begins_in: Duration,
    /// Factor on all samples.
    pub(super) gain: f32,
}

/// Sounds that are playing or waiting to begin.
#[derive(Debug)]
pub(super) struct Mixer {
    /// Samples per second of the device.
    rate: u32,
    playing: Vec<Playing>,
}

#[derive(Debug)]
struct Playing {
    samples: Vec<f32>,
    /// Index of the next sample; negative until the sound begins.
    next: i64,
    gain: f32,
    /// Remaining samples of the fade-out, if it is fading.
    fade: Option<usize>,
}

impl Mixer {
    pub(super) const fn new(rate: u32) -> Self {
        Self { rate, playing: Vec::new() }
    }

    fn count(&self, time: Duration) -> usize {
        (time.as_secs_f64() * f64::from(self.rate)).round() as usize
    }

    pub(super) fn add(&mut self, voices: Vec<Voice>) {
        for Voice { samples, begins_in, gain } in voices {
            let next = -i64::try_from(self.count(begins_in)).unwrap_or(i64::MAX);
            self.playing.push(Playing { samples, next, gain, fade: None });
        }
    }

    /// Cancels sounds that have not begun.
    pub(super) fn forget(&mut self) {
        self.playing.retain(|voice| voice.next >= 0);
    }

    /// Cancels waiting sounds and fades out the others.
    pub(super) fn silence(&mut self) {
        self.forget();
        let fade = self.count(FADE);
        for voice in &mut self.playing {
            voice.fade.get_or_insert(fade);
        }
    }

    /// Writes the next mixed samples.
    pub(super) fn fill(&mut self, mixed: &mut [f32]) {
        mixed.fill(0.0);
        let whole_fade = self.count(FADE).max(1);
        self.playing.retain_mut(|voice| {
            for sample in mixed.iter_mut() {
                let own = usize::try_from(voice.next).ok().and_then(|next| voice.samples.get(next));
                let mut gain = voice.gain;
                if let Some(left) = &mut voice.fade {
                    gain *= *left as f32 / whole_fade as f32;
                    *left = left.saturating_sub(1);
                }
                *sample += own.map_or(0.0, |own| own * gain);
                voice.next += 1;
            }
            let has_ended = usize::try_from(voice.next).is_ok_and(|next| next >= voice.samples.len());
            !has_ended && voice.fade != Some(0)
        });
        for sample in mixed {
            *sample = limited(*sample);
        }
    }
}

/// Limits a sample smoothly to full scale.
fn limited(sample: f32) -> f32 {
    let over = sample.abs() - KNEE;
    if over <= 0.0 { sample } else { (KNEE + (1.0 - KNEE) * (over / (1.0 - KNEE)).tanh()).copysign(sample) }
}

/// Resamples a sound to another rate. Linear interpolation is enough, because the sounds contain nothing near the
/// highest frequency.
pub(super) fn resampled(samples: Vec<f32>, rate: u32) -> Vec<f32> {
    if rate == SAMPLE_RATE {
        return samples;
    }
    let step = f64::from(SAMPLE_RATE) / f64::from(rate);
    let count = (samples.len() as f64 / step).ceil() as usize;
    let at = |index: usize| samples.get(index).copied().unwrap_or_default();
    let between = |index: usize| {
        let place = index as f64 * step;
        at(place as usize).lerp(at(place as usize + 1), place.fract() as f32)
    };
    (0..count).map(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::{PEAK, Sound, Variation, samples};

    const RATE: u32 = 1000;

    fn voice(level: f32, millis: u64) -> Voice {
        Voice { samples: vec![level; 100], begins_in: Duration::from_millis(millis), gain: 0.5 }
    }

    fn mixed(mixer: &mut Mixer, count: usize) -> Vec<f32> {
        let mut sum = vec![f32::NAN; count];
        mixer.fill(&mut sum);
        sum
    }

    fn near(one: f32, other: f32) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn sounds_begin_in_time_and_add_up() {
        let mut mixer = Mixer::new(RATE);
        mixer.add(vec![voice(0.2, 0), voice(0.4, 50)]);
        let heard: Vec<f32> = (0..20).flat_map(|_| mixed(&mut mixer, 10)).collect();
        for (index, sample) in heard.iter().enumerate() {
            let expected = match index {
                0..50 => 0.1,
                50..100 => 0.3,
                100..150 => 0.2,
                _ => 0.0,
            };
            assert!(near(*sample, expected), "{index}: {sample}");
        }
        assert!(mixer.playing.is_empty());
    }

    #[test]
    fn sounds_that_have_not_begun_are_forgotten_and_the_others_go_on() {
        let mut mixer = Mixer::new(RATE);
        mixer.add(vec![voice(0.2, 0), voice(0.4, 50)]);
        mixed(&mut mixer, 10);
        mixer.forget();
        assert!(mixed(&mut mixer, 90).iter().all(|sample| near(*sample, 0.1)));
        assert!(mixer.playing.is_empty());
    }

    #[test]
    fn silencing_fades_out_without_a_jump() {
        let mut mixer = Mixer::new(RATE);
        mixer.add(vec![voice(0.8, 0), voice(0.8, 50)]);
        mixed(&mut mixer, 10);
        mixer.silence();
        let heard = mixed(&mut mixer, 20);
        assert!(heard.is_sorted_by(|before, after| before >= after && before - after < 0.05), "{heard:?}");
        assert!(near(heard[15], 0.0));
        assert!(mixer.playing.is_empty());
    }

    #[test]
    fn simultaneous_sounds_stay_within_full_scale() {
        let mut mixer = Mixer::new(SAMPLE_RATE);
        let win = samples(Sound::Win, Variation::default());
        mixer.add((0..16).map(|_| Voice { samples: win.clone(), begins_in: Duration::ZERO, gain: 1.0 }).collect());
        assert!(mixed(&mut mixer, win.len()).iter().all(|sample| sample.abs() <= 1.0));
        assert!(near(limited(PEAK), PEAK), "one alone is left as it is");
    }

    #[test]
    fn a_sound_lasts_as_long_at_another_rate() {
        let sine = |rate: u32| -> Vec<f32> {
            (0..rate / 10).map(|index| (index as f32 / rate as f32 * 440.0 * std::f32::consts::TAU).sin()).collect()
        };
        for rate in [44_100, 48_000, 96_000] {
            let resampled = resampled(sine(SAMPLE_RATE), rate);
            assert_eq!(resampled.len(), rate as usize / 10);
            let error = resampled.iter().zip(sine(rate)).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
            assert!(error < 0.06, "{rate}: {error}");
        }
    }
}
