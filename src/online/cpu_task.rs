//! Work that a room needs from CPU players.

use crate::rules::{CpuKey, Player};

/// Work for CPU players: a move, a choice of sides or a drawn start. It depends on these fields and the match alone, so
/// every server finds the same answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuTask {
    /// The wanted answer.
    pub kind: CpuTaskKind,
    /// Number of turns played.
    pub ply: usize,
    /// Seed of the dice for this task.
    pub seed: u64,
}

/// Kinds of work for CPU players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CpuTaskKind {
    /// Draw an even start.
    DrawStart {
        /// Number of its moves.
        plies: usize,
    },
    /// Decide whether to take over the other player's side.
    ChooseSide {
        /// The player who chooses.
        player: Player,
        /// The CPU player in that seat.
        cpu: CpuKey,
    },
    /// Choose a move.
    Move {
        /// The player to move.
        player: Player,
        /// The CPU player in that seat.
        cpu: CpuKey,
    },
}
