//! Commands that devices and the server send to a room.

use serde::{Deserialize, Serialize};

use super::PlayerName;
use crate::rules::{CpuKey, Move, Player, Square};

/// A client's number for one of its commands. A client uses each number only once; two devices may use the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CommandId(pub u64);

impl CommandId {
    /// Largest integer that JavaScript represents exactly. Clients of earlier versions also use larger ones.
    pub const MAX: u64 = (1 << 53) - 1;

    /// Makes an id of random bits.
    #[must_use]
    pub const fn drawn(random: u64) -> Self {
        Self(random >> 11)
    }
}

/// A command to a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Matches the answer to the command and identifies a repeated command.
    pub id: CommandId,
    /// Sequence number of the last event that the sender had seen. The command is stale if an event since then has
    /// changed something that it depends on.
    pub seen: u64,
    /// The requested action.
    pub action: Action,
}

/// Actions that can be requested of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Action {
    /// Sit down, before the match. A human with another seat leaves that one.
    TakeSeat {
        /// The seat to take.
        player: Player,
        /// The human's name.
        name: PlayerName,
    },
    /// Leave the seat, before or after the match. If the host leaves, another human becomes the host.
    Leave,
    /// Change one's name.
    Rename {
        /// The new name.
        name: PlayerName,
    },
    /// Declare oneself ready, or not. The match starts once every seat is filled and every human is ready.
    SetReady {
        /// True if ready.
        ready: bool,
    },
    /// Give a free seat to a CPU player. Host only, before the match.
    SeatCpu {
        /// The seat to fill.
        player: Player,
        /// The CPU player.
        cpu: CpuKey,
    },
    /// Remove the human or CPU player from a seat. Host only, before the match.
    FreeSeat {
        /// The seat to free.
        player: Player,
    },
    /// Lock the room so that nobody else can sit down, or unlock it. Host only.
    SetLocked {
        /// True to lock.
        locked: bool,
    },
    /// Close the room. The host can while no match is running; the server can at any time.
    Close,
    /// Place a disc.
    Move {
        /// The player who places it.
        player: Player,
        /// The square.
        square: Square,
        /// Number of turns played before. If it differs from the room's, the move is refused.
        ply: usize,
    },
    /// Pass by choice, on a board with free passes.
    Pass {
        /// The player who passes.
        player: Player,
        /// Number of turns played before, as for a move.
        ply: usize,
    },
    /// Ask the others to take turns back.
    AskTakeback {
        /// Number of turns to keep. The next turn must have been the asker's own.
        to_ply: usize,
    },
    /// Agree to take turns back, or decline. The player who asked withdraws the request by declining.
    AnswerTakeback {
        /// True to agree.
        agree: bool,
    },
    /// Offer the other players a draw.
    OfferDraw,
    /// Accept a draw, or decline. The player who offered it withdraws it by declining.
    AnswerDraw {
        /// True to accept.
        agree: bool,
    },
    /// Add [`Clock::GIVEN_MS`](super::Clock::GIVEN_MS) to the clocks of the other humans who play.
    GiveTime,
    /// Resign.
    Resign,
    /// Agree that everybody may use hints and analysis, or withdraw.
    SetAdvice {
        /// True to agree.
        agree: bool,
    },
    /// Give the seat of a human who has been away long enough to a CPU player, during the match.
    GiveAbsentSeat {
        /// The absent player.
        player: Player,
    },
    /// Agree to a rematch, with the seats moved on by one, or withdraw.
    SetRematch {
        /// True to agree.
        agree: bool,
    },
    /// Mark a human as away or back. Server only.
    SetAway {
        /// The human's seat.
        player: Player,
        /// True if the human has no connection left.
        away: bool,
    },
    /// Take over the first player's side, or stay with one's own, after the first moves of a match with the swap rule.
    ChooseSide {
        /// The player who chooses.
        player: Player,
        /// True to take over the other side.
        takes_over: bool,
    },
    /// Begin the match with these moves, an even start that was drawn by a search. Server only.
    Begin {
        /// The squares in playing order.
        moves: Vec<Square>,
    },
    /// Report that a player's time is up. Server only.
    RunOut {
        /// The player out of time.
        player: Player,
    },
    /// Free the seat of a human who has been away too long, while no match is running. Server only.
    RemoveAbsent {
        /// The absent human's seat.
        player: Player,
    },
}

impl Action {
    /// The action that makes a move after `ply` turns.
    #[must_use]
    pub const fn of_move(player: Player, chosen: Move, ply: usize) -> Self {
        match chosen {
            Move::Place(square) => Self::Move { player, square, ply },
            Move::Pass => Self::Pass { player, ply },
        }
    }

    /// The player, the move and the number of turns before it, if the action makes a move.
    #[must_use]
    pub const fn as_move(&self) -> Option<(Player, Move, usize)> {
        match *self {
            Self::Move { player, square, ply } => Some((player, Move::Place(square), ply)),
            Self::Pass { player, ply } => Some((player, Move::Pass, ply)),
            _ => None,
        }
    }

    /// True for actions that matches need in order to end: moves and what comes before them, resignations, time running
    /// out, giving an absent seat away.
    #[must_use]
    pub const fn ends_matches(&self) -> bool {
        matches!(
            self,
            Self::Move { .. }
                | Self::Pass { .. }
                | Self::ChooseSide { .. }
                | Self::Begin { .. }
                | Self::Resign
                | Self::GiveAbsentSeat { .. }
                | Self::RunOut { .. }
        )
    }
}

/// Arrival of a command at the server, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Server time since the beginning of 1970 (UTC).
    pub at_ms: u64,
    /// Measured round trip of the connection; 0 if unknown.
    pub round_trip_ms: u64,
    /// Time since the room's last event during which no server could take a move.
    pub outage_ms: u64,
}

impl Moment {
    /// A moment without a round trip.
    #[must_use]
    pub const fn at(at_ms: u64) -> Self {
        Self { at_ms, round_trip_ms: 0, outage_ms: 0 }
    }
}
