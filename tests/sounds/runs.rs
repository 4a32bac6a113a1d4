//! The run of sounds for a wave of turning discs.

use irogaeshi::sound::{FLIP_STEPS, PEAK, SAMPLE_RATE, Sound, Voice, flip_run, samples};

use crate::spectrum::Spectrum;

/// Times of a line of discs, as in the game.
fn line(discs: usize) -> Vec<f32> {
    (0..discs).map(|index| 0.135 + 0.085 * index as f32).collect()
}

fn heard(voice: &Voice) -> Vec<f32> {
    samples(voice.sound, voice.variation)
}

/// All sounds of a run, mixed.
fn mixed(voices: &[Voice]) -> Vec<f32> {
    let start = |voice: &Voice| (voice.start * SAMPLE_RATE as f32) as usize;
    let end = voices.iter().map(|voice| start(voice) + heard(voice).len()).max().unwrap_or_default();
    let mut all = vec![0.0; end];
    for voice in voices {
        all[start(voice)..].iter_mut().zip(heard(voice)).for_each(|(sample, added)| *sample += added);
    }
    all
}

fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |peak, sample| peak.max(sample.abs()))
}

#[test]
fn a_disc_that_turns_has_a_sound_at_its_time() {
    let times = line(6);
    let run = flip_run(&times, 3);
    assert_eq!(run.iter().map(|voice| voice.start).collect::<Vec<_>>(), times);
    let steps: Vec<Sound> = run.iter().map(|voice| voice.sound).collect();
    assert_eq!(steps, (0..6).map(|step| Sound::Flip { step }).collect::<Vec<_>>());
    assert!(flip_run(&[], 3).is_empty());
}

#[test]
fn a_run_rises_disc_by_disc() {
    for seed in 0..8 {
        let pitches: Vec<f64> =
            flip_run(&line(11), seed).iter().map(|voice| Spectrum::of(&heard(voice)).peak(200.0, 5000.0)).collect();
        assert!(pitches.windows(2).all(|pair| pair[1] > 1.05 * pair[0]), "seed {seed}: {pitches:?}");
    }
}

#[test]
fn a_run_follows_the_wave_and_not_the_order_of_the_lines() {
    let run = flip_run(&[0.3, 0.1, 0.2], 1);
    assert_eq!(run.iter().map(|voice| voice.start).collect::<Vec<_>>(), [0.1, 0.2, 0.3]);
}

#[test]
fn many_discs_share_few_voices_from_the_first_to_near_the_last() {
    let run = flip_run(&line(40), 1);
    assert_eq!(run.len(), FLIP_STEPS as usize);
    assert!(run.windows(2).all(|pair| pair[0].start < pair[1].start));
    assert_eq!(run.first().map(|voice| voice.start), line(40).first().copied());
    assert!(run.last().is_some_and(|voice| voice.start > line(36)[35]));
}

#[test]
fn no_two_flips_of_a_run_are_alike_and_no_two_runs() {
    let run = flip_run(&line(6), 4);
    for (index, one) in run.iter().enumerate() {
        assert!(run[..index].iter().all(|other| other.variation != one.variation));
        assert!((one.variation.pitch() - run[0].variation.pitch()).abs() < f32::EPSILON, "it is in tune with itself");
    }
    assert_eq!(run, flip_run(&line(6), 4));
    assert_ne!(run, flip_run(&line(6), 5));
}

#[test]
fn many_at_once_are_hardly_louder_than_one() {
    let one = peak(&mixed(&flip_run(&[0.0], 2)));
    for seed in 0..8 {
        let all = peak(&mixed(&flip_run(&[0.0; 30], seed)));
        assert!(all < PEAK / 2.0 && all < 3.0 * one, "seed {seed}: {all}, and one alone {one}");
    }
}
