//! Screens and overlays, and the only way to move between them. Their looks are in `screens`, which also decides where
//! one may go.

pub(super) mod choose_file;
pub(super) mod come_back;
pub(super) mod full_screen;
pub(super) mod navigate;
pub(super) mod overlay;
pub(super) mod save_file;
pub(super) mod screen;
pub(super) mod woken;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((screen::plugin, overlay::plugin, woken::plugin, navigate::plugin, full_screen::plugin));
    app.add_plugins((choose_file::plugin, save_file::plugin, come_back::plugin));
}
