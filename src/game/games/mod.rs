//! Played games: their list, statistics and achievements, and the commands for them.

pub(super) mod achievement;
pub(super) mod games_command;
pub(super) mod games_list;
pub(super) mod games_text;
pub(super) mod imports;
pub(super) mod listed_game;
pub(super) mod rating;
pub(super) mod reading;
pub(super) mod removed_totals;
pub(super) mod saved_match;
pub(super) mod statistics;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((games_command::plugin, games_list::plugin));
}
