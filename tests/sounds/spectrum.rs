//! Power spectra of samples.

use std::f64::consts::TAU;

use irogaeshi::sound::SAMPLE_RATE;

/// Minimum number of samples, for a resolution of 3 Hz.
const MIN_SAMPLES: usize = 1 << 14;

pub(crate) struct Spectrum {
    /// Power of each frequency from 0 to half the sample rate, in equal steps.
    powers: Vec<f64>,
}

impl Spectrum {
    pub(crate) fn of(samples: &[f32]) -> Self {
        let size = samples.len().next_power_of_two().max(MIN_SAMPLES);
        let mut parts: Vec<(f64, f64)> = samples.iter().map(|sample| (f64::from(*sample), 0.0)).collect();
        parts.resize(size, (0.0, 0.0));
        transform(&mut parts);
        Self {
            powers: parts[..=size / 2].iter().map(|(real, imaginary)| real * real + imaginary * imaginary).collect(),
        }
    }

    /// Distance between frequencies in Hz.
    fn step(&self) -> f64 {
        f64::from(SAMPLE_RATE) / 2.0 / (self.powers.len() - 1) as f64
    }

    fn frequencies(&self) -> impl Iterator<Item = (f64, f64)> {
        self.powers.iter().enumerate().map(|(index, power)| (index as f64 * self.step(), *power))
    }

    /// Mean frequency in Hz, weighted by power.
    pub(crate) fn centroid(&self) -> f64 {
        self.frequencies().map(|(frequency, power)| frequency * power).sum::<f64>() / self.power()
    }

    /// Total power.
    pub(crate) fn power(&self) -> f64 {
        self.powers.iter().sum()
    }

    /// Total power of the samples, with each frequency weighted by `weight`.
    pub(crate) fn weighted(&self, weight: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.frequencies().map(|(frequency, power)| weight(frequency) * power).sum();
        sum / (self.powers.len() - 1) as f64
    }

    /// Share of the power above a frequency in Hz.
    pub(crate) fn part_above(&self, least: f64) -> f64 {
        self.frequencies().filter(|(frequency, _)| *frequency > least).map(|(_, power)| power).sum::<f64>()
            / self.power()
    }

    /// Strongest frequency between two others, in Hz.
    pub(crate) fn peak(&self, least: f64, most: f64) -> f64 {
        let between = self.frequencies().filter(|(frequency, _)| (least..=most).contains(frequency));
        between.max_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(f64::NAN, |(frequency, _)| frequency)
    }
}

/// In-place discrete Fourier transform of a power of two of complex numbers (Cooley and Tukey, 1965).
fn transform(parts: &mut [(f64, f64)]) {
    let bits = parts.len().ilog2();
    for index in 0..parts.len() {
        let mirrored = index.reverse_bits() >> (usize::BITS - bits);
        if index < mirrored {
            parts.swap(index, mirrored);
        }
    }
    for half in (0..bits).map(|bit| 1 << bit) {
        let turns: Vec<(f64, f64)> =
            (0..half).map(|index| (-TAU * index as f64 / (2 * half) as f64).sin_cos()).collect();
        for block in parts.chunks_exact_mut(2 * half) {
            let (evens, odds) = block.split_at_mut(half);
            for ((even, odd), (sine, cosine)) in evens.iter_mut().zip(odds).zip(&turns) {
                let turned = (odd.0 * cosine - odd.1 * sine, odd.0 * sine + odd.1 * cosine);
                *odd = (even.0 - turned.0, even.1 - turned.1);
                *even = (even.0 + turned.0, even.1 + turned.1);
            }
        }
    }
}

#[test]
fn a_sinusoid_has_one_frequency() {
    let sinusoid = |frequency: f64| {
        let angle = move |index: i32| TAU * frequency * f64::from(index) / f64::from(SAMPLE_RATE);
        (0..8192).map(move |index| angle(index).sin() as f32).collect::<Vec<f32>>()
    };
    let spectrum = Spectrum::of(&sinusoid(1500.0));
    assert!((spectrum.peak(100.0, 20_000.0) - 1500.0).abs() < 3.0);
    assert!((spectrum.centroid() - 1500.0).abs() < 40.0);
    assert!(spectrum.part_above(2500.0) < 0.001 && spectrum.part_above(1000.0) > 0.99);
    // Parseval's theorem: the power of the samples equals that of the spectrum, of which half is stored.
    let power: f32 = sinusoid(1500.0).iter().map(|sample| sample * sample).sum();
    assert!((spectrum.power() / (f64::from(power) * MIN_SAMPLES as f64 / 2.0) - 1.0).abs() < 0.001);
}
