//! Notices that a store sends to the servers sharing it.

use super::ServerId;
use crate::online::{Reaction, RoomCode};
use crate::rules::Player;

/// A notice to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Events were appended to a room.
    Appended {
        /// The room.
        room: RoomCode,
        /// Sequence number of the last event.
        sequence: u64,
        /// The server that appended.
        by: ServerId,
    },
    /// Somebody has connected to a room or disconnected.
    Presence {
        /// The room.
        room: RoomCode,
        /// The server of the connection.
        by: ServerId,
    },
    /// Somebody sent a phrase or reaction.
    Reaction(RoomReaction),
    /// Notices may have been lost.
    Missed,
}

/// A phrase or reaction of a human in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomReaction {
    /// The room.
    pub room: RoomCode,
    /// The human's seat.
    pub player: Player,
    /// The phrase or reaction.
    pub reaction: Reaction,
    /// The server that the human is connected to.
    pub by: ServerId,
}
