//! Played games: their list, statistics and achievements, and the commands for them.

pub(super) mod achievement;
mod commands;
pub(super) mod games_command;
pub(super) mod games_list;
pub(super) mod games_text;
mod imports;
pub(super) mod listed_game;
pub(super) mod match_slots;
mod problems;
pub(super) mod quest_stars;
pub(super) mod rating;
mod reading;
pub(super) mod removed_totals;
pub(super) mod saved_match;
pub(super) mod statistics;
mod totals_saving;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((games_command::plugin, games_list::plugin, quest_stars::plugin));
}

/// Saves and reads games. Needs a store.
pub(super) fn saving_plugin(app: &mut App) {
    app.add_plugins((commands::plugin, imports::plugin, match_slots::plugin, reading::plugin));
}
