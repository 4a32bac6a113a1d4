//! The match and everything that may change it: seats, setup, match commands, the lesson. Its looks are in
//! `board_view`.

pub(super) mod coming_turns;
mod commands;
pub(super) mod lesson;
pub(super) mod match_clock;
pub(super) mod match_command;
pub(super) mod match_id;
pub(super) mod match_permissions;
pub(super) mod match_room;
pub(super) mod match_state;
mod match_steps;
pub(super) mod match_time;
pub(super) mod opened_game;
pub(super) mod own_clock;
pub(super) mod seat;
pub(super) mod setup;
pub(super) mod spoken_time;
pub(super) mod swap;
pub(super) mod terms;
pub(super) mod watching;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        lesson::plugin,
        match_command::plugin,
        commands::plugin,
        match_state::plugin,
        match_time::plugin,
        opened_game::plugin,
        setup::plugin,
    ));
    app.add_plugins((spoken_time::plugin, watching::plugin));
}
