//! What is chosen once, not for each match. What is chosen for a match is in `play::setup`.

pub(super) mod appearance;
pub(super) mod board_theme;
pub(super) mod facing;
pub(super) mod file;
pub(super) mod haptics;
pub(super) mod keys;
pub(super) mod lenient;
pub(super) mod level;
pub(super) mod marks;
pub(super) mod motion;
pub(super) mod palette;
pub(super) mod sound;
pub(super) mod symbol_use;
pub(super) mod text_size;
pub(super) mod watch_speed;

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::PlaySystems;
use crate::game::flow::woken::AddCommand;
use crate::game::settings::appearance::Appearance;
use crate::game::settings::board_theme::BoardTheme;
use crate::game::settings::file::ExportSettings;
use crate::game::settings::haptics::Haptics;
use crate::game::settings::keys::{KeyName, Keys, Shortcut};
use crate::game::settings::palette::Palette;
use crate::game::settings::sound::{SoundKind, SoundSettings, Volume};
use crate::game::settings::symbol_use::SymbolUse;
use crate::game::settings::text_size::TextSize;
use crate::game::settings::watch_speed::WatchSpeed;
use crate::game::text::{Catalogue, Language};

pub use self::facing::{Facing, Rotation};
pub use self::marks::{Marking, MarkingSettings};
pub use self::motion::{MotionStyle, Pace, Speed};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_command::<SettingCommand>()
        .add_command::<ExportSettings>()
        .add_systems(Update, (change_settings, speak).chain().in_set(PlaySystems::Settings));
}

/// What can be asked of the settings.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum SettingCommand {
    /// Chooses how fast discs move.
    ChoosePace(Pace),
    /// Chooses in which way discs move; those that lay still move again.
    ChooseMotion(MotionStyle),
    /// Chooses how far the board is turned.
    ChooseRotation(Rotation),
    /// Shows the board as in a mirror, or no longer.
    ToggleMirror,
    /// Chooses the colours of the discs.
    ChoosePalette(Palette),
    /// Chooses what the board is made of.
    ChooseBoardTheme(BoardTheme),
    /// Chooses whether the interface is light or dark.
    ChooseAppearance(Appearance),
    /// Chooses how long a CPU player waits.
    ChooseCpuDelay(Duration),
    /// Chooses how long a typed letter waits for the number of a square.
    ChooseTypingWait(Duration),
    /// Turns the marks on legal squares on or off.
    ToggleLegalMarks,
    /// Turns a mark on or off.
    ToggleMarking(Marking),
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
    /// Chooses when discs have symbols.
    ChooseSymbols(SymbolUse),
    /// Chooses how large texts are.
    ChooseTextSize(TextSize),
    /// Shows or hides how many discs everybody has.
    ToggleCounts,
    /// Chooses all that these settings say, as a file has them.
    TakeOver(Box<Settings>),
    /// Forgets all that was chosen.
    Reset,
    /// Lets the device shake or not.
    ToggleHaptics,
    /// Gives a shortcut this key alone, if it can have it.
    ChooseKey(Shortcut, KeyName),
    /// Gives every shortcut its standard keys.
    ResetKeys,
    /// Notes that the lesson was offered or taken.
    NoteLessonOffered,
    /// Notes that a match of computers is watched, at this speed, or none any more.
    Watch(Option<WatchSpeed>),
}

fn change_settings(mut wishes: MessageReader<SettingCommand>, mut settings: ResMut<Settings>) {
    for wish in wishes.read() {
        settings.obey(wish);
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
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    /// Whether legal squares are marked.
    pub legal_marks: bool,
    /// What else is marked.
    pub marks: MarkingSettings,
    /// How fast discs move, where somebody chose; [`Settings::pace`] says how fast they move in the end.
    pub pace: Option<Pace>,
    /// In which way discs move.
    pub motion: MotionStyle,
    /// Which way round the board is shown.
    pub facing: Facing,
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
    /// What the board is made of.
    pub board_theme: BoardTheme,
    /// Whether the interface is light or dark; [`Settings::is_light`] says which it is in the end.
    pub appearance: Appearance,
    /// What the system is, where it says. Nobody chose it here, so it is not saved.
    #[serde(skip)]
    pub system_appearance: Appearance,
    /// When discs have symbols.
    pub symbols: SymbolUse,
    /// How large texts are.
    pub text_size: TextSize,
    /// Whether is shown how many discs everybody has.
    pub counts: bool,
    /// How long a CPU player waits, after the discs have turned, before it plays.
    pub cpu_delay: Duration,
    /// Wait of a typed letter that is also a shortcut for the number of a square, and of a square's name for another
    /// digit that could follow it.
    pub typing_wait: Duration,
    /// How fast a match of computers goes that is watched now. It is for that match alone, so it is not saved.
    #[serde(skip)]
    pub watch_speed: Option<WatchSpeed>,
    /// How loud it is.
    pub sound: SoundSettings,
    /// Whether what happens is felt.
    pub haptics: Haptics,
    /// Which key does what.
    pub keys: Keys,
    /// Whether the lesson was offered or taken: it is offered once.
    pub lesson_offered: bool,
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
            typing_wait: Self::TYPING_WAITS[0],
            watch_speed: None,
            sound: SoundSettings::default(),
            haptics: Haptics::default(),
            keys: Keys::default(),
            lesson_offered: false,
        }
    }
}

