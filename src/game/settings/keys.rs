//! Shortcuts, with the keys and gamepad buttons that players can choose for them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// A command with a key of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shortcut {
    Undo,
    Redo,
    /// Passes by choice.
    Pass,
    Hint,
    /// Shows the values of moves.
    Analysis,
    /// Toggles the marks of legal moves.
    LegalMarks,
    /// Announces the remaining time.
    Time,
    ZoomIn,
    ZoomOut,
    WholeBoard,
    /// Pauses or continues a match of CPU players.
    Pause,
    /// Plays one move of a match of CPU players.
    Step,
    PreviousPage,
    NextPage,
    NewGame,
    Mute,
    /// Toggles full screen.
    FullScreen,
    Settings,
    KeySheet,
}

impl Shortcut {
    /// In the order of the list of keys.
    pub const ALL: [Self; 19] = [
        Self::Undo,
        Self::Redo,
        Self::Pass,
        Self::Hint,
        Self::Analysis,
        Self::LegalMarks,
        Self::Time,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::WholeBoard,
        Self::Pause,
        Self::Step,
        Self::PreviousPage,
        Self::NextPage,
        Self::NewGame,
        Self::Mute,
        Self::FullScreen,
        Self::Settings,
        Self::KeySheet,
    ];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Undo => say!("shortcut-undo"),
            Self::Redo => say!("shortcut-redo"),
            Self::Pass => say!("shortcut-pass"),
            Self::Hint => say!("shortcut-hint"),
            Self::Analysis => say!("shortcut-analysis"),
            Self::LegalMarks => say!("shortcut-legal-marks"),
            Self::Time => say!("shortcut-time"),
            Self::ZoomIn => say!("zoom-in"),
            Self::ZoomOut => say!("zoom-out"),
            Self::WholeBoard => say!("zoom-whole-board"),
            Self::Pause => say!("shortcut-pause"),
            Self::Step => say!("shortcut-step"),
            Self::PreviousPage => say!("shortcut-previous-page"),
            Self::NextPage => say!("shortcut-next-page"),
            Self::NewGame => say!("shortcut-new-game"),
            Self::Mute => say!("shortcut-mute"),
            Self::FullScreen => say!("full-screen"),
            Self::Settings => say!("shortcut-settings"),
            Self::KeySheet => say!("shortcut-keys"),
        }
    }

    /// Name in saved settings, with the standard keys and gamepad button.
    const fn entry(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Undo => ("undo", &["u", "pad-left-shoulder"]),
            Self::Redo => ("redo", &["r", "pad-right-shoulder"]),
            Self::Pass => ("pass", &["x"]),
            Self::Hint => ("hint", &["h", "pad-left"]),
            Self::Analysis => ("analysis", &["a", "pad-upper"]),
            Self::LegalMarks => ("legal-marks", &["m"]),
            Self::Time => ("time", &["t"]),
            Self::ZoomIn => ("zoom-in", &["+", "="]),
            Self::ZoomOut => ("zoom-out", &["-"]),
            Self::WholeBoard => ("whole-board", &["0"]),
            Self::Pause => ("pause", &["p"]),
            Self::Step => ("step", &["."]),
            Self::PreviousPage => ("previous-page", &["PageUp"]),
            Self::NextPage => ("next-page", &["PageDown"]),
            Self::NewGame => ("new-game", &["n"]),
            Self::Mute => ("mute", &["s"]),
            Self::FullScreen => ("full-screen", &["F11"]),
            Self::Settings => ("settings", &[","]),
            Self::KeySheet => ("key-sheet", &["?", "F1", "pad-select"]),
        }
    }

    /// Returns true if it works on every screen; the others belong to a match.
    #[must_use]
    pub const fn is_everywhere(self) -> bool {
        matches!(self, Self::Mute | Self::FullScreen | Self::Settings | Self::KeySheet)
    }

    /// Returns true if it belongs to every board that can be enlarged.
    #[must_use]
    pub const fn is_of_zoom(self) -> bool {
        matches!(self, Self::ZoomIn | Self::ZoomOut | Self::WholeBoard)
    }
}

/// A gamepad button that can be chosen, named by its position because makers print different symbols on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadButton {
    /// Left one of the four face buttons.
    Left,
    /// Upper one of the four face buttons.
    Upper,
    /// Upper left shoulder button.
    LeftShoulder,
    /// Upper right shoulder button.
    RightShoulder,
    /// Left one of the centre buttons.
    Select,
    /// Press of the left stick.
    LeftStick,
    /// Press of the right stick.
    RightStick,
}

