//! Rooms of a server, as players of the game meet them: what they ask for, what is known, and the connection.
//!
//! The rules of rooms are in [`crate::online`]; the screens that show them are in `screens`. A match of a room is a
//! [`Match`](crate::game::Match) like any other, which follows what the server sends.

pub(super) mod new_room;
pub(super) mod online_command;
pub(super) mod online_state;

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<online_command::OnlineCommand>().init_resource::<online_state::Online>();
}
