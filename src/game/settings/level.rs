//! Numeric settings, for sliders.

use bevy::prelude::*;

use crate::game::settings::sound::{SoundKind, Volume};
use crate::game::settings::{Pace, SettingCommand, Settings, Speed};
use crate::game::text::{Phrase, say};

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingLevel {
    /// Speed of the discs.
    Speed,
    /// Volume of everything.
    Volume,
    /// Volume of one kind of sound.
    VolumeOf(SoundKind),
}

impl SettingLevel {
    #[must_use]
    pub(crate) fn name(self) -> Phrase {
        match self {
            Self::Speed => say!("option-speed"),
            Self::Volume => say!("sound-all"),
            Self::VolumeOf(kind) => kind.name(),
        }
    }

    /// Minimum and maximum.
    #[must_use]
    pub(crate) const fn range(self) -> (u16, u16) {
        match self {
            Self::Speed => (Speed::MIN.percent(), Speed::MAX.percent()),
            Self::Volume | Self::VolumeOf(_) => (0, 100),
        }
    }

    /// Distance between two values.
    #[must_use]
    pub(crate) const fn step(self) -> u16 {
        match self {
            Self::Speed => Speed::STEP,
            Self::Volume | Self::VolumeOf(_) => 5,
        }
    }

    /// Current value. If motion is off, the speed that it would have.
    #[must_use]
    pub(crate) fn value(self, settings: &Settings) -> u16 {
        match self {
            Self::Speed => settings.pace().speed().unwrap_or(Speed::CALM).percent(),
            Self::Volume => settings.sound.all.percent().into(),
            Self::VolumeOf(kind) => settings.sound.volume(kind).percent().into(),
        }
    }

    /// A value in words.
    #[must_use]
    pub(crate) fn words(self, value: u16) -> Phrase {
        match self {
            Self::Speed => Speed::of_percent(value).name(),
            Self::Volume | Self::VolumeOf(_) => say!("sound-percent", percent = value),
        }
    }

    /// Command that sets a value.
    #[must_use]
    pub(crate) fn command(self, value: u16) -> SettingCommand {
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
    fn choosing_a_number_makes_it_the_current_one() {
        let volumes = SoundKind::ALL.map(SettingLevel::VolumeOf);
        for level in [SettingLevel::Speed, SettingLevel::Volume].into_iter().chain(volumes) {
            let (least, most) = level.range();
            for value in (least..=most).step_by(level.step().into()) {
                let mut settings = Settings::default();
                settings.apply(&level.command(value));
                assert_eq!(level.value(&settings), value, "{level:?}");
            }
            assert_eq!((most - least) % level.step(), 0, "{level:?} ends with a step");
        }
    }
}
