//! Appends to a room, and the row by which the room is found.

use sha2::{Digest, Sha256};

use super::ServerId;
use crate::notation::TimeControl;
use crate::online::{DeviceId, Event, Phase, Room, RoomCode, RoomListing, RoomOptions, hex};
use crate::rules::Start;

/// Events to append to a room.
#[derive(Clone, Debug)]
pub struct Append {
    /// The room.
    pub room: RoomCode,
    /// The server that appends them.
    pub by: ServerId,
    /// The events: at least one, numbered without gaps.
    pub events: Vec<Event>,
    /// The room's row once they are applied.
    pub row: RoomRow,
}

/// Result of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// All events are stored durably.
    Done,
    /// Nothing is stored, since the room's last event is not the expected one.
    Conflict,
}

/// Searchable data of a room, derived from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRow {
    /// Time of the next task of a server.
    pub due_ms: Option<u64>,
    /// The host's device.
    pub host: DeviceId,
    /// Devices of all humans with a seat.
    pub seated: Vec<DeviceId>,
    /// Entry in the public list, if the room is listed.
    pub listing: Option<RoomListing>,
    /// The board, clock, start and swap rule, for players who look for a match.
    pub match_key: MatchKey,
    /// True while humans can take seats.
    pub is_waiting: bool,
    /// True once the room is closed.
    pub is_closed: bool,
}

/// Board, clock, start and swap rule of a match, hashed so that equal ones have equal texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchKey(String);

impl MatchKey {
    /// The key of a room's options.
    #[must_use]
    pub fn of(options: &RoomOptions) -> Self {
        let clock = match options.clock {
            None => String::new(),
            Some(TimeControl::PerMove { limit_ms }) => format!("{limit_ms}"),
            Some(TimeControl::Fischer { base_ms, increment_ms }) => format!("{base_ms}+{increment_ms}"),
            Some(TimeControl::ByoYomi { base_ms, period_ms }) => format!("{base_ms},{period_ms}"),
        };
        let start = match options.start {
            Start::Normal => "",
            Start::Xot => " xot",
            Start::Even => " even",
        };
        let swap = if options.swap { " swap" } else { "" };
        let digest = Sha256::digest(format!("{clock}{start}{swap}\n{}", options.variant));
        // Half the hash is enough to tell boards apart and keeps the index small.
        Self(hex(&digest[..16]))
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl RoomRow {
    /// The row of a room in its current state.
    #[must_use]
    pub fn of(room: &Room) -> Self {
        Self {
            due_ms: room.due().map(|(at_ms, _)| at_ms),
            host: room.host(),
            seated: room.humans().map(|(_, human)| human.device).collect(),
            listing: room.listing(),
            match_key: MatchKey::of(room.options()),
            is_waiting: room.phase() == Phase::Waiting,
            is_closed: room.phase() == Phase::Closed,
        }
    }
}
