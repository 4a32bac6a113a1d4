//! The move that a CPU player has to make in a room.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::Action;
use crate::cpu::{CpuPlayer, EngineLevel, TreeLevel, WorkLimit, never_stop, single_thread};
use crate::notation::CpuKey;
use crate::rules::{Player, Position};

/// A move that a CPU player has to make. It depends on these fields alone, so every server computes the same move.
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

impl CpuTurn {
    /// Maximum of positions or playouts for one move.
    pub const MAX_WORK: u32 = 2_000_000;

    /// Returns whether a room may seat this CPU player. It must move within a second, since a server has many rooms.
    ///
    /// In an optimised build, no allowed CPU player was measured to take longer than 0.3 s of a core on the largest
    /// board, 16 x 16 squares with five players, and 0.07 s on 8 x 8.
    #[must_use]
    pub fn affords(player: CpuPlayer) -> bool {
        match player {
            CpuPlayer::Character(_) | CpuPlayer::Weights(_) => true,
            CpuPlayer::Engine(level) => level <= EngineLevel::STRONGEST_QUICK,
            CpuPlayer::Tree(level) => level < TreeLevel::Master,
            CpuPlayer::MonteCarlo | CpuPlayer::Loser => false,
        }
    }

    /// The CPU player's move in this position of the room's match, as an action of the server. May take seconds. `None`
    /// for a CPU player of a later version.
    #[must_use]
    pub fn think(&self, position: &Position) -> Option<Action> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let limit = WorkLimit::AtMost(Self::MAX_WORK);
        let decision = self.cpu.player().ok()?.choose(position, limit, &mut dice, &mut never_stop, &single_thread)?;
        Some(Action::Move { player: self.player, square: decision.square, ply: self.ply })
    }
}
