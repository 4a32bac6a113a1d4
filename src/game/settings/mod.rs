//! Settings: chosen once for all matches. The setup of a single match is in `play::setup`.

pub(super) mod appearance;
pub(super) mod board_theme;
pub(super) mod colour;
pub(super) mod facing;
pub(super) mod file;
pub(super) mod haptics;
pub(super) mod keys;
pub(super) mod level;
pub(super) mod marks;
pub(super) mod motion;
pub(super) mod palette;
pub(super) mod programs;
pub(super) mod sound;
pub(super) mod switch;
pub(super) mod symbol_use;
pub(super) mod text_size;
pub(super) mod watch_speed;

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::settings::appearance::Appearance;
use crate::game::settings::board_theme::BoardTheme;
use crate::game::settings::file::ExportSettings;
use crate::game::settings::haptics::Haptics;
use crate::game::settings::keys::{KeyName, Keys, Shortcut};
use crate::game::settings::marks::MarkingSettings;
use crate::game::settings::palette::Palette;
use crate::game::settings::programs::{ProgramKey, Programs, RegisteredProgram};
use crate::game::settings::sound::{SoundKind, SoundSettings, Volume};
use crate::game::settings::switch::Switch;
use crate::game::settings::symbol_use::SymbolUse;
use crate::game::settings::text_size::TextSize;
use crate::game::settings::watch_speed::WatchSpeed;
use crate::game::text::{Catalogue, Language};

pub use self::facing::{Facing, Rotation};
pub use self::marks::Marking;
pub use self::motion::{MotionStyle, Pace, Speed};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_command::<SettingCommand>()
        .add_command::<ExportSettings>()
        .add_systems(Update, (handle_setting_commands, switch_language).chain().in_set(PlaySystems::Settings));
}

/// A change of the settings.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum SettingCommand {
    Toggle(Switch),
    ChoosePace(Pace),
    /// Also turns motion on if it was off.
    ChooseMotion(MotionStyle),
    ChooseRotation(Rotation),
    ChoosePalette(Palette),
    ChooseBoardTheme(BoardTheme),
    ChooseAppearance(Appearance),
    ChooseCpuDelay(Duration),
    /// Sets the time of CPU players that think by the clock; `None` for their own.
    ChooseCpuTime(Option<Duration>),
    /// Sets how long a typed letter waits for the number of its square.
    ChooseTypingWait(Duration),
    /// `None` for the language of the system.
    ChooseLanguage(Option<Language>),
    ChooseVolume(Volume),
    ChooseVolumeOf(SoundKind, Volume),
    ChooseSymbols(SymbolUse),
    ChooseTextSize(TextSize),
    /// Imports all settings of a file.
    Import(Box<Settings>),
    /// Resets all settings.
    Reset,
    /// Gives a shortcut this key as its only one, unless it is refused.
    ChooseKey(Shortcut, KeyName),
    ResetKeys,
    /// Notes that a lesson was offered or taken, so that it is not offered again.
    NoteLessonOffered,
    /// Registers a program, or changes the one with its key.
    SetProgram(RegisteredProgram),
    RemoveProgram(ProgramKey),
    /// Sets the speed of a match of CPU players that is being watched; `None` if there is none.
    Watch(Option<WatchSpeed>),
}

fn handle_setting_commands(mut requests: MessageReader<SettingCommand>, mut settings: ResMut<Settings>) {
    for request in requests.read() {
        settings.apply(request);
    }
}

/// Switches to the language of the settings.
fn switch_language(settings: Res<Settings>, mut catalogue: ResMut<Catalogue>) {
    if settings.is_changed() && catalogue.language() != settings.language() {
        *catalogue = Catalogue::new(settings.language());
    }
}

