//! What has happened in a room.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{CommandId, PlayerName, RoomCode, RoomOptions, Who};
use crate::notation::CpuKey;
use crate::rules::{Ending, PlayError, Player, Square};

/// Something that has happened in a room, for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The number in the room, from 1, without gaps.
    pub sequence: u64,
    /// The server's time in milliseconds since the beginning of 1970 (UTC); never earlier than that of the event
    /// before.
    pub at_ms: u64,
    /// Who caused it.
    pub who: Who,
    /// The command that it answers, of a device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// Milliseconds since the event before in which no server could take a move; clocks stood meanwhile.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stood_ms: u64,
    /// What has happened.
    pub change: Change,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")
)]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What can happen in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// The room was made, always as the first event; its maker is its host.
    Created {
        /// Its name.
        code: RoomCode,
        /// What is fixed for it.
        options: Box<RoomOptions>,
        /// The source of its CPU players' dice, known to the server alone. Rooms of earlier versions have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<u64>,
    },
    /// The host was replaced.
    HostChanged {
        /// By the human in this seat.
        player: Player,
    },
    /// Whether seats can be taken.
    Locked {
        /// Whether they cannot.
        locked: bool,
    },
    /// The device that caused it has sat down.
    SeatTaken {
        /// In this seat.
        player: Player,
        /// What the human is called.
        #[serde(deserialize_with = "PlayerName::of_event")]
        name: PlayerName,
    },
    /// The seat is left. A CPU player who has replaced a human during a match stays there.
    SeatLeft {
        /// Which seat.
        player: Player,
    },
    /// A CPU player makes the moves from now on. During a match, the human of the seat has lost.
    SeatGivenToCpu {
        /// Which seat.
        player: Player,
        /// Who it is.
        cpu: CpuKey,
    },
    /// A human is called otherwise.
    Renamed {
        /// In this seat.
        player: Player,
        /// What the human is called.
        #[serde(deserialize_with = "PlayerName::of_event")]
        name: PlayerName,
    },
    /// A human is ready, or is not any more.
    Ready {
        /// In this seat.
        player: Player,
        /// Whether they are.
        ready: bool,
    },
    /// The match has begun.
    Started,
    /// A disc was placed.
    Moved {
        /// Whose disc.
        player: Player,
        /// Where.
        square: Square,
        /// How long the player thought, in milliseconds, without what is given back for the network.
        thinking_ms: u64,
    },
    /// A player asks to take turns back.
    TakebackAsked {
        /// Who.
        player: Player,
        /// How many turns would be left.
        to_ply: usize,
    },
    /// A player agrees to it.
    TakebackGranted {
        /// Who.
        player: Player,
    },
    /// A player does not, or withdraws it.
    TakebackDeclined {
        /// Who.
        player: Player,
    },
    /// Turns were taken back, as all have agreed.
    TakenBack {
        /// How many turns are left.
        to_ply: usize,
    },
    /// A player offers a draw.
    DrawOffered {
        /// Who.
        player: Player,
    },
    /// A player accepts it.
    DrawAccepted {
        /// Who.
        player: Player,
    },
    /// A player does not, or withdraws it.
    DrawDeclined {
        /// Who.
        player: Player,
    },
    /// A player has resigned.
    Resigned {
        /// Who.
        player: Player,
    },
    /// A player has used up their time.
    TimeRanOut {
        /// Who.
        player: Player,
    },
    /// Whether a human agrees to hints and analyses.
    Advice {
        /// Who.
        player: Player,
        /// Whether they do.
        agree: bool,
    },
    /// Whether a human is away.
    Away {
        /// Who.
        player: Player,
        /// Whether they are.
        away: bool,
    },
    /// The match is over.
    Ended {
        /// Why.
        ending: Ending,
        /// The seed of its CPU players' dice, if any have played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
    /// Whether a human agrees to another match.
    Rematch {
        /// Who.
        player: Player,
        /// Whether they do.
        agree: bool,
    },
    /// All agree to another match: the seats have moved on by one, and everybody is ready.
    RematchAgreed,
    /// The room is over.
    Closed,
}

impl Event {
    /// The event as clients are told it: without what only the server knows.
    #[must_use]
    pub fn told(mut self) -> Self {
        if let Change::Created { secret, .. } = &mut self.change {
            *secret = None;
        }
        self
    }
}

impl Change {
    /// True for changes that count against the device that asks for them: neither moves, nor the end of a match, nor
    /// answers, of which there are no more than questions.
    pub(super) const fn is_aside(&self) -> bool {
        matches!(
            self,
            Self::Locked { .. }
                | Self::SeatTaken { .. }
                | Self::SeatGivenToCpu { .. }
                | Self::Renamed { .. }
                | Self::Ready { .. }
                | Self::TakebackAsked { .. }
                | Self::DrawOffered { .. }
                | Self::Advice { .. }
                | Self::Rematch { .. }
        )
    }
}

/// Why an event cannot be applied to a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// It is not the next one.
    #[error("event {found} came where event {expected} is next")]
    NotNext {
        /// The number that is next.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// The first event is not the making of a room, or a later one is.
    #[error("a room is made by its first event, and by no other")]
    NotCreated,
    /// The options cannot be used.
    #[error("the room's options: {0}")]
    Options(#[from] super::OptionsProblem),
    /// The rules do not allow the move.
    #[error("event {sequence} is a move that the rules do not allow: {error}")]
    Illegal {
        /// The number of the event.
        sequence: u64,
        /// Why not.
        error: PlayError,
    },
    /// There is no such thing in the state of the room: no match, no such seat, no such ply.
    #[error("event {sequence} does not fit the room as it is")]
    DoesNotFit {
        /// The number of the event.
        sequence: u64,
    },
}

impl EventError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotNext { .. } => "not_next",
            Self::NotCreated => "not_created",
            Self::Options(_) => "options",
            Self::Illegal { .. } => "illegal",
            Self::DoesNotFit { .. } => "does_not_fit",
        }
    }
}
