//! Variations: no two seeds sound the same, and the same seed always does.

use std::collections::HashSet;

use irogaeshi::sound::{Sound, Variation, samples};

use crate::sounds;

#[test]
fn the_same_seed_gives_the_same_samples() {
    for sound in sounds() {
        let [one, other] = [7, 7].map(|seed| samples(sound, Variation::from_seed(seed)));
        assert!(one == other, "{sound:?}");
    }
}

#[test]
fn no_two_seeds_give_the_same_samples() {
    for sound in sounds() {
        let all: HashSet<Vec<u32>> = (0..8)
            .map(|seed| samples(sound, Variation::from_seed(seed)).iter().map(|sample| sample.to_bits()).collect())
            .collect();
        assert_eq!(all.len(), 8, "{sound:?}");
    }
}

/// Sounds that differ only in level would be the same to the ear.
#[test]
fn variations_differ_by_more_than_their_level() {
    for sound in sounds() {
        let [one, other] = [1, 2].map(|seed| samples(sound, Variation::from_seed(seed)));
        let product = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
        let likeness = product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt();
        assert!(likeness < 0.95, "{sound:?}: {likeness}");
    }
}

#[test]
fn pitch_and_gain_stay_near_the_middle_and_are_spread() {
    let variations: Vec<Variation> = (0..1000).map(Variation::from_seed).collect();
    let cents: Vec<f32> = variations.iter().map(|variation| 1200.0 * variation.pitch().log2()).collect();
    let decibels: Vec<f32> = variations.iter().map(|variation| 20.0 * variation.gain().log10()).collect();
    assert!(cents.iter().all(|cents| cents.abs() < 46.0) && decibels.iter().all(|level| (-1.9..=0.0).contains(level)));
    let has = |values: &[f32], least: f32, most: f32| values.iter().any(|value| (least..most).contains(value));
    assert!(has(&cents, -45.1, -40.0) && has(&cents, 40.0, 45.1));
    assert!(has(&decibels, -1.81, -1.6) && has(&decibels, -0.2, 0.0));
    assert_eq!((Variation::default().pitch(), Variation::default().gain()), (1.0, 1.0));
}

#[test]
fn every_kind_has_a_key_of_its_own() {
    let keys: HashSet<&str> = Sound::KINDS.into_iter().map(Sound::key).collect();
    assert_eq!(keys.len(), Sound::KINDS.len());
}
