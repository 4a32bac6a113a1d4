//! Integration with the system or the page: files, dialogs, preferences and gamepads.

#[cfg(not(target_arch = "wasm32"))]
mod file_dialog;
pub(super) mod file_import;
mod full_screen;
pub(super) mod haptics;
#[cfg(not(target_arch = "wasm32"))]
mod pad_wake;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod settings_export;
pub(super) mod system_language;
mod system_preferences;
#[cfg(target_arch = "wasm32")]
pub(super) mod web_page;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((file_import::plugin, full_screen::plugin, haptics::plugin, system_preferences::plugin));
    #[cfg(not(target_arch = "wasm32"))]
    app.add_plugins((file_dialog::plugin, pad_wake::plugin, settings_export::plugin));
    #[cfg(target_arch = "wasm32")]
    app.add_plugins(web_page::plugin);
}
