//! Section for the language.

use bevy::prelude::*;

use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Language, Phrase, say};
use crate::game::ui::setting_row::spawn_choices;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, _: &Settings) {
    let languages = Language::ALL.map(|language| (Phrase::from(language.own_name()), Some(language)));
    let languages = std::iter::once((say!("option-as-system"), None)).chain(languages);
    let languages = languages.map(|(name, language)| (name, SettingCommand::ChooseLanguage(language)));
    spawn_choices(rows, &say!("option-language"), languages);
}
