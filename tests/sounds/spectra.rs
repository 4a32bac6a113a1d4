//! Frequencies of sounds.

use irogaeshi::sound::{FLIP_STEPS, Sound, Variation, samples};

use crate::sounds;
use crate::spectrum::Spectrum;

fn spectrum(sound: Sound, seed: u64) -> Spectrum {
    Spectrum::of(&samples(sound, Variation::from_seed(seed)))
}

/// Frequency of a note in Hz, counted in semitones from A above middle C.
fn note(semitones: f64) -> f64 {
    440.0 * (semitones / 12.0).exp2()
}

/// Distance between two frequencies in cents, hundredths of a semitone.
fn cents(one: f64, other: f64) -> f64 {
    1200.0 * (one / other).log2()
}

#[test]
fn nothing_is_sharp_and_nothing_hums() {
    for sound in sounds() {
        for seed in 0..3 {
            let spectrum = spectrum(sound, seed);
            assert!(spectrum.part_above(10_000.0) < 1e-4, "{sound:?}: {}", spectrum.part_above(10_000.0));
            assert!(spectrum.part_above(80.0) > 0.9, "{sound:?}: {}", spectrum.part_above(80.0));
        }
    }
}

/// Phone loudspeakers reproduce little below 300 Hz.
#[test]
fn every_sound_is_heard_from_a_phone() {
    for sound in sounds() {
        for seed in 0..3 {
            let part = spectrum(sound, seed).part_above(300.0);
            assert!(part > 0.25, "{sound:?}: {part}");
        }
    }
}

#[test]
fn light_clicks_are_neither_dull_nor_sharp() {
    for sound in [Sound::Place { turned: 1 }, Sound::Flip { step: 0 }, Sound::Flip { step: 10 }, Sound::Button] {
        for seed in 0..12 {
            let centroid = spectrum(sound, seed).centroid();
            assert!((500.0..3000.0).contains(&centroid), "{sound:?}: {centroid:.0} Hz");
        }
    }
}

#[test]
fn a_placement_is_lower_and_stronger_the_more_discs_turn() {
    for seed in 0..12 {
        let placed = [1, 2, 4, 8, 18].map(|turned| spectrum(Sound::Place { turned }, seed));
        assert!(placed.windows(2).all(|pair| pair[0].centroid() > pair[1].centroid()), "seed {seed}");
        assert!(placed.windows(2).all(|pair| pair[0].power() < pair[1].power()), "seed {seed}");
        assert!(placed[0].centroid() > 1.4 * placed[4].centroid(), "seed {seed}");
        assert!(placed[0].power() * 2.0 < placed[4].power(), "seed {seed}");
    }
}

#[test]
fn flips_rise_through_the_yo_scale() {
    // D E G A B, twice, and D.
    let degrees = [-7.0, -5.0, -2.0, 0.0, 2.0];
    for step in 0..FLIP_STEPS {
        let octave = 12.0 * f64::from(step / 5 + 1);
        let wanted = note(degrees[step as usize % 5] + octave);
        let found = Spectrum::of(&samples(Sound::Flip { step }, Variation::default())).peak(200.0, 5000.0);
        assert!(cents(found, wanted).abs() < 20.0, "step {step}: {found:.1} Hz, not {wanted:.1} Hz");
    }
}

#[test]
fn strings_are_in_tune() {
    let win = [-2.0, 2.0, 5.0, 10.0, 14.0];
    let lose = [0.0, -2.0, -6.0, -7.0];
    let draw = [0.0, 5.0];
    for (sound, notes) in [(Sound::Win, &win[..]), (Sound::Lose, &lose[..]), (Sound::Draw, &draw[..])] {
        let spectrum = Spectrum::of(&samples(sound, Variation::default()));
        for wanted in notes.iter().map(|semitones| note(*semitones)) {
            let found = spectrum.peak(wanted * 0.972, wanted * 1.029);
            assert!(cents(found, wanted).abs() < 10.0, "{sound:?}: {found:.1} Hz, not {wanted:.1} Hz");
        }
    }
}
