//! The goal of the connection, its state, and the match that the room has put on the board.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::online::new_room::NewRoom;
use crate::online::RoomCode;

/// The state of the connection that only `online` needs to know.
#[derive(Resource, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each of them may hold or not, whatever the others do")]
pub(super) struct ConnectionState {
    pub(super) goal: ConnectionGoal,
    /// Id under which the goal is requested. It stays the same after a reconnection, so that the server acts on it only
    /// once.
    pub(super) request_id: u64,
    pub(super) stage: ConnectionStage,
    /// Time of the last message from the server, since the start of the game.
    pub(super) received_at: Duration,
    /// The same in milliseconds since 1970 (UTC), because only this clock runs on while the computer sleeps.
    pub(super) received_ms: u64,
    /// Time when the goal was last requested, since the start of the game.
    pub(super) requested_at: Duration,
    /// Set once the server has answered the request.
    pub(super) is_answered: bool,
    /// Failed attempts to connect in a row.
    pub(super) attempts: u32,
    /// Time of the next attempt, since the start of the game.
    pub(super) retry_at: Duration,
    /// Set if the program returns to the last room by itself. The player has not asked for that, so a room that is gone
    /// causes no message.
    pub(super) is_return: bool,
    /// A room with a seat that an earlier version of the program has taken.
    pub(super) former_seat: Option<RoomCode>,
    /// The room's match that was last put on the board.
    pub(super) on_board: Option<(RoomCode, u32)>,
    /// Set if a player at this screen has just tried to place a disc.
    pub(super) has_placed: bool,
    /// Set if the board lags behind the room.
    pub(super) is_behind: bool,
}

/// The goal of a connection.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum ConnectionGoal {
    /// No connection is needed.
    #[default]
    None,
    /// Following the list of public rooms.
    Browse,
    Make(Box<NewRoom>),
    /// Joining a waiting player, or waiting for one.
    Play(Box<NewRoom>),
    /// Being in a room.
    Enter(RoomCode),
}

/// State of the connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ConnectionStage {
    #[default]
    Closed,
    Opening,
    /// Open, but not in a room.
    Open,
    /// Open, and the server knows the room.
    InRoom,
}
