//! How loud the game is.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// How loud the game is, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
// What an older version kept lacks the newer choices.
#[serde(default)]
pub struct SoundSettings {
    /// Of everything.
    pub all: Volume,
    /// Of discs that are placed, turn, serve and burst.
    pub discs: Volume,
    /// Of passes, cut-ins, refusals and results.
    pub game: Volume,
    /// Of the clock.
    pub clock: Volume,
    /// Of buttons.
    pub buttons: Volume,
    /// Whether nothing is heard.
    pub muted: bool,
    /// Whether nothing is heard while the game is out of sight.
    pub muted_out_of_sight: bool,
}

impl Default for SoundSettings {
    fn default() -> Self {
        let full = Volume::FULL;
        Self {
            all: Volume::CHOICES[3],
            discs: full,
            game: full,
            clock: full,
            buttons: full,
            muted: false,
            muted_out_of_sight: false,
        }
    }
}

impl SoundSettings {
    /// The factor of the samples of a kind.
    #[must_use]
    pub fn gain(self, kind: SoundKind) -> f32 {
        if self.muted { 0.0 } else { self.all.gain() * self.volume(kind).gain() }
    }

    /// How loud a kind is.
    #[must_use]
    pub const fn volume(self, kind: SoundKind) -> Volume {
        match kind {
            SoundKind::Discs => self.discs,
            SoundKind::Game => self.game,
            SoundKind::Clock => self.clock,
            SoundKind::Buttons => self.buttons,
        }
    }

    /// Chooses how loud a kind is.
    pub(super) const fn choose_volume(&mut self, kind: SoundKind, volume: Volume) {
        *match kind {
            SoundKind::Discs => &mut self.discs,
            SoundKind::Game => &mut self.game,
            SoundKind::Clock => &mut self.clock,
            SoundKind::Buttons => &mut self.buttons,
        } = volume;
    }
}

/// Sounds that are made louder and softer together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundKind {
    /// Discs.
    Discs,
    /// The course of the game.
    Game,
    /// The clock.
    Clock,
    /// Buttons.
    Buttons,
}

impl SoundKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Discs, Self::Game, Self::Clock, Self::Buttons];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Discs => say!("sound-discs"),
            Self::Game => say!("sound-game"),
            Self::Clock => say!("sound-clock"),
            Self::Buttons => say!("sound-buttons"),
        }
    }
}

/// How loud something is, in percent of the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u8")]
pub struct Volume(u8);

impl Volume {
    /// Nothing is heard.
    pub const SILENT: Self = Self(0);
    /// As loud as can be.
    pub const FULL: Self = Self(100);
    /// The volumes that can be chosen.
    pub const CHOICES: [Self; 5] = [Self::SILENT, Self(25), Self(50), Self(75), Self::FULL];

    /// In percent of the most.
    #[must_use]
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// The factor of the samples: half of the volume is heard as about half as loud.
    fn gain(self) -> f32 {
        (f32::from(self.0) / 100.0).powi(2)
    }
}

impl From<u8> for Volume {
    /// What is more than all is all.
    fn from(percent: u8) -> Self {
        Self(percent.min(Self::FULL.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_multiply_and_mute_silences_all() {
        let mut settings = SoundSettings { all: Volume::FULL, ..SoundSettings::default() };
        for kind in SoundKind::ALL {
            assert!((settings.gain(kind) - 1.0).abs() < f32::EPSILON);
        }
        settings.choose_volume(SoundKind::Clock, Volume::from(50));
        settings.all = Volume::from(50);
        assert!((settings.gain(SoundKind::Clock) - 0.0625).abs() < 1e-6);
        assert!((settings.gain(SoundKind::Discs) - 0.25).abs() < 1e-6);
        settings.muted = true;
        assert!(SoundKind::ALL.iter().all(|kind| settings.gain(*kind) == 0.0));
    }

    #[test]
    fn what_other_versions_kept_is_read() {
        let read = |json: &str| serde_json::from_str::<SoundSettings>(json).unwrap();
        assert_eq!(read("{}"), SoundSettings::default());
        assert_eq!(read(r#"{"all": 255, "new": 1}"#).all, Volume::FULL);
        let chosen = SoundSettings { discs: Volume::SILENT, muted: true, ..SoundSettings::default() };
        assert_eq!(read(&serde_json::to_string(&chosen).unwrap()), chosen);
    }
}
