//! Struck bodies: a wooden board under felt, a disc of resin, a tuned bar, a wood block.

use std::f32::consts::PI;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::mode::Mode;

/// Energy losses of a body.
#[derive(Clone, Copy, Debug)]
struct Loss {
    /// Loss factor of the material: the share of its energy that a mode loses per radian.
    inner: f32,
    /// Loss to felt, air and hands, the same for every mode, in 1/s.
    outer: f32,
}

impl Loss {
    /// Time in seconds in which a mode of this frequency in Hz falls to 1/e. Inner losses grow with the frequency
    /// (Chaigne and Doutaut, "Numerical simulations of xylophones", J. Acoust. Soc. Am. 101(1), 1997).
    fn decay(self, frequency: f32) -> f32 {
        1.0 / (PI * frequency * self.inner + self.outer)
    }
}

/// A wooden board under felt, hit off its centre; `lowest` is the frequency of its lowest mode in Hz. `felt`, from 0 to
/// 1, is the amount of muffling.
///
/// The modes are those of a rectangular plate with simply supported edges, f(m, n) ~ (m/a)² + (n/b)². Each is excited
/// in proportion to its motion at the point of contact (Fletcher and Rossing, "The Physics of Musical Instruments",
/// chapter 3).
pub(super) fn board(lowest: f32, felt: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<Mode> {
    /// Ratio of length to width: not quite 1, so that no two modes have the same frequency.
    const SIDES: f32 = 1.08;
    const MAX_MODE: u8 = 4;
    let loss = Loss { inner: 0.02, outer: 28.0 + 60.0 * felt };
    let (x, y) = (dice.random_range(0.2..0.38), dice.random_range(0.2..0.38));
    let ratio = |m: f32, n: f32| (m * m + n * n * SIDES * SIDES) / (1.0 + SIDES * SIDES);
    let pairs = (1..=MAX_MODE).flat_map(|m| (1..=MAX_MODE).map(move |n| (f32::from(m), f32::from(n))));
    pairs
        .map(|(m, n)| {
            let ratio = ratio(m, n);
            let frequency = lowest * ratio * detuning(dice, 0.012);
            let level = ((m * PI * x).sin() * (n * PI * y).sin()).abs();
            Mode { frequency, decay: loss.decay(frequency), level }
        })
        .collect()
}

/// A disc that rings for a moment when it lands; `lowest` is the frequency of its lowest mode in Hz.
///
/// The ratios are those of a circular plate with a free edge (Fletcher and Rossing, chapter 3). The frequencies are
/// lower than those of a real disc of this size, because the real ones, at 5 kHz and above, make small clicks sharp.
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

/// A xylophone bar, tuned so that its overtones are in tune; its lowest mode has a frequency of `lowest` Hz and falls
/// to 1/e in `decay` seconds.
pub(super) fn bar(lowest: f32, decay: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<Mode> {
    /// Frequency ratios and levels of the modes of a xylophone bar (Fletcher and Rossing, chapter 19).
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

/// A hollow wood block; `lowest` is the frequency of its lowest mode in Hz.
pub(super) fn block(lowest: f32, dice: &mut Xoshiro256PlusPlus) -> Vec<Mode> {
    /// Frequency ratios and levels of the modes of a wooden plate, which its grain makes stiffer in one direction.
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

/// A random factor near 1, at most `part` away.
fn detuning(dice: &mut Xoshiro256PlusPlus, part: f32) -> f32 {
    1.0 + dice.random_range(-part..part)
}
