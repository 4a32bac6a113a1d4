//! Volume settings.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// Volumes and mutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Saves of older versions lack newer fields.
#[serde(default)]
pub struct SoundSettings {
    /// Volume of everything.
    pub all: Volume,
    /// Discs that are placed, turn, serve or burst.
    pub discs: Volume,
    /// Passes, cut-ins, refusals and results.
    pub game: Volume,
    pub clock: Volume,
    pub buttons: Volume,
    pub muted: bool,
    /// Set to be silent while the game is out of sight.
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
    /// Factor for the samples of a kind of sound.
    #[must_use]
    pub fn gain(self, kind: SoundKind) -> f32 {
        if self.muted { 0.0 } else { self.all.gain() * self.volume(kind).gain() }
    }

    #[must_use]
    pub const fn volume(self, kind: SoundKind) -> Volume {
        match kind {
            SoundKind::Discs => self.discs,
            SoundKind::Game => self.game,
            SoundKind::Clock => self.clock,
            SoundKind::Buttons => self.buttons,
        }
    }

    pub(super) const fn choose_volume(&mut self, kind: SoundKind, volume: Volume) {
        *match kind {
            SoundKind::Discs => &mut self.discs,
            SoundKind::Game => &mut self.game,
            SoundKind::Clock => &mut self.clock,
            SoundKind::Buttons => &mut self.buttons,
        } = volume;
    }
}

/// Sounds with a common volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundKind {
    Discs,
    /// Course of the game.
    Game,
    Clock,
    Buttons,
}

impl SoundKind {
    pub const ALL: [Self; 4] = [Self::Discs, Self::Game, Self::Clock, Self::Buttons];

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

/// Volume in percent of the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u8")]
pub struct Volume(u8);

impl Volume {
    pub const SILENT: Self = Self(0);
    pub const FULL: Self = Self(100);
    /// Volumes to choose from.
    pub const CHOICES: [Self; 5] = [Self::SILENT, Self(25), Self(50), Self(75), Self::FULL];

    #[must_use]
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// Factor for samples: squared, so that half of the volume sounds about half as loud.
    fn gain(self) -> f32 {
        (f32::from(self.0) / 100.0).powi(2)
    }
}

impl From<u8> for Volume {
    /// Clamps to 100 %.
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
    fn volumes_saved_by_other_versions_are_read() {
        let read = |json: &str| serde_json::from_str::<SoundSettings>(json).unwrap();
        assert_eq!(read("{}"), SoundSettings::default());
        assert_eq!(read(r#"{"all": 255, "new": 1}"#).all, Volume::FULL);
        let chosen = SoundSettings { discs: Volume::SILENT, muted: true, ..SoundSettings::default() };
        assert_eq!(read(&serde_json::to_string(&chosen).unwrap()), chosen);
    }
}
