//! The move that a CPU player has to make in a room.

use crate::rules::{CpuKey, Player};

/// A move that a CPU player has to make. It depends on these fields and the position alone, so every server computes
/// the same move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuTurn {
    /// The player to move.
    pub player: Player,
    /// The CPU player.
    pub cpu: CpuKey,
    /// Number of turns played.
    pub ply: usize,
    /// Seed of the dice for this one move.
    pub seed: u64,
}