impl PadButton {
    /// All buttons with their names in saved settings.
    const NAMED: [(Self, &str); 7] = [
        (Self::Left, "pad-left"),
        (Self::Upper, "pad-upper"),
        (Self::LeftShoulder, "pad-left-shoulder"),
        (Self::RightShoulder, "pad-right-shoulder"),
        (Self::Select, "pad-select"),
        (Self::LeftStick, "pad-left-stick"),
        (Self::RightStick, "pad-right-stick"),
    ];
}

/// Name of a key or gamepad button that can be chosen: a character in lower case, a name such as `F1`, or the name of a
/// gamepad button.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyName(String);

impl KeyName {
    /// Keys without a character that can be chosen.
    const NAMED: [&str; 16] = [
        "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "Insert", "Delete", "PageUp",
        "PageDown",
    ];

    /// Key of a character; `None` if most keyboards have no key for it.
    #[must_use]
    pub fn character(character: char) -> Option<Self> {
        character.is_ascii_graphic().then(|| Self(character.to_ascii_lowercase().to_string()))
    }

    /// Parses the name of a key or button.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            return Self::character(character);
        }
        let mut names = PadButton::NAMED.iter().map(|(_, name)| *name).chain(Self::NAMED);
        names.any(|name| name == text).then(|| Self(text.to_owned()))
    }

    /// The gamepad button; `None` for a key.
    #[must_use]
    pub fn pad_button(&self) -> Option<PadButton> {
        PadButton::NAMED.iter().find(|(_, name)| *name == self.0).map(|(button, _)| *button)
    }

    /// Label on the keyboard.
    #[must_use]
    pub fn shown(&self) -> String {
        if self.0.chars().count() == 1 { self.0.to_uppercase() } else { self.0.clone() }
    }

    /// Returns true for the digits with which the number of a square can begin, which are all but 0.
    fn is_row_digit(&self) -> bool {
        self.0.chars().all(|character| character.is_ascii_digit() && character != '0')
    }
}

impl From<PadButton> for KeyName {
    fn from(button: PadButton) -> Self {
        let name = PadButton::NAMED.iter().find(|(other, _)| *other == button).map_or("", |(_, name)| name);
        Self(name.to_owned())
    }
}

/// Reason why a key cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRefusal {
    /// Digits are for typing squares.
    Digit,
    /// Another shortcut has the key.
    Taken(Shortcut),
}

/// Keys of all shortcuts: the chosen ones, or else the standard ones.
// Strings, so that choices for shortcuts of later versions survive a save.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Keys {
    chosen: BTreeMap<String, Vec<String>>,
}

impl Keys {
    /// Keys of a shortcut; the first is shown if there is space for one.
    #[must_use]
    pub fn of(&self, shortcut: Shortcut) -> Vec<KeyName> {
        self.of_kind(shortcut, |key| key.pad_button().is_none())
    }

    #[must_use]
    pub fn pad_button(&self, shortcut: Shortcut) -> Option<PadButton> {
        self.of_kind(shortcut, |key| key.pad_button().is_some()).first().and_then(KeyName::pad_button)
    }

    /// Chosen keys or buttons of a shortcut, or else the standard ones of that kind.
    fn of_kind(&self, shortcut: Shortcut, is_of_kind: fn(&KeyName) -> bool) -> Vec<KeyName> {
        let (name, standard) = shortcut.entry();
        let chosen = self.chosen.get(name).into_iter().flatten().filter_map(|key| KeyName::read(key));
        let chosen: Vec<KeyName> = chosen.filter(is_of_kind).collect();
        let standard = || standard.iter().filter_map(|key| KeyName::read(key)).filter(is_of_kind).collect();
        if chosen.is_empty() { standard() } else { chosen }
    }

    /// Label of a shortcut's first key.
    #[must_use]
    pub fn shown(&self, shortcut: Shortcut) -> String {
        self.of(shortcut).first().map(KeyName::shown).unwrap_or_default()
    }

    /// Shortcut of a key or button.
    #[must_use]
    pub fn shortcut(&self, key: &KeyName) -> Option<Shortcut> {
        let has = |shortcut: &Shortcut| match key.pad_button() {
            Some(button) => self.pad_button(*shortcut) == Some(button),
            None => self.of(*shortcut).contains(key),
        };
        Shortcut::ALL.into_iter().find(has)
    }

    /// Reason why a shortcut cannot have this key; `None` if it can.
    #[must_use]
    pub fn refusal(&self, shortcut: Shortcut, key: &KeyName) -> Option<KeyRefusal> {
        if key.is_row_digit() {
            return Some(KeyRefusal::Digit);
        }
        self.shortcut(key).filter(|other| *other != shortcut).map(KeyRefusal::Taken)
    }