/// Settings of this device.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Saves of older versions lack newer fields.
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    pub legal_marks: bool,
    /// Marks besides those of legal moves.
    pub marks: MarkingSettings,
    /// The chosen pace, if any; use [`Settings::pace`] for the effective one.
    pub pace: Option<Pace>,
    pub motion: MotionStyle,
    pub facing: Facing,
    /// Set if the system asks for less motion. Not a choice made here, so it is not saved.
    #[serde(skip)]
    pub reduced_motion: bool,
    /// The chosen language, if any; use [`Settings::language`] for the effective one.
    pub language: Option<Language>,
    /// Language of the system. Not a choice made here, so it is not saved.
    #[serde(skip)]
    pub system_language: Language,
    pub palette: Palette,
    pub board_theme: BoardTheme,
    /// The chosen appearance; use [`Settings::is_light`] for the effective one.
    pub appearance: Appearance,
    /// Appearance of the system, if known. Not a choice made here, so it is not saved.
    #[serde(skip)]
    pub system_appearance: Appearance,
    pub symbols: SymbolUse,
    pub text_size: TextSize,
    /// Set if each player's disc count is shown.
    pub counts: bool,
    /// Delay between the end of the discs' turn and the move of a CPU player.
    pub cpu_delay: Duration,
    /// Time per move of CPU players that think by the clock; `None` for their own.
    pub cpu_time: Option<Duration>,
    /// Delay before a typed letter that is also a shortcut stops waiting for the number of a square, and before a typed
    /// square stops waiting for another digit.
    pub typing_wait: Duration,
    /// Speed of the match of CPU players being watched. It belongs to that match only, so it is not saved.
    #[serde(skip)]
    pub watch_speed: Option<WatchSpeed>,
    pub sound: SoundSettings,
    pub haptics: Haptics,
    pub keys: Keys,
    /// Set once a lesson was offered or taken, because it is offered only once.
    pub lesson_offered: bool,
    /// Programs on this computer.
    pub programs: Programs,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            legal_marks: true,
            marks: MarkingSettings::default(),
            pace: None,
            motion: MotionStyle::default(),
            facing: Facing::default(),
            reduced_motion: false,
            language: None,
            system_language: Language::default(),
            palette: Palette::default(),
            board_theme: BoardTheme::default(),
            appearance: Appearance::default(),
            system_appearance: Appearance::System,
            symbols: SymbolUse::default(),
            text_size: TextSize::default(),
            counts: true,
            cpu_delay: Self::CPU_DELAYS[2],
            cpu_time: None,
            typing_wait: Self::TYPING_WAITS[0],
            watch_speed: None,
            sound: SoundSettings::default(),
            haptics: Haptics::default(),
            keys: Keys::default(),
            lesson_offered: false,
            programs: Programs::default(),
        }
    }
}

impl Settings {
    fn apply(&mut self, request: &SettingCommand) {
        match request {
            SettingCommand::Toggle(switch) => {
                let is_on = switch.field(self);
                *is_on = !*is_on;
            }
            SettingCommand::ChoosePace(pace) => self.pace = Some(*pace),
            SettingCommand::ChooseMotion(style) => {
                self.motion = *style;
                self.pace = Some(Pace::At(self.pace().speed().unwrap_or(Speed::CALM)));
            }
            SettingCommand::ChooseRotation(rotation) => self.facing.rotation = *rotation,
            SettingCommand::ChoosePalette(palette) => self.palette = *palette,
            SettingCommand::ChooseBoardTheme(theme) => self.board_theme = *theme,
            SettingCommand::ChooseAppearance(appearance) => self.appearance = *appearance,
            SettingCommand::ChooseCpuDelay(delay) => self.cpu_delay = *delay,
            SettingCommand::ChooseCpuTime(time) => self.cpu_time = *time,
            SettingCommand::ChooseTypingWait(wait) => self.typing_wait = *wait,
            SettingCommand::ChooseLanguage(language) => self.language = *language,
            SettingCommand::ChooseVolume(volume) => self.sound.all = *volume,
            SettingCommand::ChooseVolumeOf(kind, volume) => self.sound.choose_volume(*kind, *volume),
            SettingCommand::ChooseSymbols(symbols) => self.symbols = *symbols,
            SettingCommand::ChooseTextSize(size) => self.text_size = *size,
            SettingCommand::Import(settings) => self.import((**settings).clone()),
            SettingCommand::Reset => self.import(Self::default()),
            SettingCommand::ChooseKey(shortcut, key) => self.keys.choose(*shortcut, key),
            SettingCommand::ResetKeys => self.keys.reset(),
            SettingCommand::NoteLessonOffered => self.lesson_offered = true,
            SettingCommand::SetProgram(program) => self.programs.set(program.clone()),
            SettingCommand::RemoveProgram(key) => self.programs.remove(*key),
            SettingCommand::Watch(speed) => self.watch_speed = *speed,
        }
    }

