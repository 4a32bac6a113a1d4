//! Messages to a room's task.

use thiserror::Error;
use tokio::sync::oneshot;

use super::Member;
use crate::notation::GameRecord;
use crate::online::{Action, Command, CpuTask, DeviceIds, Moment, PlayerName, Reaction};
use crate::rules::Player;

/// A message to a room's task.
#[derive(Debug)]
pub enum RoomMessage {
    /// Adds a connection and sends it a welcome, then all further events.
    Join {
        /// The new connection.
        member: Member,
        /// Sequence number of the last event that the client has.
        seen: u64,
        /// Receives the size of the welcome in bytes.
        answer: oneshot::Sender<Result<usize, RoomUnavailable>>,
    },
    /// Removes a connection.
    Leave {
        /// The connection.
        connection: u64,
    },
    /// Executes a member's command.
    Command {
        /// The member's connection.
        connection: u64,
        /// The command.
        command: Command,
        /// Time of arrival.
        when: Moment,
    },
    /// Passes on a member's set phrase or reaction.
    React {
        /// The member's connection.
        connection: u64,
        /// The phrase or reaction.
        reaction: Reaction,
    },
    /// Passes on a set phrase or reaction from another server.
    RemoteReaction {
        /// The speaker's seat.
        player: Player,
        /// The phrase or reaction.
        reaction: Reaction,
    },
    /// Seats a device that looks for a match, ready, if the host is present.
    Sit {
        /// Ids of the device.
        ids: DeviceIds,
        /// Name of its human.
        name: PlayerName,
        /// True to seat the host, who need not be connected yet.
        is_host: bool,
        /// Receives the result.
        answer: oneshot::Sender<Result<(), NotSeated>>,
    },
    /// Delivers the answer of a CPU player.
    CpuAnswer {
        /// The task that it answers.
        task: CpuTask,
        /// The action to perform; `None` if there is none.
        action: Option<Action>,
    },
    /// Reports that other servers have, or may have, appended events.
    Appended {
        /// Sequence number of the last event; `None` if unknown.
        sequence: Option<u64>,
    },
    /// Reports that somebody has connected to another server or disconnected from it.
    PresenceChanged,
    /// Reports that a server with members of this room is gone.
    ServerGone,
    /// Reports that the room has been waiting too long with nobody there or, if listed, without its host.
    Abandoned,
    /// Requests the match's game record.
    Record {
        /// Receives the record; `None` before the first match.
        answer: oneshot::Sender<Result<Option<GameRecord>, RoomUnavailable>>,
    },
}

/// Reason for which a connection cannot join a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RoomUnavailable {
    /// The room does not exist.
    #[error("there is no such room")]
    NoSuchRoom,
    /// The room has too many connections.
    #[error("the room is full")]
    Full,
    /// The client cannot read rooms of this version.
    #[error("the room needs a newer client")]
    OtherVersion,
    /// The store cannot be reached, or the stored events cannot be read.
    #[error("the room cannot be read at the moment")]
    Unreadable,
}

/// Reason for which a device that looks for a match cannot sit down in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotSeated {
    /// The host is gone, no seat is free, or somebody else was first.
    #[error("no seat is free in this room")]
    NoSeat,
    /// The store cannot be reached.
    #[error("the room cannot be changed at the moment")]
    Unreadable,
}
