//! Durations, loudness, starts and ends of sounds.

use irogaeshi::sound::{PEAK, SAMPLE_RATE, Sound, Variation, samples};

use crate::sounds;
use crate::spectrum::Spectrum;

/// Some variations, and the neutral one.
fn variations() -> impl Iterator<Item = Variation> {
    (0..4).map(Variation::from_seed).chain([Variation::default()])
}

fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |peak, sample| peak.max(sample.abs()))
}

fn decibels(ratio: f64) -> f64 {
    10.0 * ratio.log10()
}

/// Loudness of the loudest 0.2 seconds in decibels, A-weighted (IEC 61672-1) as the ear hears quiet sounds. Bass counts
/// like 300 Hz, since large loudspeakers and headphones reproduce it as well as the rest.
fn loudness(sound: Sound, variation: Variation) -> f64 {
    let samples = samples(sound, variation);
    let window = (SAMPLE_RATE / 5) as usize;
    let starts = (0..samples.len().saturating_sub(window).max(1)).step_by(window / 4);
    let powers = starts.map(|start| {
        let heard = &samples[start..samples.len().min(start + window)];
        Spectrum::of(heard).weighted(|frequency| a_weight(frequency.max(300.0)))
    });
    decibels(powers.fold(0.0, f64::max) / window as f64)
}

/// Power factor of a frequency in Hz; 1 at 1 kHz.
fn a_weight(frequency: f64) -> f64 {
    let square = frequency * frequency;
    let amplitude = 12_194.0f64.powi(2) * square * square
        / ((square + 20.6f64.powi(2))
            * ((square + 107.7f64.powi(2)) * (square + 737.9f64.powi(2))).sqrt()
            * (square + 12_194.0f64.powi(2)));
    (amplitude * 1.258_9).powi(2)
}

#[test]
fn every_sound_is_as_long_as_it_says() {
    for sound in sounds() {
        let seconds = samples(sound, Variation::default()).len() as f32 / SAMPLE_RATE as f32;
        assert!((seconds - sound.seconds()).abs() < 1e-4, "{sound:?}: {seconds} s");
        let most = match sound {
            Sound::Button => 0.06,
            Sound::Place { .. } | Sound::Flip { .. } => 0.12,
            Sound::Win | Sound::Lose | Sound::Draw => 1.6,
            _ => 1.0,
        };
        assert!(seconds < most, "{sound:?}: {seconds} s");
    }
}

#[test]
fn every_sample_is_a_number_within_the_peak() {
    for sound in sounds() {
        for variation in variations() {
            let samples = samples(sound, variation);
            assert!(samples.iter().all(|sample| sample.is_finite()), "{sound:?} {variation:?}");
            assert!((0.02..=PEAK).contains(&peak(&samples)), "{sound:?} {variation:?}: {}", peak(&samples));
        }
    }
}

#[test]
fn every_sound_begins_and_ends_at_zero_and_without_a_jump() {
    for sound in sounds() {
        for variation in variations() {
            let samples = samples(sound, variation);
            let ends = [samples.first(), samples.last()].map(|end| end.is_some_and(|sample| sample.abs() < 1e-6));
            assert_eq!(ends, [true, true], "{sound:?} {variation:?}");
            let second = samples.windows(2).next().map(|pair| (pair[1] - pair[0]).abs());
            assert!(second.is_some_and(|jump| jump < 0.01), "{sound:?} {variation:?}");
        }
    }
}

#[test]
fn every_sound_is_over_when_it_ends() {
    for sound in sounds() {
        let samples = samples(sound, Variation::default());
        let last = &samples[samples.len() * 95 / 100..];
        assert!(peak(last) < 0.01 * peak(&samples), "{sound:?}: {} of {}", peak(last), peak(&samples));
    }
}

#[test]
fn no_sound_is_off_its_middle() {
    for sound in sounds() {
        for variation in variations() {
            let samples = samples(sound, variation);
            let mean = samples.iter().sum::<f32>() / samples.len() as f32;
            assert!(mean.abs() < 1e-4, "{sound:?}: {mean}");
        }
    }
}

#[test]
fn occasional_sounds_are_about_equally_loud() {
    let usual = Sound::KINDS.into_iter().filter(|sound| !matches!(sound, Sound::Flip { .. } | Sound::Button));
    let levels: Vec<(f64, Sound)> = usual.map(|sound| (loudness(sound, Variation::default()), sound)).collect();
    let mean = levels.iter().map(|(level, _)| level).sum::<f64>() / levels.len() as f64;
    for (level, sound) in levels {
        assert!((level - mean).abs() < 3.0, "{sound:?}: {level:.1} dB, the mean is {mean:.1} dB");
    }
}

#[test]
fn frequent_sounds_are_quieter() {
    let placed = loudness(Sound::Place { turned: 1 }, Variation::default());
    for sound in [Sound::Flip { step: 0 }, Sound::Flip { step: 10 }, Sound::Button] {
        let level = loudness(sound, Variation::default());
        assert!((3.0..10.0).contains(&(placed - level)), "{sound:?}: {level:.1} dB, a placement {placed:.1} dB");
    }
}

#[test]
fn a_click_comes_at_once_and_goes_soon() {
    /// Level of each half millisecond.
    fn envelope(samples: &[f32]) -> Vec<f32> {
        samples.chunks(SAMPLE_RATE as usize / 2000).map(peak).collect()
    }
    for sound in [Sound::Place { turned: 1 }, Sound::Place { turned: 18 }, Sound::Flip { step: 3 }, Sound::Button] {
        for variation in variations() {
            let envelope = envelope(&samples(sound, variation));
            let most = peak(&envelope);
            let attack = envelope.iter().position(|level| *level > most / 2.0).expect("it has a peak") as f32 / 2.0;
            let last = envelope.iter().rposition(|level| *level > most / 10.0).expect("it has a peak") as f32 / 2.0;
            assert!(attack <= 4.0, "{sound:?}: {attack} ms until it is heard");
            assert!((10.0..80.0).contains(&last), "{sound:?}: {last} ms until it is 20 dB down");
        }
    }
}
