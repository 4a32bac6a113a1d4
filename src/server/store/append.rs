//! What is appended to a room, and what is kept beside its events so that rooms are found.

use sha2::{Digest, Sha256};

use super::ServerId;
use crate::notation::TimeControl;
use crate::online::{DeviceId, Event, Phase, Room, RoomCode, RoomListing, RoomOptions, hex};

/// Events that are to follow on the last one of a room.
#[derive(Clone, Debug)]
pub struct Append {
    /// The room.
    pub room: RoomCode,
    /// Who appends them.
    pub by: ServerId,
    /// The events: at least one, numbered without gaps.
    pub events: Vec<Event>,
    /// The room's row once they are applied.
    pub row: RoomRow,
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// All of it is stored for good.
    Done,
    /// Nothing of it is stored: the room's last event is another one than was expected.
    Conflict,
}

/// What is kept of a room beside its events. It follows from them, and serves to find the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRow {
    /// When a server has to do something by itself.
    pub due_ms: Option<u64>,
    /// The device of the host.
    pub host: DeviceId,
    /// The device in every seat that a human has taken.
    pub seated: Vec<DeviceId>,
    /// The room as it stands in the public list, if it does.
    pub listing: Option<RoomListing>,
    /// What is played there, for those who look for it.
    pub wish: Wish,
    /// Set while humans can take seats there.
    pub is_waiting: bool,
    /// Whether it is over for good.
    pub is_closed: bool,
}

/// What somebody wants to play: a board and a clock, as a text that is the same for the same ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish(String);

impl Wish {
    /// What is played with these options.
    #[must_use]
    pub fn of(options: &RoomOptions) -> Self {
        let clock = match options.clock {
            None => String::new(),
            Some(TimeControl::PerMove { limit_ms }) => format!("{limit_ms}"),
            Some(TimeControl::Fischer { base_ms, increment_ms }) => format!("{base_ms}+{increment_ms}"),
        };
        let digest = Sha256::digest(format!("{clock}\n{}", options.variant));
        // Half of it tells boards apart, and the index is smaller.
        Self(hex(&digest[..16]))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl RoomRow {
    /// The row of a room as it is.
    #[must_use]
    pub fn of(room: &Room) -> Self {
        Self {
            due_ms: room.due().map(|(at_ms, _)| at_ms),
            host: room.host(),
            seated: room.humans().map(|(_, human)| human.device).collect(),
            listing: room.listing(),
            wish: Wish::of(room.options()),
            is_waiting: room.phase() == Phase::Waiting,
            is_closed: room.phase() == Phase::Closed,
        }
    }
}