    /// Replaces all choices, but keeps what the system says, whether a lesson was offered, and the programs: a file
    /// from elsewhere must not bring commands to run.
    fn import(&mut self, chosen: Self) {
        let lesson_offered = self.lesson_offered || chosen.lesson_offered;
        let programs = std::mem::take(&mut self.programs);
        *self = Self { lesson_offered, programs, ..chosen.with_system_of(self) };
    }

    /// Returns whether the choice of a command is the current one; `None` for a command that is not a choice.
    #[must_use]
    pub fn has(&self, command: &SettingCommand) -> Option<bool> {
        let mut changed = self.clone();
        match command {
            SettingCommand::Toggle(switch) => Some(*switch.field(&mut changed)),
            SettingCommand::ChoosePace(pace) => Some(self.pace() == *pace),
            SettingCommand::ChooseMotion(style) => Some(self.motion == *style && self.pace() != Pace::Still),
            SettingCommand::ChooseKey(..)
            | SettingCommand::ResetKeys
            | SettingCommand::Import(_)
            | SettingCommand::Reset
            | SettingCommand::NoteLessonOffered
            | SettingCommand::SetProgram(_)
            | SettingCommand::RemoveProgram(_)
            | SettingCommand::Watch(_) => None,
            // Making the current choice again changes nothing.
            _ => {
                changed.apply(command);
                Some(changed == *self)
            }
        }
    }

    pub const CPU_DELAYS: [Duration; 4] =
        [Duration::ZERO, Duration::from_millis(300), Duration::from_millis(600), Duration::from_millis(1500)];

    /// Times per move to choose from, besides the players' own.
    pub const CPU_TIMES: [Duration; 5] = [
        Duration::from_secs(1),
        Duration::from_secs(3),
        Duration::from_secs(10),
        Duration::from_secs(30),
        Duration::from_mins(1),
    ];

    /// Waits to choose from: 2 s suit most people, and WCAG 2.2 asks for ten times that.
    pub const TYPING_WAITS: [Duration; 4] =
        [Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(10), Duration::from_secs(20)];

    /// Effective pace: the chosen one, or else that of the system; scaled by the speed of a watched match.
    #[must_use]
    pub fn pace(&self) -> Pace {
        let pace = self.pace.unwrap_or(if self.reduced_motion { Pace::Still } else { Pace::default() });
        match (pace, self.watch_speed) {
            (Pace::At(speed), Some(watched)) => {
                Pace::At(Speed::of_percent(u16::try_from(scaled(speed.percent(), watched)).unwrap_or(u16::MAX)))
            }
            _ => pace,
        }
    }

    /// Effective delay of CPU players after the discs have turned: the chosen one, scaled by the speed of a watched
    /// match.
    #[must_use]
    pub fn cpu_pause(&self) -> Duration {
        match self.watch_speed {
            Some(watched) => self.cpu_delay.saturating_mul(100) / u32::from(watched.percent()),
            None => self.cpu_delay,
        }
    }

