//! Recipes of all sounds.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::body::{bar, block, board, disc};
use super::kind::{Sound, note, weight};
use super::mode::{Mode, strike};
use super::noise::{burst, fall};
use super::scale::{in_sen, yo};
use super::string::Pluck;
use super::track::Track;
use super::variation::Variation;

/// Composes a sound, before its final processing.
pub(super) fn compose(sound: Sound, variation: Variation) -> Track {
    let parts = Composition { track: Track::new(sound.seconds()), dice: variation.dice(), pitch: variation.pitch };
    match sound {
        Sound::Place { turned } => parts.place(weight(turned)),
        Sound::Flip { step } => parts.flip(step),
        Sound::Explosion => parts.explosion(),
        Sound::Wild => parts.wild(),
        Sound::Pass => parts.pass(),
        Sound::CutIn => parts.cut_in(),
        Sound::Illegal => parts.illegal(),
        Sound::ClockShort => parts.clock_short(),
        Sound::Win => parts.win(),
        Sound::Lose => parts.lose(),
        Sound::Draw => parts.draw(),
        Sound::Button => parts.button(),
    }
}

/// A sound in the making. Times are in seconds and frequencies in Hz.
struct Composition {
    track: Track,
    dice: Xoshiro256PlusPlus,
    /// Factor on all frequencies.
    pitch: f32,
}

impl Composition {
    fn strike(&mut self, start: f32, level: f32, contact: f32, modes: &[Mode]) {
        self.track.add(start, level, &strike(modes, contact, self.track.seconds() - start));
    }

    /// Adds noise around a frequency, as of rubbing or blowing.
    fn rub(&mut self, start: f32, level: f32, frequency: f32, attack: f32, decay: f32) {
        let noise = burst(frequency * self.pitch, attack, decay, attack + 7.0 * decay, &mut self.dice);
        self.track.add(start, level, &noise);
    }

    /// Randomises start and level, as a hand is never quite on time or equally strong.
    fn by_hand(&mut self, start: f32, level: f32) -> (f32, f32) {
        (start + self.dice.random_range(0.0..0.008), level * self.dice.random_range(0.85..1.0))
    }

    /// Plucks a string over a wooden body.
    fn pluck(&mut self, start: f32, level: f32, frequency: f32, decay: f32, hardness: f32) {
        let (start, level) = self.by_hand(start, level);
        let string = Pluck { frequency: frequency * self.pitch, decay, hardness };
        self.track.add(start, level, &string.sound(self.track.seconds() - start, &mut self.dice));
        let wood = board(210.0 * self.pitch, 0.3, &mut self.dice);
        self.strike(start, 0.35 * level, 0.001_2, &wood);
    }

    /// A disc of resin is placed on a wooden board under felt.
    fn place(mut self, weight: f32) -> Track {
        // A heavier disc is pressed longer into the felt, and moves more of the board.
        let contact = 0.000_8 + 0.000_6 * weight;
        let lowest = 315.0 * (1.0 - 0.22 * weight) * self.pitch;
        let wood = board(lowest, 0.4 * (1.0 - weight), &mut self.dice);
        self.strike(0.0, 1.0, contact, &wood);
        // The rim touches first, then the disc lies flat.
        let resin = disc(1900.0 * (1.0 - 0.15 * weight) * self.pitch, &mut self.dice);
        let flat = self.dice.random_range(0.004..0.007);
        let ring = 1.8 * (1.0 - 0.6 * weight);
        self.strike(0.0, ring, 0.5 * contact, &resin);
        self.strike(flat, 0.5 * ring, 0.6 * contact, &resin);
        self.rub(0.0, 0.3, 1500.0, 0.001_5, 0.008);
        self.track
    }

    /// A disc turns over and lands: a wooden bar, struck softly.
    fn flip(mut self, step: u32) -> Track {
        let lowest = yo(5 + note(step)) * self.pitch;
        let wood = bar(lowest, 0.021, &mut self.dice);
        // First the rim, then the whole disc.
        let (touches, lies) = (self.dice.random_range(0.001..0.003), self.dice.random_range(0.006..0.011));
        let level = self.dice.random_range(0.55..0.9);
        self.strike(touches, level, 0.3 / lowest, &wood);
        self.strike(lies, 1.0, 0.36 / lowest, &wood);
        self.rub(0.0, 0.5, 1600.0, 0.003, 0.01);
        self.track
    }

