//! The library of games: its store, what of it is shown, and the commands that change it.

pub(super) mod collection;
mod commands;
pub(super) mod filter;
pub(super) mod game_library;
mod imports;
pub(super) mod library_command;
mod own_games;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((library_command::plugin, game_library::plugin));
}

/// Opens and changes the library. Needs a store.
pub(super) fn saving_plugin(app: &mut App) {
    app.add_plugins(commands::plugin);
}
