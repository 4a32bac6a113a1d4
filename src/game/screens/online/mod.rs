//! Screens of online play: the lobby, the setup of a new room, and the room before its match. The match itself is on
//! the match screen.

mod arrival;
pub(in crate::game::screens) mod connection_line;
mod invitation;
mod join;
mod lobby;
mod local_server;
mod new_room;
mod own_name;
pub(in crate::game) mod room;
mod room_list;
pub(in crate::game) mod room_news;
pub(in crate::game) mod room_seats;
mod server_field;

use bevy::prelude::*;

use crate::game::frame::PlaySystems;
use crate::game::online::room_setup::handle_room_setup_commands;

/// Order in which requests of these screens reach online play.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RequestSystems {
    Join,
    Server,
    Name,
    Seats,
}

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (RequestSystems::Join, RequestSystems::Server, RequestSystems::Name, RequestSystems::Seats)
            .chain()
            .in_set(PlaySystems::Rooms)
            .after(handle_room_setup_commands),
    );
    app.add_plugins((
        arrival::plugin,
        connection_line::plugin,
        join::plugin,
        lobby::plugin,
        local_server::plugin,
        new_room::plugin,
        own_name::plugin,
        room::plugin,
        room_list::plugin,
        room_news::plugin,
        room_seats::plugin,
        server_field::plugin,
    ));
}