impl Settings {
    /// Does what a command asks for.
    fn obey(&mut self, wish: &SettingCommand) {
        match wish {
            SettingCommand::ChoosePace(pace) => self.pace = Some(*pace),
            SettingCommand::ChooseMotion(style) => {
                self.motion = *style;
                self.pace = Some(Pace::At(self.pace().speed().unwrap_or(Speed::CALM)));
            }
            SettingCommand::ChooseRotation(rotation) => self.facing.rotation = *rotation,
            SettingCommand::ToggleMirror => self.facing.mirrored = !self.facing.mirrored,
            SettingCommand::ChoosePalette(palette) => self.palette = *palette,
            SettingCommand::ChooseBoardTheme(theme) => self.board_theme = *theme,
            SettingCommand::ChooseAppearance(appearance) => self.appearance = *appearance,
            SettingCommand::ChooseCpuDelay(delay) => self.cpu_delay = *delay,
            SettingCommand::ChooseTypingWait(wait) => self.typing_wait = *wait,
            SettingCommand::ToggleLegalMarks => self.legal_marks = !self.legal_marks,
            SettingCommand::ToggleMarking(marking) => self.marks.toggle(*marking),
            SettingCommand::ChooseLanguage(language) => self.language = *language,
            SettingCommand::ChooseVolume(volume) => self.sound.all = *volume,
            SettingCommand::ChooseVolumeOf(kind, volume) => self.sound.choose_volume(*kind, *volume),
            SettingCommand::ToggleMute => self.sound.muted = !self.sound.muted,
            SettingCommand::ToggleMuteOutOfSight => self.sound.muted_out_of_sight = !self.sound.muted_out_of_sight,
            SettingCommand::ChooseSymbols(symbols) => self.symbols = *symbols,
            SettingCommand::ChooseTextSize(size) => self.text_size = *size,
            SettingCommand::ToggleCounts => self.counts = !self.counts,
            SettingCommand::TakeOver(settings) => self.take_over((**settings).clone()),
            SettingCommand::Reset => self.take_over(Self::default()),
            SettingCommand::ToggleHaptics => self.haptics.0 = !self.haptics.0,
            SettingCommand::ChooseKey(shortcut, key) => self.keys.choose(*shortcut, key),
            SettingCommand::ResetKeys => self.keys.reset(),
            SettingCommand::NoteLessonOffered => self.lesson_offered = true,
            SettingCommand::Watch(speed) => self.watch_speed = *speed,
        }
    }

    /// Has all that others have but for what nobody chose.
    fn take_over(&mut self, chosen: Self) {
        let lesson_offered = self.lesson_offered || chosen.lesson_offered;
        *self = Self { lesson_offered, ..chosen.on_system_of(self) };
    }

