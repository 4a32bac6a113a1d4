//! What meets the system around the game: the page, the report to whoever cannot see.

#[cfg(not(target_arch = "wasm32"))]
mod accessible_tree;
mod assistive_action;
pub(super) mod file_import;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod first_frame;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod frame_count;
pub(super) mod report;
mod speech;
pub(super) mod system_language;
#[cfg(target_arch = "wasm32")]
pub(super) mod web_page;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((assistive_action::plugin, file_import::plugin, report::plugin));
    #[cfg(not(target_arch = "wasm32"))]
    app.add_plugins(accessible_tree::plugin);
    #[cfg(target_arch = "wasm32")]
    app.add_plugins(web_page::plugin);
}
