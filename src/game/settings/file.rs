//! Export and import of settings as a file.

use bevy::prelude::*;
use serde_json::{Value, json};
use thiserror::Error;

use crate::game::settings::Settings;
use crate::game::storage::lenient::{self, Fields};
use crate::game::text::{Phrase, say};

/// Name of an exported file.
pub(crate) const FILE_NAME: &str = "irogaeshi-settings.json";
/// Field that identifies such a file, and the version written.
const MARK: (&str, u64) = ("irogaeshi-settings", 1);
/// Field with the settings.
const SETTINGS: &str = "settings";

/// Exports the settings to a file. The platform handles it, because a web page downloads files and a window writes
/// them.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportSettings;

/// Reason why a file of settings cannot be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SettingsFileProblem {
    /// The file is marked as settings but has none.
    #[error("it holds no settings")]
    Empty,
}

impl From<SettingsFileProblem> for Phrase {
    fn from(problem: SettingsFileProblem) -> Self {
        match problem {
            SettingsFileProblem::Empty => say!("settings-file-empty"),
        }
    }
}

impl Settings {
    /// Serialises the settings for a file.
    #[must_use]
    pub fn to_file(&self) -> String {
        let mut fields = lenient::fields_of(self);
        // These say something about this device and its player, so they are not choices to export.
        for local in ["lesson_offered", "programs"] {
            fields.remove(local);
        }
        let text = json!({ (MARK.0): MARK.1, (SETTINGS): fields });
        // Cannot fail: the object has only plain values.
        serde_json::to_string_pretty(&text).unwrap_or_default() + "\n"
    }

    /// Reads settings from a file of any version; missing or unknown values are replaced by defaults. `None` if the
    /// file is not about settings.
    ///
    /// # Errors
    /// `SettingsFileProblem::Empty` if a file of settings has none.
    #[must_use]
    pub fn of_file(bytes: &[u8]) -> Option<Result<Self, SettingsFileProblem>> {
        let text = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}');
        let mut file: Fields = serde_json::from_str(text).ok()?;
        file.get(MARK.0)?;
        let Some(Value::Object(fields)) = file.remove(SETTINGS) else { return Some(Err(SettingsFileProblem::Empty)) };
        let known = lenient::fields_of(&Self::default());
        if !fields.keys().any(|key| known.contains_key(key)) {
            return Some(Err(SettingsFileProblem::Empty));
        }
        Some(Ok(lenient::read(&fields)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::settings::sound::Volume;
    use crate::game::settings::symbol_use::SymbolUse;
    use crate::game::settings::{Pace, Palette, TextSize};
    use crate::game::text::Language;

    fn read(text: &str) -> Settings {
        Settings::of_file(text.as_bytes()).expect("a file of settings").expect("with settings in it")
    }

    #[test]
    fn written_files_are_read_back() {
        let mut chosen = Settings {
            legal_marks: false,
            pace: Some(Pace::BRISK),
            language: Some(Language::Japanese),
            palette: Palette::HighContrast,
            cpu_delay: Settings::CPU_DELAYS[0],
            text_size: TextSize::from(150),
            symbols: SymbolUse::Never,
            counts: false,
            ..Settings::default()
        };
        chosen.sound.clock = Volume::SILENT;
        assert_eq!(read(&chosen.to_file()), chosen);
        assert_eq!(read(&Settings::default().to_file()), Settings::default());
    }

    #[test]
    fn files_of_older_and_newer_versions_are_read() {
        let past = read(r#"{"irogaeshi-settings": 1, "settings": {"legal_marks": false}}"#);
        assert_eq!(past, Settings { legal_marks: false, ..Settings::default() });
        let future = r#"{"irogaeshi-settings": 9, "signed": true, "settings":
            {"pace": "brisk", "palette": "of-2031", "text_size": 9000, "new": {"of": "then"}}}"#;
        let expected = Settings { pace: Some(Pace::BRISK), text_size: TextSize::from(200), ..Settings::default() };
        assert_eq!(read(future), expected);
    }

    #[test]
    fn other_and_empty_files_are_refused_with_a_reason() {
        for text in ["", "{}", "[1]", "f5d6", r#"{"settings": {"pace": "brisk"}}"#, "\u{0}"] {
            assert_eq!(Settings::of_file(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Settings::of_file(&[0xff, 0xfe]), None);
        for text in [
            r#"{"irogaeshi-settings": 1}"#,
            r#"{"irogaeshi-settings": 1, "settings": 7}"#,
            r#"{"irogaeshi-settings": 1, "settings": {"nothing": "known"}}"#,
        ] {
            assert_eq!(Settings::of_file(text.as_bytes()), Some(Err(SettingsFileProblem::Empty)), "{text}");
        }
    }
}
