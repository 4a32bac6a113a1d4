//! The mix of a sound, and its final processing: band limits, fades and level.

use std::f32::consts::PI;

use super::filter::Filter;
use super::level::loudness;
use super::{PEAK, RATE, count};

/// Samples to which sounds are added.
#[derive(Clone, Debug)]
pub(super) struct Track {
    samples: Vec<f32>,
}

impl Track {
    /// Maximum fade-in time in seconds.
    const FADE_IN: f32 = 0.000_5;
    /// Final fraction of a sound that fades out.
    const FADE_OUT: f32 = 0.2;
    /// Lower band limit in Hz; anything below only strains small loudspeakers.
    const LOWEST: f32 = 60.0;
    /// Upper band limit in Hz; anything above makes clicks sharp.
    const HIGHEST: f32 = 7500.0;

    /// Creates a silent track of this many seconds.
    pub(super) fn new(seconds: f32) -> Self {
        Self { samples: vec![0.0; count(seconds)] }
    }

    pub(super) fn seconds(&self) -> f32 {
        self.samples.len() as f32 / RATE
    }

    /// Adds a sound that starts after this many seconds, cut at the end of the track.
    pub(super) fn add(&mut self, start: f32, level: f32, sound: &[f32]) {
        let place = self.samples.iter_mut().skip(count(start));
        for (sample, added) in place.zip(sound) {
            *sample += level * added;
        }
    }

    /// Band-limits the samples, fades both ends, and scales them to the wanted loudness, but never above [`PEAK`].
    pub(super) fn finish(self, decibels: f32, gain: f32) -> Vec<f32> {
        let mut samples = self.samples;
        // Before the filters, because they remove the content below 1 Hz that the fade adds.
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

/// Fades in the first samples by a raised cosine.
fn fade<'a>(samples: impl Iterator<Item = &'a mut f32>, whole: usize) {
    for (index, sample) in samples.take(whole).enumerate() {
        *sample *= (1.0 - (PI * index as f32 / whole as f32).cos()) / 2.0;
    }
}
