//! Why a room refuses a command.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::OptionsProblem;
use crate::rules::{Player, Square};

/// Why a command is refused; it has changed nothing. As JSON it is its code and what belongs to it, such as
/// `{"code": "seat_taken", "player": "black"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// Something that the command rests upon has changed since.
    #[error("the room has changed since: event {changed} came after event {seen}, which was the last one seen")]
    Stale {
        /// The last event that was seen.
        seen: u64,
        /// The event that makes the command stale.
        changed: u64,
    },
    /// It speaks of events that this side does not have yet; it reads them and decides again.
    #[error("the room is at event {sequence}, and event {seen} was seen")]
    Ahead {
        /// The last event that was seen.
        seen: u64,
        /// The last event that is here.
        sequence: u64,
    },
    /// A move for another ply.
    #[error("the move is for ply {meant}, and the match is at ply {now}")]
    OtherPly {
        /// For which.
        meant: usize,
        /// Which it is.
        now: usize,
    },
    /// The rules do not allow the move.
    #[error("the rules do not allow {square}: {reason}")]
    Illegal {
        /// Where.
        square: Square,
        /// The rules' reason, a code of [`PlayError`](crate::rules::PlayError).
        reason: String,
    },
    /// The time of the move is up.
    #[error("the time is up")]
    OutOfTime,
    /// The room is over.
    #[error("the room is closed")]
    Closed,
    /// There is no match, or it is over.
    #[error("no match is being played")]
    NoMatch,
    /// A match is being played.
    #[error("a match is being played")]
    MatchGoesOn,
    /// The match is over; who wants another says so.
    #[error("the match is over")]
    MatchOver,
    /// The match is not over.
    #[error("the match is not over yet")]
    NotOver,
    /// A human or a CPU player sits there.
    #[error("the seat of {player} is taken")]
    SeatTaken {
        /// Whose seat.
        player: Player,
    },
    /// There is no such seat.
    #[error("{player} does not play on this board")]
    NoSuchSeat {
        /// Whose seat.
        player: Player,
    },
    /// Nobody sits there.
    #[error("nobody sits in the seat of {player}")]
    SeatEmpty {
        /// Whose seat.
        player: Player,
    },
    /// No new humans may sit down.
    #[error("the room is locked")]
    Locked,
    /// The device has no seat.
    #[error("you have no seat")]
    NotSeated,
    /// It is not the device's own seat, or a CPU player plays there.
    #[error("the moves of {player} are not yours to make")]
    NotYourSeat {
        /// Whose seat.
        player: Player,
    },
    /// Only the host may do that.
    #[error("only the host may do that")]
    NotHost,
    /// Only the server may do that.
    #[error("only the server may do that")]
    NotServer,
    /// Only a device may do that.
    #[error("only somebody in the room may do that")]
    NotForServer,
    /// The CPU player is not known, or cannot play this board.
    #[error("this CPU player does not play this board")]
    NoSuchCpu,
    /// It is so already.
    #[error("it is so already")]
    Already,
    /// There are no turns to take back.
    #[error("there are no turns to take back to your turn")]
    NothingToTakeBack,
    /// Nobody asks, or not this device has to answer.
    #[error("there is nothing to answer")]
    NothingToAnswer,
    /// All others are CPU players, who agree to nothing.
    #[error("there is nobody to agree")]
    NobodyToAsk,
    /// The device has asked for as much in this match as it may, besides moves and the end of the match.
    #[error("you have asked for too much in this match; you can still move and resign")]
    TooOften,
    /// The room is nearly full.
    #[error("the room is nearly full, and takes only moves and resignations")]
    OnlyMoves,
    /// The human is not away.
    #[error("the player is not away")]
    NotAway,
    /// The human has not been away for long enough.
    #[error("the seat can be given away only after a longer absence")]
    TooEarly {
        /// From when on, in milliseconds since the beginning of 1970 (UTC).
        from_ms: u64,
    },
    /// The room cannot be made like this.
    #[error("the room cannot be made: {problem}")]
    BadOptions {
        /// Why not.
        problem: OptionsProblem,
    },
    /// The command cannot be understood.
    #[error("the command cannot be understood: {why}")]
    NotUnderstood {
        /// The field that is missing or wrong, in words.
        why: String,
    },
    /// A reason of a later version.
    #[serde(other)]
    #[error("it was refused")]
    Other,
}

impl Refusal {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "stale",
            Self::Ahead { .. } => "ahead",
            Self::OtherPly { .. } => "other_ply",
            Self::Illegal { .. } => "illegal",
            Self::OutOfTime => "out_of_time",
            Self::Closed => "closed",
            Self::NoMatch => "no_match",
            Self::MatchGoesOn => "match_goes_on",
            Self::MatchOver => "match_over",
            Self::NotOver => "not_over",
            Self::SeatTaken { .. } => "seat_taken",
            Self::NoSuchSeat { .. } => "no_such_seat",
            Self::SeatEmpty { .. } => "seat_empty",
            Self::Locked => "locked",
            Self::NotSeated => "not_seated",
            Self::NotYourSeat { .. } => "not_your_seat",
            Self::NotHost => "not_host",
            Self::NotServer => "not_server",
            Self::NotForServer => "not_for_server",
            Self::NoSuchCpu => "no_such_cpu",
            Self::Already => "already",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::NothingToAnswer => "nothing_to_answer",
            Self::NobodyToAsk => "nobody_to_ask",
            Self::TooOften => "too_often",
            Self::OnlyMoves => "only_moves",
            Self::NotAway => "not_away",
            Self::TooEarly { .. } => "too_early",
            Self::BadOptions { .. } => "bad_options",
            Self::NotUnderstood { .. } => "not_understood",
            Self::Other => "other",
        }
    }
}
