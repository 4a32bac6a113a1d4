//! What lies over a screen until it is answered or closed: results, questions, lists.

pub(in crate::game) mod board_library;
pub(in crate::game) mod cpu_picker;
pub(in crate::game) mod dialog;
mod reactions;
mod room_result;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((board_library::plugin, cpu_picker::plugin, dialog::plugin, reactions::plugin));
}
