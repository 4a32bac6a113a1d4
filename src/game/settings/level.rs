//! The settings that are numbers, as sliders choose them.

use bevy::prelude::*;

use crate::game::settings::sound::{SoundKind, Volume};
use crate::game::settings::{Pace, SettingCommand, Settings, Speed};
use crate::game::text::{Phrase, say};

/// A setting that is a number.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingLevel {
    /// How fast discs move.
    Speed,
    /// How loud everything is.
    Volume,
    /// How loud a kind of sounds is.
    VolumeOf(SoundKind),
}

impl SettingLevel {
    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Speed => say!("option-speed"),
            Self::Volume => say!("sound-all"),
            Self::VolumeOf(kind) => kind.name(),
        }
    }

    /// The least and the most.
    #[must_use]
    pub const fn range(self) -> (u16, u16) {
        match self {
            Self::Speed => (Speed::SLOWEST.percent(), Speed::FASTEST.percent()),
            Self::Volume | Self::VolumeOf(_) => (0, 100),
        }
    }

    /// How far apart two choices are.
    #[must_use]
    pub const fn step(self) -> u16 {
        match self {
            Self::Speed => Speed::STEP,
            Self::Volume | Self::VolumeOf(_) => 5,
        }
    }

    /// What is chosen. The speed of discs that do not move is that at which they would.
    #[must_use]
    pub fn value(self, settings: &Settings) -> u16 {
        match self {
            Self::Speed => settings.pace().speed().unwrap_or(Speed::CALM).percent(),
            Self::Volume => settings.sound.all.percent().into(),
            Self::VolumeOf(kind) => settings.sound.volume(kind).percent().into(),
        }
    }

    /// A number in words.
    #[must_use]
    pub fn words(self, value: u16) -> Phrase {
        match self {
            Self::Speed => Speed::of_percent(value).name(),
            Self::Volume | Self::VolumeOf(_) => say!("sound-percent", percent = value),
        }
    }

    /// What chooses a number.
    #[must_use]
    pub fn command(self, value: u16) -> SettingCommand {
        let volume = || Volume::from(u8::try_from(value).unwrap_or(u8::MAX));
        match self {
            Self::Speed => SettingCommand::ChoosePace(Pace::At(Speed::of_percent(value))),
            Self::Volume => SettingCommand::ChooseVolume(volume()),
            Self::VolumeOf(kind) => SettingCommand::ChooseVolumeOf(kind, volume()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_number_chooses_is_what_is_chosen_then() {
        let volumes = SoundKind::ALL.map(SettingLevel::VolumeOf);
        for level in [SettingLevel::Speed, SettingLevel::Volume].into_iter().chain(volumes) {
            let (least, most) = level.range();
            for value in (least..=most).step_by(level.step().into()) {
                let mut settings = Settings::default();
                settings.obey(&level.command(value));
                assert_eq!(level.value(&settings), value, "{level:?}");
            }
            assert_eq!((most - least) % level.step(), 0, "{level:?} ends with a step");
        }
    }
}
