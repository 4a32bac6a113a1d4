//! The visit to a server: what it is for, how the line stands, and what the board showed before.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::online::new_room::NewRoom;
use crate::online::RoomCode;

/// A visit to a server.
#[derive(Resource, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each of them may hold or not, whatever the others do")]
pub(super) struct Visit {
    /// What it is for.
    pub(super) errand: Errand,
    /// Under which number the server is asked for it, however often the line has to be made again.
    pub(super) errand_number: u64,
    /// How the line stands.
    pub(super) line: LineState,
    /// When something was heard of the server last, since the start of the game.
    pub(super) heard_at: Duration,
    /// The same in milliseconds since the beginning of 1970 (UTC): while the computer sleeps, only this time passes.
    pub(super) heard_ms: u64,
    /// When the server was told what the visit is for, since the start of the game.
    pub(super) asked_at: Duration,
    /// Set after the answer.
    pub(super) is_answered: bool,
    /// How often in a row the line could not be opened.
    pub(super) attempts: u32,
    /// When it is tried again, since the start of the game.
    pub(super) retry_at: Duration,
    /// Whether it only goes back to where this device was before: nobody has asked for that, so nobody is told if the
    /// room is gone.
    pub(super) is_return: bool,
    /// The room with a seat that an earlier version of the program has taken.
    pub(super) former_seat: Option<RoomCode>,
    /// The match of the room that has been on the board last.
    pub(super) on_board: Option<(RoomCode, u32)>,
    /// Whether somebody here has just wanted to place a disc.
    pub(super) has_placed: bool,
    /// Whether the board does not show yet what is known.
    pub(super) is_behind: bool,
}

/// What a visit is for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Errand {
    /// Nothing: there is none.
    #[default]
    None,
    /// To hear of public rooms.
    Browse,
    /// To make a room.
    Make(Box<NewRoom>),
    /// To play with somebody.
    Play(Box<NewRoom>),
    /// To be in a room.
    Enter(RoomCode),
}

/// How the line to the server stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LineState {
    /// There is none.
    #[default]
    Closed,
    /// It is being made.
    Opening,
    /// It stands.
    Open,
    /// It stands, and the server knows which room it is about.
    InRoom,
}