    /// Gives a shortcut this key as its only key, or this button as its only button, unless it is refused.
    pub(super) fn choose(&mut self, shortcut: Shortcut, key: &KeyName) {
        if self.refusal(shortcut, key).is_none() {
            let is_button = |name: &str| KeyName::read(name).is_some_and(|key| key.pad_button().is_some());
            let chosen = self.chosen.entry(shortcut.entry().0.to_owned()).or_default();
            chosen.retain(|other| is_button(other) != is_button(&key.0));
            chosen.push(key.0.clone());
        }
    }

    /// Resets all shortcuts of this version to their standard keys.
    pub(super) fn reset(&mut self) {
        for shortcut in Shortcut::ALL {
            self.chosen.remove(shortcut.entry().0);
        }
    }

    #[must_use]
    pub fn are_standard(&self) -> bool {
        Shortcut::ALL.iter().all(|shortcut| !self.chosen.contains_key(shortcut.entry().0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> KeyName {
        KeyName::read(text).unwrap()
    }

    #[test]
    fn no_two_shortcuts_share_a_standard_key() {
        let keys = Keys::default();
        for shortcut in Shortcut::ALL {
            for name in keys.of(shortcut).into_iter().chain(keys.pad_button(shortcut).map(KeyName::from)) {
                assert_eq!(keys.shortcut(&name), Some(shortcut), "{name:?}");
            }
        }
    }

    #[test]
    fn taken_keys_and_digits_are_refused() {
        let mut keys = Keys::default();
        assert_eq!(keys.refusal(Shortcut::Hint, &key("u")), Some(KeyRefusal::Taken(Shortcut::Undo)));
        assert_eq!(keys.refusal(Shortcut::Hint, &key("F1")), Some(KeyRefusal::Taken(Shortcut::KeySheet)));
        assert_eq!(keys.refusal(Shortcut::Hint, &key("3")), Some(KeyRefusal::Digit));
        assert_eq!(keys.refusal(Shortcut::Hint, &key("h")), None, "it is its own");
        keys.choose(Shortcut::Hint, &key("u"));
        assert_eq!(keys, Keys::default());
        keys.choose(Shortcut::Hint, &key("I"));
        assert_eq!((keys.shortcut(&key("i")), keys.shortcut(&key("h"))), (Some(Shortcut::Hint), None));
        assert!(!keys.are_standard());
        keys.reset();
        assert_eq!(keys, Keys::default());
    }

    #[test]
    fn keys_and_buttons_are_chosen_separately() {
        let mut keys = Keys::default();
        let button = KeyName::from(PadButton::RightStick);
        assert_eq!(keys.refusal(Shortcut::Mute, &PadButton::Left.into()), Some(KeyRefusal::Taken(Shortcut::Hint)));
        keys.choose(Shortcut::Hint, &button);
        assert_eq!((keys.pad_button(Shortcut::Hint), keys.shown(Shortcut::Hint).as_str()), (button.pad_button(), "H"));
        assert_eq!(keys.shortcut(&PadButton::Left.into()), None, "it is free now");
        keys.choose(Shortcut::Hint, &key("i"));
        assert_eq!((keys.pad_button(Shortcut::Hint), keys.of(Shortcut::Hint)), (button.pad_button(), vec![key("i")]));
        keys.choose(Shortcut::Mute, &PadButton::Left.into());
        assert_eq!(keys.shortcut(&PadButton::Left.into()), Some(Shortcut::Mute));
        assert_eq!(keys.of(Shortcut::Mute), [key("s")]);
        let saved = serde_json::to_string(&keys).unwrap();
        assert_eq!(serde_json::from_str::<Keys>(&saved).unwrap(), keys);
        keys.reset();
        assert_eq!(keys, Keys::default());
    }

    #[test]
    fn keys_saved_by_other_versions_are_read_and_saved_again() {
        let saved = r#"{"dance":["x"],"hint":["Escape"],"undo":["Z","F2"]}"#;
        let mut keys: Keys = serde_json::from_str(saved).unwrap();
        assert_eq!(keys.of(Shortcut::Hint), [key("h")], "what cannot be a key is as if nobody had chosen it");
        assert_eq!(keys.of(Shortcut::Undo), [key("z"), key("F2")]);
        keys.reset();
        assert_eq!(serde_json::to_string(&keys).unwrap(), r#"{"dance":["x"]}"#);
    }
}
