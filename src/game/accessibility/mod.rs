//! Access without seeing the game: a report of everything that is shown, for screen readers, the page's mirror and
//! tests, and the commands of assistive technology.

#[cfg(not(target_arch = "wasm32"))]
mod accessible_tree;
pub(super) mod assistive_command;
mod controls;
pub(super) mod description;
pub(super) mod report;
mod shown_board;
mod shown_match;
mod shown_texts;
mod speech;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((assistive_command::plugin, description::plugin));
    #[cfg(not(target_arch = "wasm32"))]
    app.add_plugins(accessible_tree::plugin);
}
