//! Preferred languages of the system or the browser.

use bevy::prelude::*;

use crate::game::settings::Settings;
use crate::game::text::Language;

/// Uses the system's language until the player chooses one. Add it before the saved settings are loaded.
pub struct SystemLanguagePlugin;

impl Plugin for SystemLanguagePlugin {
    fn build(&self, app: &mut App) {
        // Sets it at once, because the first screen is built before the first startup schedule runs.
        app.world_mut().get_resource_or_init::<Settings>().system_language = system_language();
    }
}

/// The first preferred language that the game speaks, or else English.
#[must_use]
pub fn system_language() -> Language {
    Language::first_of(languages()).unwrap_or_default()
}

/// Preferred languages such as `ja-JP`, best first.
#[cfg(not(target_arch = "wasm32"))]
fn languages() -> impl Iterator<Item = String> {
    sys_locale::get_locales()
}

#[cfg(target_arch = "wasm32")]
fn languages() -> impl Iterator<Item = String> {
    let languages = web_sys::window().map(|window| window.navigator().languages());
    languages.into_iter().flatten().filter_map(|language| language.as_string())
}
