//! The languages that the system is set to, or the browser.

use bevy::prelude::*;

use crate::game::settings::Settings;
use crate::game::text::Language;

/// Speaks the language of the system until the player chooses one. It is added before what is kept is read.
pub struct SystemLanguagePlugin;

impl Plugin for SystemLanguagePlugin {
    fn build(&self, app: &mut App) {
        // Now, as the first screen is built before the first startup schedule runs.
        app.world_mut().get_resource_or_init::<Settings>().system_language = system_language();
    }
}

/// The language of the system, or of the browser; English where the game does not speak it.
#[must_use]
pub fn system_language() -> Language {
    Language::first_of(languages()).unwrap_or_default()
}

/// What the system names, best first, such as `ja-JP`.
#[cfg(not(target_arch = "wasm32"))]
fn languages() -> impl Iterator<Item = String> {
    sys_locale::get_locales()
}

#[cfg(target_arch = "wasm32")]
fn languages() -> impl Iterator<Item = String> {
    let languages = web_sys::window().map(|window| window.navigator().languages());
    languages.into_iter().flatten().filter_map(|language| language.as_string())
}
