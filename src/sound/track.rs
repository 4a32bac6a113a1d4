//! What a sound is put together on, and how it is finished: its band, its ends, its level.

use std::f32::consts::PI;

use super::filter::Filter;
use super::level::loudness;
use super::{PEAK, RATE, count};

/// Samples that sounds are added to.
#[derive(Clone, Debug)]
pub(super) struct Track {
    samples: Vec<f32>,
}

impl Track {
    /// Seconds in which a sound comes up, at most.
    const FADE_IN: f32 = 0.000_5;
    /// The part of a sound in which it fades out.
    const FADE_OUT: f32 = 0.2;
    /// Hertz below which small loudspeakers only suffer.
    const LOWEST: f32 = 60.0;
    /// Hertz above which clicks are sharp.
    const HIGHEST: f32 = 7500.0;

    /// Silence of so many seconds.
    pub(super) fn new(seconds: f32) -> Self {
        Self { samples: vec![0.0; count(seconds)] }
    }

    /// Its length in seconds.
    pub(super) fn seconds(&self) -> f32 {
        self.samples.len() as f32 / RATE
    }

    /// Adds a sound that begins after so many seconds. What is too long is cut off; the end is faded out later.
    pub(super) fn add(&mut self, start: f32, level: f32, sound: &[f32]) {
        let place = self.samples.iter_mut().skip(count(start));
        for (sample, added) in place.zip(sound) {
            *sample += level * added;
        }
    }

    /// The samples: without what is too low or too high, with faded ends, as loud as wanted but never over the peak.
    pub(super) fn finish(self, decibels: f32, gain: f32) -> Vec<f32> {
        let mut samples = self.samples;
        // Before the filters, which take out what little below 1 Hz comes in by it.
        fade(samples.iter_mut(), count(Self::FADE_IN));
        Filter::high_pass(Self::LOWEST).run(&mut samples);
        Filter::low_pass(Self::HIGHEST).run(&mut samples);
        Filter::low_pass(Self::HIGHEST).run(&mut samples);
        let last = (samples.len() as f32 * Self::FADE_OUT) as usize;
        fade(samples.iter_mut().rev(), last);
        let level = 10.0f32.powf((decibels - loudness(&samples)) / 20.0);
        let peak = samples.iter().fold(f32::MIN_POSITIVE, |peak, sample| peak.max(sample.abs()));
        let level = gain * level.min(PEAK / peak);
        for sample in &mut samples {
            *sample *= level;
        }
        samples
    }
}

/// Brings the first samples up from zero by a raised cosine.
fn fade<'a>(samples: impl Iterator<Item = &'a mut f32>, whole: usize) {
    for (index, sample) in samples.take(whole).enumerate() {
        *sample *= (1.0 - (PI * index as f32 / whole as f32).cos()) / 2.0;
    }
}
