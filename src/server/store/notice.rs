//! What a store tells the servers that share it.

use super::ServerId;
use crate::online::{Reaction, RoomCode};
use crate::rules::Player;

/// Something that a server is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Events were appended to a room.
    Appended {
        /// Which room.
        room: RoomCode,
        /// The last of them.
        sequence: u64,
        /// By whom.
        by: ServerId,
    },
    /// Somebody has come to a room, or gone.
    Presence {
        /// Which room.
        room: RoomCode,
        /// The server to which they are connected, or were.
        by: ServerId,
    },
    /// Something was said in a room.
    Said(Said),
    /// Notices may have been lost.
    Missed,
}

/// Something that was said in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Which room.
    pub room: RoomCode,
    /// By the human of this seat.
    pub player: Player,
    /// What.
    pub reaction: Reaction,
    /// The server to which that human is connected.
    pub by: ServerId,
}
