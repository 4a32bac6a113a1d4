//! The games that were played: the list of them, what they add up to, and what can be asked of them.
//!
//! Everything here but the resource is plain values and functions. Where games are kept is the store's matter, so what
//! is asked of them is obeyed there.

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
