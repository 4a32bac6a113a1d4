//! Events: the history of a room.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{CommandId, PlayerName, RoomCode, RoomOptions, Who};
use crate::rules::{CpuKey, Ending, PlayError, Player, Square};

/// Something that has happened in a room. Events are never changed or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Number in the room, from 1, without gaps.
    pub sequence: u64,
    /// Server time in milliseconds since the beginning of 1970 (UTC), never earlier than the previous event's.
    pub at_ms: u64,
    /// The author.
    pub who: Who,
    /// The device's command that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandId>,
    /// Milliseconds since the previous event in which no server could take a move. Clocks do not count them. Messages
    /// keep the name of earlier versions.
    #[serde(rename = "stood_ms", default, skip_serializing_if = "is_zero")]
    pub outage_ms: u64,
    /// The change to the room.
    pub change: Change,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")
)]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Changes to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// The room was made. Always the first event; the maker becomes the host.
    Created {
        /// The room's name.
        code: RoomCode,
        /// The room's fixed options.
        options: Box<RoomOptions>,
        /// Secret source of the CPU players' dice, known only to the server. Rooms of earlier versions have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<u64>,
    },
    /// Another human became the host.
    HostChanged {
        /// The new host's seat.
        player: Player,
    },
    /// The room was locked or unlocked.
    Locked {
        /// True if locked.
        locked: bool,
    },
    /// The device that caused the event sat down.
    SeatTaken {
        /// The seat.
        player: Player,
        /// The human's name.
        #[serde(deserialize_with = "PlayerName::of_event")]
        name: PlayerName,
    },
    /// A human left a seat, or a CPU player was removed. A CPU player who replaced the human during a match stays.
    SeatLeft {
        /// The seat.
        player: Player,
    },
    /// A CPU player moves from now on. During a match, the human of the seat has forfeited.
    SeatGivenToCpu {
        /// The seat.
        player: Player,
        /// The CPU player.
        cpu: CpuKey,
    },
    /// A human changed their name.
    Renamed {
        /// The human's seat.
        player: Player,
        /// The new name.
        #[serde(deserialize_with = "PlayerName::of_event")]
        name: PlayerName,
    },
    /// A human became ready, or no longer is.
    Ready {
        /// The human's seat.
        player: Player,
        /// True if ready.
        ready: bool,
    },
    /// The match has begun.
    Started,
    /// The moves of the match's start were drawn: at once, or for an even start after a search.
    OpeningDrawn {
        /// The squares in playing order.
        moves: Vec<Square>,
    },
    /// The second player took over the first one's side, or declined to.
    SideChosen {
        /// The player who chose.
        player: Player,
        /// True if both players have swapped their seats.
        takes_over: bool,
    },
    /// A disc was placed.
    Moved {
        /// The player who placed it.
        player: Player,
        /// The square.
        square: Square,
        /// Thinking time in milliseconds, less the part given back for the network.
        thinking_ms: u64,
    },
    /// A player passed by choice, on a board with free passes. Forced passes have no event.
    Passed {
        /// The player.
        player: Player,
        /// Thinking time, as for a placed disc.
        thinking_ms: u64,
    },
    /// A player asked to take turns back.
    TakebackAsked {
        /// The player.
        player: Player,
        /// Number of turns that would remain.
        to_ply: usize,
    },
    /// A player agreed to the takeback.
    TakebackGranted {
        /// The player.
        player: Player,
    },
    /// A player declined the takeback, or withdrew the request.
    TakebackDeclined {
        /// The player.
        player: Player,
    },
    /// Turns were taken back by agreement of all.
    TakenBack {
        /// Number of turns that remain.
        to_ply: usize,
    },
    /// A player offered a draw.
    DrawOffered {
        /// The player.
        player: Player,
    },
    /// A player accepted the draw.
    DrawAccepted {
        /// The player.
        player: Player,
    },
    /// A player declined the draw, or withdrew the offer.
    DrawDeclined {
        /// The player.
        player: Player,
    },
    /// A player gave the other humans who play time.
    TimeGiven {
        /// The player.
        player: Player,
        /// Milliseconds for each of the others.
        given_ms: u64,
    },
    /// A player resigned.
    Resigned {
        /// The player.
        player: Player,
    },
    /// A player ran out of time.
    TimeRanOut {
        /// The player.
        player: Player,
    },
    /// A human agreed to hints and analysis, or withdrew.
    Advice {
        /// The human's seat.
        player: Player,
        /// True if the human agrees.
        agree: bool,
    },
    /// A human went away or came back.
    Away {
        /// The human's seat.
        player: Player,
        /// True if away.
        away: bool,
    },
    /// The match ended.
    Ended {
        /// The reason.
        ending: Ending,
        /// Seed of the CPU players' dice, if any CPU player took part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
    /// A human agreed to a rematch, or withdrew.
    Rematch {
        /// The human's seat.
        player: Player,
        /// True if the human agrees.
        agree: bool,
    },
    /// All agreed to a rematch: the seats have moved on by one, and everybody is ready.
    RematchAgreed,
    /// The room was closed.
    Closed,
}

impl Event {
    /// The event as sent to clients, without the server's secret.
    #[must_use]
    pub fn seen_by_clients(mut self) -> Self {
        if let Change::Created { secret, .. } = &mut self.change {
            *secret = None;
        }
        self
    }
}

impl Change {
    /// Version of clients that know this change, as [`RoomOptions::version`].
    #[must_use]
    pub fn version(&self) -> u32 {
        match self {
            Self::Created { options, .. } => options.version(),
            Self::SideChosen { .. } => 3,
            Self::OpeningDrawn { .. } | Self::Passed { .. } | Self::TimeGiven { .. } => 2,
            _ => 1,
        }
    }

    /// True for changes that count against [`MAX_REQUESTS`](super::Room::MAX_REQUESTS). Moves and the end of a match do
    /// not count, nor do answers, since there are never more of them than questions.
    pub(super) const fn is_limited(&self) -> bool {
        matches!(
            self,
            Self::Locked { .. }
                | Self::SeatTaken { .. }
                | Self::SeatGivenToCpu { .. }
                | Self::Renamed { .. }
                | Self::Ready { .. }
                | Self::TakebackAsked { .. }
                | Self::DrawOffered { .. }
                | Self::TimeGiven { .. }
                | Self::Advice { .. }
                | Self::Rematch { .. }
        )
    }
}

/// Error of an event that cannot be applied to a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EventError {
    /// The event is not the next one.
    #[error("expected event {expected}, found event {found}")]
    NotNext {
        /// The next number.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// The first event does not create the room, or a later event does.
    #[error("the first event of a room, and only that one, must create it")]
    NotCreated,
    /// The room's options are invalid.
    #[error("the room's options: {0}")]
    Options(#[from] super::OptionsProblem),
    /// The rules do not allow the move.
    #[error("event {sequence} is an illegal move: {error}")]
    Illegal {
        /// Number of the event.
        sequence: u64,
        /// The rules' reason.
        error: PlayError,
    },
    /// The event does not fit the room: it has no match, or no such seat or ply.
    #[error("event {sequence} does not fit the state of the room")]
    DoesNotFit {
        /// Number of the event.
        sequence: u64,
    },
}

impl EventError {
    /// Stable key of the reason, for programs and translations.
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