    /// Whether what a command chooses is in force; `None` for a command that chooses nothing.
    #[must_use]
    pub fn has(&self, command: &SettingCommand) -> Option<bool> {
        Some(match command {
            SettingCommand::ChoosePace(pace) => self.pace() == *pace,
            SettingCommand::ChooseMotion(style) => self.motion == *style && self.pace() != Pace::Still,
            SettingCommand::ChooseRotation(rotation) => self.facing.rotation == *rotation,
            SettingCommand::ToggleMirror => self.facing.mirrored,
            SettingCommand::ChoosePalette(palette) => self.palette == *palette,
            SettingCommand::ChooseBoardTheme(theme) => self.board_theme == *theme,
            SettingCommand::ChooseAppearance(appearance) => self.appearance == *appearance,
            SettingCommand::ChooseCpuDelay(delay) => self.cpu_delay == *delay,
            SettingCommand::ChooseTypingWait(wait) => self.typing_wait == *wait,
            SettingCommand::ToggleLegalMarks => self.legal_marks,
            SettingCommand::ToggleMarking(marking) => self.marks.has(*marking),
            SettingCommand::ChooseLanguage(language) => self.language == *language,
            SettingCommand::ChooseVolume(volume) => self.sound.all == *volume,
            SettingCommand::ChooseVolumeOf(kind, volume) => self.sound.volume(*kind) == *volume,
            SettingCommand::ToggleMute => self.sound.muted,
            SettingCommand::ToggleMuteOutOfSight => self.sound.muted_out_of_sight,
            SettingCommand::ChooseSymbols(symbols) => self.symbols == *symbols,
            SettingCommand::ChooseTextSize(size) => self.text_size == *size,
            SettingCommand::ToggleCounts => self.counts,
            SettingCommand::ToggleHaptics => self.haptics.0,
            SettingCommand::ChooseKey(..)
            | SettingCommand::ResetKeys
            | SettingCommand::TakeOver(_)
            | SettingCommand::Reset
            | SettingCommand::NoteLessonOffered
            | SettingCommand::Watch(_) => return None,
        })
    }

    /// The delays that can be chosen.
    pub const CPU_DELAYS: [Duration; 4] =
        [Duration::ZERO, Duration::from_millis(300), Duration::from_millis(600), Duration::from_millis(1500)];

    /// Waits of a typed letter to choose from: two seconds do for most people, and WCAG 2.2 asks for ten times that.
    pub const TYPING_WAITS: [Duration; 4] =
        [Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(10), Duration::from_secs(20)];

    /// How fast discs move: as was chosen here, else as the system asks for; what is watched, at the speed of that.
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

    /// How long a CPU player waits, after the discs have turned, before it plays: as was chosen here; what is watched,
    /// at the speed of that.
    #[must_use]
    pub fn cpu_pause(&self) -> Duration {
        match self.watch_speed {
            Some(watched) => self.cpu_delay.saturating_mul(100) / u32::from(watched.percent()),
            None => self.cpu_delay,
        }
    }

    /// The language in which the game speaks: as was chosen here, else that of the system.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language.unwrap_or(self.system_language)
    }

    /// Whether the interface is light: as was chosen here, else as the system is.
    #[must_use]
    pub fn is_light(&self) -> bool {
        let is_left_to_system = self.appearance == Appearance::System;
        (if is_left_to_system { self.system_appearance } else { self.appearance }) == Appearance::Light
    }

    /// These settings on a system that asks for what that of `other` asks for.
    #[must_use]
    pub(crate) fn on_system_of(self, other: &Self) -> Self {
        Self {
            reduced_motion: other.reduced_motion,
            system_language: other.system_language,
            system_appearance: other.system_appearance,
            watch_speed: other.watch_speed,
            ..self
        }
    }
}

/// A speed in percent, of which another one says how much faster or slower it is.
fn scaled(percent: u16, by: WatchSpeed) -> u32 {
    u32::from(percent) * u32::from(by.percent()) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_watched_goes_as_fast_as_it_is_asked_to_and_stands_still_where_nothing_moves() {
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
    fn what_the_system_asks_for_counts_until_the_player_chooses() {
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
    fn it_is_light_as_the_system_is_until_the_player_chooses() {
        let on = |appearance, system_appearance| Settings { appearance, system_appearance, ..Settings::default() };
        for system in Appearance::ALL {
            assert_eq!(on(Appearance::System, system).is_light(), system == Appearance::Light);
            assert!(on(Appearance::Light, system).is_light());
            assert!(!on(Appearance::Dark, system).is_light());
        }
        let saved = serde_json::to_string(&on(Appearance::System, Appearance::Light)).unwrap();
        let next: Settings = serde_json::from_str(&saved).unwrap();
        assert!(!next.is_light(), "the system says anew at every start what it is");
        assert!(next.on_system_of(&on(Appearance::Dark, Appearance::Light)).is_light());
    }

    #[test]
    fn looks_that_older_versions_kept_are_still_there() {
        let kept = r#"{"legal_marks":true,"palette":"high-contrast"}"#;
        let settings: Settings = serde_json::from_str(kept).unwrap();
        assert_eq!(settings.palette, Palette::HighContrast);
        assert_eq!((settings.board_theme, settings.appearance), (BoardTheme::Cloth, Appearance::System));
    }
}
