//! The bodies that are struck: a board of wood under felt, a disc of resin, a tuned bar, a wood block.

use std::f32::consts::PI;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::mode::Mode;

/// What a body loses.
#[derive(Clone, Copy, Debug)]
struct Loss {
    /// The loss factor of the material: the part of its energy that a mode loses in a radian.
    inner: f32,
    /// What felt, air and hands take from every mode alike, in 1/s.
    outer: f32,
}

impl Loss {
    /// Seconds in which a mode of so many hertz falls to 1/e: inner losses grow with the frequency (Chaigne and
    /// Doutaut, "Numerical simulations of xylophones", J. Acoust. Soc. Am. 101(1), 1997).
    fn decay(self, frequency: f32) -> f32 {
        1.0 / (PI * frequency * self.inner + self.outer)
    }
}

/// A board of wood under felt, hit somewhere off its middle; its lowest mode has so many hertz. `felt`, from 0 to 1,
/// is how much it is muffled.
///
/// The modes are those of a rectangular plate with simply supported edges, f(m, n) ~ (m/a)² + (n/b)², and each is
/// excited as much as it moves where the disc hits (Fletcher and Rossing, "The Physics of Musical Instruments",
/// chapter 3).
pub(super) fn board(lowest: f32, felt: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<Mode> {
    /// Length to width: not quite square, so that no two modes have the same frequency.
    const SIDES: f32 = 1.08;
    const MOST: u8 = 4;
    let loss = Loss { inner: 0.02, outer: 28.0 + 60.0 * felt };
    let (x, y) = (dice.random_range(0.2..0.38), dice.random_range(0.2..0.38));
    let ratio = |m: f32, n: f32| (m * m + n * n * SIDES * SIDES) / (1.0 + SIDES * SIDES);
    let pairs = (1..=MOST).flat_map(|m| (1..=MOST).map(move |n| (f32::from(m), f32::from(n))));
    pairs
        .map(|(m, n)| {
            let ratio = ratio(m, n);
            let frequency = lowest * ratio * detuning(dice, 0.012);
            let level = ((m * PI * x).sin() * (n * PI * y).sin()).abs();
            Mode { frequency, decay: loss.decay(frequency), level }
        })
        .collect()
}

/// A disc that rings for a moment when it lies down; its lowest mode has so many hertz.
///
/// The ratios are those of a circular plate with a free edge (Fletcher and Rossing, chapter 3). Its frequencies are
/// lower than those of a disc of this size: the real ones, at 5 kHz and above, are what makes small clicks sharp.
pub(super) fn disc(lowest: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<Mode> {
    const RATIOS: [f32; 4] = [1.0, 1.73, 2.33, 3.91];
    let loss = Loss { inner: 0.02, outer: 60.0 };
    RATIOS
        .into_iter()
        .map(|ratio| {
            let frequency = lowest * ratio * detuning(dice, 0.015);
            Mode { frequency, decay: loss.decay(frequency), level: dice.random_range(0.7..1.0) / ratio }
        })
        .collect()
}

/// A bar of a xylophone, tuned so that its overtones are in tune; its lowest mode has so many hertz and falls to 1/e in
/// `decay` seconds.
pub(super) fn bar(lowest: f32, decay: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<Mode> {
    /// Those of a xylophone's bar (Fletcher and Rossing, chapter 19).
    const RATIOS: [(f32, f32); 3] = [(1.0, 1.0), (3.93, 0.35), (9.54, 0.1)];
    RATIOS
        .into_iter()
        .map(|(ratio, level)| Mode {
            frequency: lowest * ratio,
            decay: decay / ratio,
            level: level * dice.random_range(0.8..1.0),
        })
        .collect()
}

/// A hollow block of wood; its lowest mode has so many hertz.
pub(super) fn block(lowest: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<Mode> {
    /// Those of a plate of wood, whose grain makes it stiffer one way.
    const RATIOS: [(f32, f32); 4] = [(1.0, 1.0), (1.47, 0.5), (2.09, 0.35), (2.56, 0.2)];
    let loss = Loss { inner: 0.009, outer: 14.0 };
    RATIOS
        .into_iter()
        .map(|(ratio, level)| {
            let frequency = lowest * ratio * detuning(dice, 0.006);
            Mode { frequency, decay: loss.decay(frequency), level: level * dice.random_range(0.8..1.0) }
        })
        .collect()
}

/// A factor near 1, at most `part` away.
fn detuning(dice: &mut Xoshiro256PlusPlus, part: f32) -> f32 {
    1.0 + dice.random_range(-part..part)
}
