//! Online rooms in the game: the connection, what is known of the room, and its match on the board.
//!
//! The rules of rooms are in [`crate::online`]; the screens that show them are in `screens`. A room's match is an
//! ordinary [`Match`] that follows what the server sends.

mod board;
pub(super) mod device;
mod hearing;
mod inbox;
pub(super) mod kept_match;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod local_server;
pub(super) mod new_room;
mod obeying;
pub(super) mod online_command;
pub(super) mod online_state;
#[cfg(target_arch = "wasm32")]
mod page_address;
mod problems;
mod random_bits;
mod room_match;
pub(super) mod room_setup;
pub(super) mod server_line;
#[cfg_attr(target_arch = "wasm32", path = "socket_web.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "socket_native.rs")]
mod socket;
mod talk;
mod visit;
mod wall_clock;

use bevy::prelude::*;
use bevy::window::WindowFocused;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use crate::game::PlaySystems;
use crate::game::flow::woken::AddCommand;
use crate::game::online::server_line::ServerLine;
use crate::game::play::match_state::Match;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(room_setup::plugin)
        .add_command::<online_command::OnlineCommand>()
        .add_command::<online_command::LocalServerCommand>()
        .add_message::<WindowFocused>()
        .init_resource::<online_state::Online>()
        .init_resource::<device::Device>()
        .init_resource::<kept_match::KeptMatch>()
        .init_resource::<visit::Visit>()
        .add_systems(Startup, (lend_wake, obeying::return_to_room).chain())
        .add_systems(
            Update,
            (
                (hearing::hear, obeying::obey, obeying::connect, board::take_board, board::give_board_back)
                    .chain()
                    .in_set(PlaySystems::Online),
                (board::note_placing, board::keep_up, board::ask_takeback.run_if(resource_exists::<Match>))
                    .chain()
                    .in_set(PlaySystems::RoomMatch),
            ),
        );
    #[cfg(not(target_arch = "wasm32"))]
    app.init_resource::<local_server::ServerProgram>().init_resource::<local_server::ServerProcess>().add_systems(
        Update,
        (local_server::obey, local_server::follow).chain().in_set(PlaySystems::Online).before(hearing::hear),
    );
    app.insert_non_send(ServerLine(Box::new(socket::SocketLine::default())));
}

/// Lets the connection wake the game, which sleeps between frames.
fn lend_wake(proxy: Option<Res<EventLoopProxyWrapper>>, mut line: NonSendMut<ServerLine>) {
    let Some(proxy) = proxy else { return };
    let proxy = (**proxy).clone();
    line.0.wake_with(std::sync::Arc::new(move || {
        // Fails only once the event loop has ended.
        proxy.send_event(WinitUserEvent::WakeUp).ok();
    }));
}
