//! Played games: their list, statistics and achievements, and the commands for them.
//!
//! Apart from the resource `GamesList`, everything here is plain values and functions. Most commands are handled in
//! `persistence`, because they need the store.

pub(super) mod achievement;
pub(super) mod games_command;
pub(super) mod games_list;
pub(super) mod games_text;
pub(super) mod listed_game;
pub(super) mod rating;
pub(super) mod statistics;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((games_command::plugin, games_list::plugin));
}
