//! What is asked of a room in memory.

use thiserror::Error;
use tokio::sync::oneshot;

use super::Member;
use crate::notation::GameRecord;
use crate::online::{Action, Command, CpuTurn, DeviceIds, Moment, PlayerName, Reaction};
use crate::rules::Player;

/// What is asked of a room in memory.
#[derive(Debug)]
pub enum RoomMessage {
    /// A connection comes, and has seen the events up to a number. It is welcomed and from then on told everything.
    Join {
        /// The connection.
        member: Member,
        /// The number of the last event that it has seen.
        seen: u64,
        /// The bytes of its welcome, once it is in.
        answer: oneshot::Sender<Result<usize, NotThere>>,
    },
    /// A connection is gone.
    Leave {
        /// Which.
        connection: u64,
    },
    /// A member asks for something.
    Command {
        /// Which connection.
        connection: u64,
        /// What.
        command: Command,
        /// When it arrived.
        when: Moment,
    },
    /// A member says a set phrase, or reacts.
    React {
        /// Which connection.
        connection: u64,
        /// What.
        reaction: Reaction,
    },
    /// A human of another server says a set phrase, or reacts.
    Said {
        /// In which seat.
        player: Player,
        /// What.
        reaction: Reaction,
    },
    /// A device that wants to play sits down, ready, if the host is there.
    Sit {
        /// The ids of the device.
        ids: DeviceIds,
        /// What its human is called.
        name: PlayerName,
        /// Whether the device must be the host, who need not be there yet.
        is_host: bool,
        /// Whether it sits.
        answer: oneshot::Sender<Result<(), NotSeated>>,
    },
    /// A CPU player has thought.
    Thought {
        /// About which turn.
        turn: CpuTurn,
        /// Its move; `None` where it has none.
        action: Option<Action>,
    },
    /// Others have appended events up to this number, or may have.
    Appended {
        /// The number; `None` where it is not known.
        sequence: Option<u64>,
    },
    /// Somebody has come to another server, or gone from there.
    PresenceChanged,
    /// Servers are gone to which members of this room were connected.
    Orphaned,
    /// Nothing has happened for long, and nobody was there, or not the host where it is listed.
    Forsaken,
    /// Somebody wants the match as a record.
    Record {
        /// The match; `None` where there has been none.
        answer: oneshot::Sender<Result<Option<GameRecord>, NotThere>>,
    },
}

/// Why a connection cannot come to a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotThere {
    /// There is no such room.
    #[error("there is no such room")]
    NoSuchRoom,
    /// There are too many connections to it.
    #[error("the room is full")]
    Full,
    /// The store cannot be reached, or what it holds cannot be read.
    #[error("the room cannot be read now")]
    Unreadable,
}

/// Why somebody who wants to play cannot sit down here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotSeated {
    /// The host is gone, no seat is free, or somebody else was first.
    #[error("there is no seat in this room")]
    NoSeat,
    /// The store cannot be reached.
    #[error("the room cannot be changed now")]
    Unreadable,
}
