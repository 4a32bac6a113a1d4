//! What a device or the server asks of a room.

use serde::{Deserialize, Serialize};

use super::PlayerName;
use crate::notation::CpuKey;
use crate::rules::{Player, Square};

/// What a client calls a command of its own. It uses each number once; that of another device may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CommandId(pub u64);

impl CommandId {
    /// The largest number that JavaScript reads exactly. Clients of earlier versions use larger ones, too.
    pub const MOST: u64 = (1 << 53) - 1;

    /// The number that these random bits choose.
    #[must_use]
    pub const fn drawn(random: u64) -> Self {
        Self(random >> 11)
    }
}

/// Something that is asked of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// By which the answer is known, and a repetition.
    pub id: CommandId,
    /// The sequence number of the last event that was seen when this was asked. What has changed since in what the
    /// command rests upon makes it stale.
    pub seen: u64,
    /// What is to happen.
    pub action: Action,
}

/// What can be asked of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Sit down, before the match; a human who sits elsewhere gets up there.
    TakeSeat {
        /// Whose moves one makes.
        player: Player,
        /// What one is called.
        name: PlayerName,
    },
    /// Get up, before or after the match, and hand the room on to another human if one is its host.
    Leave,
    /// Be called otherwise.
    Rename {
        /// What one is called.
        name: PlayerName,
    },
    /// Say that one is ready, or not. The match starts as soon as every seat is filled and everybody ready.
    SetReady {
        /// Whether one is.
        ready: bool,
    },
    /// Give a free seat to a CPU player; by the host, before the match.
    SeatCpu {
        /// Whose moves it makes.
        player: Player,
        /// Who it is.
        cpu: CpuKey,
    },
    /// Free a seat, whoever sits there; by the host, before the match.
    FreeSeat {
        /// Whose seat.
        player: Player,
    },
    /// Let no one else sit down, or let them again; by the host.
    SetLocked {
        /// Whether seats can be taken.
        locked: bool,
    },
    /// End the room; by the host while no match goes on, by the server at any time.
    Close,
    /// Place a disc.
    Move {
        /// Whose disc.
        player: Player,
        /// Where.
        square: Square,
        /// How many turns were played before. At any other it is refused.
        ply: usize,
    },
    /// Ask the others to take turns back.
    AskTakeback {
        /// How many turns are to be left. It was one's own turn then.
        to_ply: usize,
    },
    /// Agree to take turns back, or do not; the player who asked withdraws it by not agreeing.
    AnswerTakeback {
        /// Whether one agrees.
        agree: bool,
    },
    /// Offer a draw to the others.
    OfferDraw,
    /// Accept a draw, or do not; the player who offered withdraws it by not accepting.
    AnswerDraw {
        /// Whether one agrees.
        agree: bool,
    },
    /// Give up.
    Resign,
    /// Agree to hints and analyses for everybody, or do not.
    SetAdvice {
        /// Whether one agrees.
        agree: bool,
    },
    /// Give the seat of a human who has been away for long enough to a CPU player, during the match.
    GiveAbsentSeat {
        /// Whose seat.
        player: Player,
    },
    /// Agree to another match with the seats moved on by one, or do not.
    SetRematch {
        /// Whether one agrees.
        agree: bool,
    },
    /// By the server: whether the human of a seat is away.
    SetAway {
        /// Whose seat.
        player: Player,
        /// Whether no connection of that human is left.
        away: bool,
    },
    /// By the server: a player's time is up.
    RunOut {
        /// Whose.
        player: Player,
    },
    /// By the server: a human has been away for so long that their seat is free, where no match goes on.
    RemoveAbsent {
        /// Whose seat.
        player: Player,
    },
}

impl Action {
    /// True for actions without which a match could not end: moves, resignations, and giving an absent seat away.
    #[must_use]
    pub const fn ends_matches(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Resign | Self::GiveAbsentSeat { .. } | Self::RunOut { .. })
    }
}

/// When a command arrives at the server, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The server's time, since the beginning of 1970 (UTC).
    pub at_ms: u64,
    /// The measured round trip of the connection; 0 where it is not known.
    pub round_trip_ms: u64,
    /// Milliseconds since the room's last event in which no server could take a move.
    pub stood_ms: u64,
}

impl Moment {
    /// This time, without any round trip.
    #[must_use]
    pub const fn at(at_ms: u64) -> Self {
        Self { at_ms, round_trip_ms: 0, stood_ms: 0 }
    }
}
