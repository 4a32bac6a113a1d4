//! Training samples of the networks: a position, the final shares, and the move played.

use thiserror::Error;

use crate::cpu::shares::ending::shares_at_end;
use crate::cpu::shares::network::{Moment, NETWORK_PHASES};
use crate::cpu::shares::parts::Parts;
use crate::rules::{FastPosition, Player, Position, Square, Variant};

/// A position of a finished game, as a training sample.
#[derive(Clone, Debug)]
pub struct SharesSample {
    /// Configurations of the parts from the side of each scored player, then of the mover if not scored.
    configurations: Vec<Vec<u32>>,
    pub(super) moments: Vec<Moment>,
    /// Final share of each scored player.
    pub(super) shares: Vec<f32>,
    /// Index of the mover's configurations.
    mover: usize,
    /// Legal moves of the mover.
    pub(super) legal: Vec<Square>,
    /// Index of the played move.
    pub(super) played: usize,
}

/// Reason why a game cannot be used for training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SharesSampleError {
    /// A move is illegal.
    #[error("move {0} is not legal")]
    Illegal(usize),
    /// The game is not over after its last move.
    #[error("the game is not over")]
    GoesOn,
}

impl SharesSample {
    /// Samples of all positions of a game from ply `first` on.
    ///
    /// # Errors
    /// A [`SharesSampleError`] if a move is illegal, or the game is not over after the last.
    pub(super) fn of_game(
        parts: &Parts,
        start: &FastPosition,
        game: &[Square],
        first: usize,
    ) -> Result<Vec<Self>, SharesSampleError> {
        let mut position = start.clone();
        let mut samples = Vec::new();
        for (ply, square) in game.iter().enumerate() {
            let mover = position.to_move().ok_or(SharesSampleError::Illegal(ply + 1))?;
            if ply >= first {
                samples.extend(Self::unfinished(parts, &position, mover, *square));
            }
            if !position.play(*square) {
                return Err(SharesSampleError::Illegal(ply + 1));
            }
        }
        if position.to_move().is_some() {
            return Err(SharesSampleError::GoesOn);
        }
        let shares = shares_at_end(position.variant(), &position.counts());
        let shares: Vec<f32> = position.variant().scored().iter().map(|player| shares[*player]).collect();
        for sample in &mut samples {
            sample.shares.clone_from(&shares);
        }
        Ok(samples)
    }

    /// Makes a sample without the final shares; `None` if the square is illegal.
    fn unfinished(parts: &Parts, position: &FastPosition, mover: Player, square: Square) -> Option<Self> {
        let legal: Vec<Square> = position.legal_squares().iter().collect();
        let played = legal.iter().position(|other| *other == square)?;
        let mut seen_by = position.variant().scored().to_vec();
        let moments = seen_by.iter().map(|player| Moment::of(position, parts.squares(), mover, *player)).collect();
        if !seen_by.contains(&mover) {
            seen_by.push(mover);
        }
        let configurations = |player: &Player| {
            let mut configurations = Vec::new();
            parts.configurations(position, *player, &mut configurations);
            configurations
        };
        Some(Self {
            configurations: seen_by.iter().map(configurations).collect(),
            moments,
            shares: Vec::new(),
            mover: seen_by.iter().position(|player| *player == mover)?,
            legal,
            played,
        })
    }

    /// Configurations from the side of each scored player.
    pub(super) fn scored(&self) -> &[Vec<u32>] {
        &self.configurations[..self.moments.len()]
    }

    /// Configurations from the mover's side.
    pub(super) fn movers(&self) -> &[u32] {
        &self.configurations[self.mover]
    }

    /// Phase of the game, less than [`Self::PHASES`].
    #[must_use]
    pub fn phase(&self) -> usize {
        self.moments.first().map_or(0, |moment| moment.phase)
    }

    /// Number of phases.
    pub const PHASES: usize = NETWORK_PHASES;
}

/// Starting position of a variant.
pub(super) fn start_of(variant: &Variant) -> FastPosition {
    FastPosition::new(&Position::start(variant.clone()))
}
