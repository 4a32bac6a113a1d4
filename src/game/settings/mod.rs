//! What is chosen once, not for each match. What is chosen for a match is in `play::setup`.

pub(super) mod palette;
pub(super) mod sound;

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::PlaySystems;
use crate::game::flow::woken::AddCommand;
use crate::game::settings::palette::Palette;
use crate::game::settings::sound::{SoundKind, SoundSettings, Volume};
use crate::game::text::{Catalogue, Language, Phrase, say};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_command::<SettingCommand>()
        .add_systems(Update, (change_settings, speak).chain().in_set(PlaySystems::Settings));
}

/// What can be asked of the settings.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum SettingCommand {
    /// Chooses how fast discs turn.
    ChoosePace(Pace),
    /// Chooses the colours of the discs.
    ChoosePalette(Palette),
    /// Chooses how long a CPU player waits.
    ChooseCpuDelay(Duration),
    /// Turns the marks on legal squares on or off.
    ToggleLegalMarks,
    /// Chooses the language; `None` is that of the system.
    ChooseLanguage(Option<Language>),
    /// Chooses how loud everything is.
    ChooseVolume(Volume),
    /// Chooses how loud a kind of sounds is.
    ChooseVolumeOf(SoundKind, Volume),
    /// Turns all sounds off or on.
    ToggleMute,
    /// Turns all sounds off or on for while the game is out of sight.
    ToggleMuteOutOfSight,
    /// Notes that the lesson was offered or taken.
    NoteLessonOffered,
}

fn change_settings(mut wishes: MessageReader<SettingCommand>, mut settings: ResMut<Settings>) {
    for wish in wishes.read() {
        match wish {
            SettingCommand::ChoosePace(pace) => settings.pace = Some(*pace),
            SettingCommand::ChoosePalette(palette) => settings.palette = *palette,
            SettingCommand::ChooseCpuDelay(delay) => settings.cpu_delay = *delay,
            SettingCommand::ToggleLegalMarks => settings.legal_marks = !settings.legal_marks,
            SettingCommand::ChooseLanguage(language) => settings.language = *language,
            SettingCommand::ChooseVolume(volume) => settings.sound.all = *volume,
            SettingCommand::ChooseVolumeOf(kind, volume) => settings.sound.choose_volume(*kind, *volume),
            SettingCommand::ToggleMute => settings.sound.muted = !settings.sound.muted,
            SettingCommand::ToggleMuteOutOfSight => {
                settings.sound.muted_out_of_sight = !settings.sound.muted_out_of_sight;
            }
            SettingCommand::NoteLessonOffered => settings.lesson_offered = true,
        }
    }
}

/// The game speaks the language that the settings say.
fn speak(settings: Res<Settings>, mut catalogue: ResMut<Catalogue>) {
    if settings.is_changed() && catalogue.language() != settings.language() {
        *catalogue = Catalogue::new(settings.language());
    }
}

/// The settings.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// What an older version kept lacks the newer choices.
#[serde(default)]
pub struct Settings {
    /// Whether legal squares are marked.
    pub legal_marks: bool,
    /// How fast discs turn, where somebody chose; [`Settings::pace`] says how fast they turn in the end.
    pub pace: Option<Pace>,
    /// Whether the system asks for less motion. Nobody chose it here, so it is not saved.
    #[serde(skip)]
    pub reduced_motion: bool,
    /// The language, where somebody chose; [`Settings::language`] says which it is in the end.
    pub language: Option<Language>,
    /// The language of the system. Nobody chose it here, so it is not saved.
    #[serde(skip)]
    pub system_language: Language,
    /// The colours of the discs.
    pub palette: Palette,
    /// How long a CPU player waits, after the discs have turned, before it plays.
    pub cpu_delay: Duration,
    /// How loud it is.
    pub sound: SoundSettings,
    /// Whether the lesson was offered or taken: it is offered once.
    pub lesson_offered: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            legal_marks: true,
            pace: None,
            reduced_motion: false,
            language: None,
            system_language: Language::default(),
            palette: Palette::default(),
            cpu_delay: Self::CPU_DELAYS[2],
            sound: SoundSettings::default(),
            lesson_offered: false,
        }
    }
}

impl Settings {
    /// Whether what a command chooses is in force; `None` for a command that chooses nothing.
    #[must_use]
    pub fn has(&self, command: &SettingCommand) -> Option<bool> {
        Some(match command {
            SettingCommand::ChoosePace(pace) => self.pace() == *pace,
            SettingCommand::ChoosePalette(palette) => self.palette == *palette,
            SettingCommand::ChooseCpuDelay(delay) => self.cpu_delay == *delay,
            SettingCommand::ToggleLegalMarks => self.legal_marks,
            SettingCommand::ChooseLanguage(language) => self.language == *language,
            SettingCommand::ChooseVolume(volume) => self.sound.all == *volume,
            SettingCommand::ChooseVolumeOf(kind, volume) => self.sound.volume(*kind) == *volume,
            SettingCommand::ToggleMute => self.sound.muted,
            SettingCommand::ToggleMuteOutOfSight => self.sound.muted_out_of_sight,
            SettingCommand::NoteLessonOffered => return None,
        })
    }

    /// The delays that can be chosen.
    pub const CPU_DELAYS: [Duration; 4] =
        [Duration::ZERO, Duration::from_millis(300), Duration::from_millis(600), Duration::from_millis(1500)];

    /// How fast discs turn: as was chosen here, else as the system asks for.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace.unwrap_or(if self.reduced_motion { Pace::Still } else { Pace::default() })
    }

    /// The language in which the game speaks: as was chosen here, else that of the system.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language.unwrap_or(self.system_language)
    }

    /// These settings on a system that asks for what that of `other` asks for.
    #[must_use]
    pub(crate) fn on_system_of(self, other: &Self) -> Self {
        Self { reduced_motion: other.reduced_motion, system_language: other.system_language, ..self }
    }
}

/// How fast discs turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// So that every disc can be followed.
    #[default]
    Calm,
    /// Half as long.
    Brisk,
    /// Nothing moves: for those whom motion disturbs.
    Still,
}

impl Pace {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Calm, Self::Brisk, Self::Still];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Calm => say!("pace-calm"),
            Self::Brisk => say!("pace-brisk"),
            Self::Still => say!("pace-still"),
        }
    }

    /// How long something lasts that takes `seconds` at the calm pace; `None` where nothing moves.
    #[must_use]
    pub fn scale(self, seconds: f32) -> Option<Duration> {
        match self {
            Self::Calm => Some(Duration::from_secs_f32(seconds)),
            Self::Brisk => Some(Duration::from_secs_f32(seconds / 2.0)),
            Self::Still => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_asks_for_counts_until_the_player_chooses() {
        let mut settings = Settings { reduced_motion: true, ..Settings::default() };
        assert_eq!(settings.pace(), Pace::Still);
        let saved = serde_json::to_string(&settings).unwrap();
        let mut next: Settings = serde_json::from_str(&saved).unwrap();
        assert_eq!(next.pace(), Pace::Calm, "the system asks anew at every start");
        next.reduced_motion = true;
        assert_eq!(next.pace(), Pace::Still, "nothing was chosen by having been saved");
        settings.pace = Some(Pace::Calm);
        assert_eq!(settings.pace(), Pace::Calm);
    }
}