    /// A dull blow, a rush of air that darkens, and falling splinters.
    fn explosion(mut self) -> Track {
        let wood = board(150.0 * self.pitch, 0.0, &mut self.dice);
        self.strike(0.0, 2.0, 0.003, &wood);
        let pitch = self.pitch;
        let air = fall(3200.0 * pitch, 220.0 * pitch, 0.004, 0.17, 0.85, &mut self.dice);
        self.track.add(0.0, 3.0, &air);
        for _ in 0..12 {
            // Most fall early, and the late ones are softer.
            let late: f32 = self.dice.random_range(0.0f32..1.0).powi(2);
            let lowest = self.dice.random_range(900.0..2200.0) * self.pitch;
            let splinter = disc(lowest, &mut self.dice);
            let level = self.dice.random_range(0.3..0.8) * (1.0 - 0.7 * late);
            self.strike(0.07 + 0.6 * late, level, 0.001_2, &splinter);
        }
        self.track
    }

    /// Two notes, each of two slightly detuned bars, so that they shimmer.
    fn wild(mut self) -> Track {
        for (start, level, note) in [(0.0, 0.5, yo(8)), (0.11, 0.5, yo(10))] {
            let (start, level) = self.by_hand(start, level);
            for beating in [-2.6, 2.6] {
                let lowest = note * self.pitch + beating + self.dice.random_range(-0.6..0.6);
                let pair = bar(lowest, 0.12, &mut self.dice);
                self.strike(start, level, 0.4 / lowest, &pair);
            }
            self.rub(start, 0.02, 2200.0, 0.01, 0.03);
        }
        self.track
    }

    /// Two soft notes, falling by a fourth.
    fn pass(mut self) -> Track {
        for (start, level, note) in [(0.0, 1.0, yo(5)), (0.11, 0.85, yo(3))] {
            let lowest = note * self.pitch;
            let wood = bar(lowest, 0.055, &mut self.dice);
            let (start, level) = self.by_hand(start, level);
            self.strike(start, level, 0.4 / lowest, &wood);
            self.rub(start, 0.04, 900.0, 0.003, 0.01);
        }
        self.track
    }

    /// Two quick plucks, rising by a fifth.
    fn cut_in(mut self) -> Track {
        self.pluck(0.0, 0.8, yo(5), 0.5, 0.6);
        self.pluck(0.075, 1.0, yo(8), 0.6, 0.7);
        self.track
    }

    /// Two knocks on a muffled board.
    fn illegal(mut self) -> Track {
        for (start, level, lowest) in [(0.0, 1.0, 265.0), (0.085, 0.8, 240.0)] {
            let (start, level) = self.by_hand(start, level);
            let wood = board(lowest * self.pitch, 0.7, &mut self.dice);
            self.strike(start, level, 0.001_6, &wood);
            self.rub(start, 0.1, 600.0, 0.002, 0.01);
        }
        self.track
    }

    /// Tick, tock: two wood blocks.
    fn clock_short(mut self) -> Track {
        for (start, level, lowest) in [(0.0, 1.0, 1040.0), (0.13, 0.85, 830.0)] {
            let wood = block(lowest * self.pitch, &mut self.dice);
            let (start, level) = self.by_hand(start, level);
            self.strike(start, level, 0.001_1, &wood);
        }
        self.track
    }

    /// A rising phrase of the yo scale that ends on a chord.
    fn win(mut self) -> Track {
        for (start, level, note) in [(0.0, 0.75, 2), (0.11, 0.8, 4), (0.22, 0.9, 5), (0.36, 0.6, 7), (0.37, 0.9, 9)] {
            self.pluck(start, level, yo(note), 1.5, 0.55);
        }
        self.track
    }

    /// A sinking phrase of the in-sen scale.
    fn lose(mut self) -> Track {
        for (start, level, note) in [(0.0, 0.9, 3), (0.18, 0.8, 2), (0.36, 0.75, 1), (0.58, 0.85, 0)] {
            self.pluck(start, level, in_sen(note), 1.3, 0.25);
        }
        self.track
    }

    /// A note, the fourth above it, and the note again.
    fn draw(mut self) -> Track {
        for (start, level, note) in [(0.0, 0.9, 3), (0.16, 0.8, 5), (0.34, 0.8, 3)] {
            self.pluck(start, level, yo(note), 1.1, 0.4);
        }
        self.track
    }

    /// A light click.
    fn button(mut self) -> Track {
        let resin = disc(1500.0 * self.pitch, &mut self.dice);
        let (ring, contact) = (self.dice.random_range(0.7..1.2), self.dice.random_range(0.000_7..0.000_9));
        self.strike(0.0, ring, contact, &resin);
        let (start, level) = self.by_hand(0.0, 0.3);
        self.strike(start, level * ring, contact, &resin);
        let wood = board(380.0 * self.pitch, 1.0, &mut self.dice);
        self.strike(0.0, 0.4, 0.001_2, &wood);
        self.track
    }
}