    /// Effective language: the chosen one, or else that of the system.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language.unwrap_or(self.system_language)
    }

    /// Effective appearance: the chosen one, or else that of the system.
    #[must_use]
    pub fn is_light(&self) -> bool {
        let is_left_to_system = self.appearance == Appearance::System;
        (if is_left_to_system { self.system_appearance } else { self.appearance }) == Appearance::Light
    }

    /// Returns these settings with everything in `other` that is not the player's choice: what the system asks for, and
    /// the speed of a watched match.
    #[must_use]
    pub(crate) fn with_system_of(self, other: &Self) -> Self {
        Self {
            reduced_motion: other.reduced_motion,
            system_language: other.system_language,
            system_appearance: other.system_appearance,
            watch_speed: other.watch_speed,
            ..self
        }
    }
}

/// Scales a speed in percent by the speed of a watched match.
fn scaled(percent: u16, by: WatchSpeed) -> u32 {
    u32::from(percent) * u32::from(by.percent()) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watched_match_runs_at_the_watch_speed_unless_motion_is_off() {
        let watched = |pace, speed| Settings { pace: Some(pace), watch_speed: Some(speed), ..Settings::default() };
        let speed = |speed| watched(Pace::CALM, speed).pace().speed().unwrap().percent();
        assert_eq!([WatchSpeed::Half, WatchSpeed::Usual, WatchSpeed::Double].map(speed), [50, 100, 200]);
        assert_eq!(watched(Pace::Still, WatchSpeed::Half).pace(), Pace::Still);
        let pause = |speed| watched(Pace::CALM, speed).cpu_pause().as_millis();
        assert_eq!([WatchSpeed::Half, WatchSpeed::Usual, WatchSpeed::Fourfold].map(pause), [1200, 600, 150]);
        let saved = serde_json::to_string(&watched(Pace::CALM, WatchSpeed::Fourfold)).unwrap();
        let next: Settings = serde_json::from_str(&saved).unwrap();
        assert_eq!((next.pace(), next.watch_speed), (Pace::CALM, None), "it is chosen for one match");
    }

    #[test]
    fn system_preferences_apply_until_the_player_chooses() {
        let mut settings = Settings { reduced_motion: true, ..Settings::default() };
        assert_eq!(settings.pace(), Pace::Still);
        let saved = serde_json::to_string(&settings).unwrap();
        let mut next: Settings = serde_json::from_str(&saved).unwrap();
        assert_eq!(next.pace(), Pace::CALM, "the system asks anew at every start");
        next.reduced_motion = true;
        assert_eq!(next.pace(), Pace::Still, "nothing was chosen by having been saved");
        settings.pace = Some(Pace::CALM);
        assert_eq!(settings.pace(), Pace::CALM);
    }

    #[test]
    fn the_appearance_is_that_of_the_system_until_the_player_chooses() {
        let on = |appearance, system_appearance| Settings { appearance, system_appearance, ..Settings::default() };
        for system in Appearance::ALL {
            assert_eq!(on(Appearance::System, system).is_light(), system == Appearance::Light);
            assert!(on(Appearance::Light, system).is_light());
            assert!(!on(Appearance::Dark, system).is_light());
        }
        let saved = serde_json::to_string(&on(Appearance::System, Appearance::Light)).unwrap();
        let next: Settings = serde_json::from_str(&saved).unwrap();
        assert!(!next.is_light(), "the system says anew at every start what it is");
        assert!(next.with_system_of(&on(Appearance::Dark, Appearance::Light)).is_light());
    }

    #[test]
    fn looks_saved_by_older_versions_are_read() {
        let saved = r#"{"legal_marks":true,"palette":"high-contrast"}"#;
        let settings: Settings = serde_json::from_str(saved).unwrap();
        assert_eq!(settings.palette, Palette::HighContrast);
        assert_eq!((settings.board_theme, settings.appearance), (BoardTheme::Cloth, Appearance::System));
    }
}
