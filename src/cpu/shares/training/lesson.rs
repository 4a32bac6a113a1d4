//! What a position of a game teaches: who got what in the end, and which move was played.

use thiserror::Error;

use crate::cpu::shares::ending::shares_at_end;
use crate::cpu::shares::network::{Moment, PHASES};
use crate::cpu::shares::parts::Parts;
use crate::rules::{FastPosition, Player, Position, Square, Variant};

/// A position of a game that is over.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What the parts of the board are to each player who can win, and then to the mover if that cannot.
    configurations: Vec<Vec<u32>>,
    pub(super) moments: Vec<Moment>,
    /// The share of each player who can win at the end.
    pub(super) shares: Vec<f32>,
    /// Which of the configurations are the mover's.
    mover: usize,
    /// The squares that the mover could play.
    pub(super) legal: Vec<Square>,
    /// Which of them it played.
    pub(super) played: usize,
}

/// Why a game teaches nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LessonError {
    /// A move of it cannot be played.
    #[error("move {0} is not legal")]
    Illegal(usize),
    /// It goes on after its last move.
    #[error("it is not over")]
    GoesOn,
}

impl Lesson {
    /// What the positions of a game teach, from the one after so many plies on.
    ///
    /// # Errors
    /// When a move is not legal, or the game is not over after the last.
    pub(super) fn of_game(
        parts: &Parts,
        start: &FastPosition,
        game: &[Square],
        first: usize,
    ) -> Result<Vec<Self>, LessonError> {
        let mut position = start.clone();
        let mut lessons = Vec::new();
        for (ply, square) in game.iter().enumerate() {
            let mover = position.to_move().ok_or(LessonError::Illegal(ply + 1))?;
            if ply >= first {
                lessons.extend(Self::unfinished(parts, &position, mover, *square));
            }
            if !position.play(*square) {
                return Err(LessonError::Illegal(ply + 1));
            }
        }
        if position.to_move().is_some() {
            return Err(LessonError::GoesOn);
        }
        let shares = shares_at_end(position.variant(), &position.counts());
        let shares: Vec<f32> = position.variant().scored().iter().map(|player| shares[*player]).collect();
        for lesson in &mut lessons {
            lesson.shares.clone_from(&shares);
        }
        Ok(lessons)
    }

    /// A lesson without its end; none where the square cannot be played.
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

    /// What the parts are to each player who can win.
    pub(super) fn scored(&self) -> &[Vec<u32>] {
        &self.configurations[..self.moments.len()]
    }

    /// What the parts are to the mover.
    pub(super) fn movers(&self) -> &[u32] {
        &self.configurations[self.mover]
    }

    /// The phase of the game, below [`Self::PHASES`].
    #[must_use]
    pub fn phase(&self) -> usize {
        self.moments.first().map_or(0, |moment| moment.phase)
    }

    /// How many phases there are.
    pub const PHASES: usize = PHASES;
}

/// The start of a variant's games.
pub(super) fn start_of(variant: &Variant) -> FastPosition {
    FastPosition::new(&Position::start(variant.clone()))
}
