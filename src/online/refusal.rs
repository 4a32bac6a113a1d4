//! Reasons for which a room refuses a command.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::OptionsProblem;
use crate::rules::{Move, PlayError, Player, Square};

/// Reason for refusing a command, which has changed nothing. As JSON it is a code and its fields, such as
/// `{"code": "seat_taken", "player": "black"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(tag = "code", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// Something that the command depends on has changed since it was sent.
    #[error("the room has changed: event {changed} followed event {seen}, the last one seen")]
    Stale {
        /// The last event that the sender had seen.
        seen: u64,
        /// The event that makes the command stale.
        changed: u64,
    },
    /// The command refers to events that this server does not have yet. It must read them and decide again.
    #[error("the room is only at event {sequence}, but event {seen} was given as seen")]
    Ahead {
        /// The last event that the sender had seen.
        seen: u64,
        /// The last event that this server has.
        sequence: u64,
    },
    /// The move is for another ply.
    #[error("the move is for ply {meant}, but the match is at ply {now}")]
    OtherPly {
        /// The ply of the move.
        meant: usize,
        /// The ply of the match.
        now: usize,
    },
    /// The rules do not allow the move.
    #[error("the rules do not allow {square}: {reason}")]
    Illegal {
        /// The square.
        square: Square,
        /// Code of the rules' [`PlayError`].
        reason: String,
    },
    /// The rules do not allow the pass.
    #[error("the rules do not allow a pass: {reason}")]
    IllegalPass {
        /// Code of the rules' [`PlayError`].
        reason: String,
    },
    /// The player's time for the move is up.
    #[error("the time is up")]
    OutOfTime,
    /// The room is closed.
    #[error("the room is closed")]
    Closed,
    /// No match was started, or it is over.
    #[error("no match is being played")]
    NoMatch,
    /// A match is running.
    #[error("a match is being played")]
    MatchGoesOn,
    /// The match is over; ask for a rematch instead.
    #[error("the match is over")]
    MatchOver,
    /// The match is not over yet.
    #[error("the match is not over yet")]
    NotOver,
    /// The seat is taken by a human or a CPU player.
    #[error("the seat of {player} is taken")]
    SeatTaken {
        /// The seat.
        player: Player,
    },
    /// The board has no such seat.
    #[error("{player} does not play on this board")]
    NoSuchSeat {
        /// The seat.
        player: Player,
    },
    /// The seat is empty.
    #[error("nobody sits in the seat of {player}")]
    SeatEmpty {
        /// The seat.
        player: Player,
    },
    /// The room is locked for newcomers.
    #[error("the room is locked")]
    Locked,
    /// The device has no seat.
    #[error("you have no seat")]
    NotSeated,
    /// The seat belongs to another device, or a CPU player moves there.
    #[error("the moves of {player} are not yours to make")]
    NotYourSeat {
        /// The seat.
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
    /// The CPU player is unknown, or cannot play this board.
    #[error("this CPU player does not play this board")]
    NoSuchCpu,
    /// The room is already in the requested state.
    #[error("it is already so")]
    Already,
    /// The start of the match is still being drawn.
    #[error("the start is still being drawn")]
    StartNotDrawn,
    /// The second player has not chosen a side yet.
    #[error("a side has to be chosen first")]
    SideNotChosen,
    /// There are no turns to take back.
    #[error("there are no turns to take back to your turn")]
    NothingToTakeBack,
    /// There is no open request, or this device does not have to answer it.
    #[error("there is nothing to answer")]
    NothingToAnswer,
    /// All other players are CPU players, which agree to nothing.
    #[error("nobody else could agree")]
    NobodyToAsk,
    /// The match has no clock, or one that gives each move its own time.
    #[error("no time can be added to the clocks of this match")]
    FixedClock,
    /// The device has used up its requests in this match, except moves and those that end the match.
    #[error("too many requests in this match; you can still move and resign")]
    TooOften,
    /// The room is nearly full and takes only moves and resignations.
    #[error("the room is nearly full and accepts only moves and resignations")]
    OnlyMoves,
    /// The human is not away.
    #[error("the player is not away")]
    NotAway,
    /// The human has not been away long enough.
    #[error("the seat can be given away only after a longer absence")]
    TooEarly {
        /// Earliest time in milliseconds since the beginning of 1970 (UTC).
        from_ms: u64,
    },
    /// The room cannot be made like this.
    #[error("the room cannot be made: {problem}")]
    BadOptions {
        /// The first problem of the options.
        problem: OptionsProblem,
    },
    /// The command cannot be understood.
    #[error("the command cannot be understood: {why}")]
    NotUnderstood {
        /// The missing or wrong field, in words.
        why: String,
    },
    /// A reason of a later version.
    #[serde(other)]
    #[error("it was refused")]
    Other,
}

impl Refusal {
    /// The refusal of a move that the rules do not allow.
    #[must_use]
    pub fn illegal(chosen: Move, error: &PlayError) -> Self {
        let reason = error.code().to_owned();
        match chosen {
            Move::Place(square) => Self::Illegal { square, reason },
            Move::Pass => Self::IllegalPass { reason },
        }
    }

    /// Stable key of the reason, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "stale",
            Self::Ahead { .. } => "ahead",
            Self::OtherPly { .. } => "other_ply",
            Self::Illegal { .. } => "illegal",
            Self::IllegalPass { .. } => "illegal_pass",
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
            Self::StartNotDrawn => "start_not_drawn",
            Self::SideNotChosen => "side_not_chosen",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::NothingToAnswer => "nothing_to_answer",
            Self::NobodyToAsk => "nobody_to_ask",
            Self::FixedClock => "fixed_clock",
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
