//! Online rooms in the game: the connection, what is known of the room, and its match on the board.
//!
//! The rules of rooms are in [`crate::online`]; the screens that show them are in `screens`. A room's match is an
//! ordinary [`Match`] that follows what the server sends.

mod board_sync;
mod client;
mod commands;
mod connection_state;
pub(super) mod device;
mod inbox;
mod incoming;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod local_server;
pub(super) mod new_room;
pub(super) mod online_command;
pub(super) mod online_state;
#[cfg(target_arch = "wasm32")]
mod page_address;
mod random_bits;
mod refusal_words;
mod room_match;
pub(super) mod room_setup;
pub(super) mod server_connection;
#[cfg_attr(target_arch = "wasm32", path = "socket_web.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "socket_native.rs")]
mod socket;
pub(super) mod waiting_match;
mod wall_clock;

use bevy::prelude::*;
use bevy::window::WindowFocused;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::online::server_connection::ServerConnection;
use crate::game::play::match_state::Match;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(room_setup::plugin)
        .add_command::<online_command::OnlineCommand>()
        .add_command::<online_command::LocalServerCommand>()
        .add_message::<WindowFocused>()
        .init_resource::<online_state::Online>()
        .init_resource::<device::Device>()
        .init_resource::<waiting_match::WaitingMatch>()
        .init_resource::<connection_state::ConnectionState>()
        .add_systems(Startup, (lend_wake, commands::return_to_room).chain())
        .add_systems(
            Update,
            (
                (
                    incoming::handle_connection_events,
                    commands::handle_online_commands,
                    commands::connect,
                    board_sync::put_on_board,
                    board_sync::restore_local_match,
                )
                    .chain()
                    .in_set(PlaySystems::Online),
                (
                    board_sync::note_placing,
                    board_sync::follow_room,
                    board_sync::ask_takeback.run_if(resource_exists::<Match>),
                )
                    .chain()
                    .in_set(PlaySystems::RoomMatch),
            ),
        );
    #[cfg(not(target_arch = "wasm32"))]
    app.init_resource::<local_server::ServerProgram>().init_resource::<local_server::ServerProcess>().add_systems(
        Update,
        (local_server::handle_local_server_commands, local_server::follow_process)
            .chain()
            .in_set(PlaySystems::Online)
            .before(incoming::handle_connection_events),
    );
    app.insert_non_send(ServerConnection(Box::new(socket::SocketConnection::default())));
}

/// Lets the connection wake the game, which sleeps between frames.
fn lend_wake(proxy: Option<Res<EventLoopProxyWrapper>>, mut connection: NonSendMut<ServerConnection>) {
    let Some(proxy) = proxy else { return };
    let proxy = (**proxy).clone();
    connection.0.wake_with(std::sync::Arc::new(move || {
        // Fails only once the event loop has ended.
        proxy.send_event(WinitUserEvent::WakeUp).ok();
    }));
}
