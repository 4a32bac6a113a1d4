//! Levels of the tree search, from one that a child can beat to the strongest.

use std::time::Duration;

use rand::{Rng, RngExt};

use crate::cpu::budget::Budget;
use crate::rules::{Square, SquareSet};

/// Playing strength of the tree search: number of playouts and overlooked moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TreeLevel {
    /// For a first game.
    Beginner,
    /// For players who know the rules.
    Casual,
    /// For occasional players.
    Steady,
    /// For frequent players.
    Skilled,
    /// For good players.
    Expert,
    /// For players who beat everybody else.
    Master,
    /// The strongest level, with as many playouts as the clock allows.
    Legend,
}

impl TreeLevel {
    /// All levels, the weakest first.
    pub const ALL: [Self; 7] =
        [Self::Beginner, Self::Casual, Self::Steady, Self::Skilled, Self::Expert, Self::Master, Self::Legend];
    /// The strongest level.
    pub const STRONGEST: Self = Self::ALL[Self::ALL.len() - 1];
    /// Strongest level that does not need a clock.
    pub(crate) const STRONGEST_UNTIMED: Self = Self::ALL[Self::ALL.len() - 2];

    /// Name in the text formats, such as `beginner`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Casual => "casual",
            Self::Steady => "steady",
            Self::Skilled => "skilled",
            Self::Expert => "expert",
            Self::Master => "master",
            Self::Legend => "legend",
        }
    }

    /// Maximum number of playouts for a move, or of visits with a network; for levels with a [time](Self::time), on
    /// each thread.
    #[must_use]
    pub const fn playouts(self) -> u32 {
        match self {
            Self::Beginner => 20,
            Self::Casual => 90,
            Self::Steady => 400,
            Self::Skilled => 1_800,
            Self::Expert => 6_000,
            Self::Master => 60_000,
            Self::Legend => 600_000,
        }
    }

    /// Budget for one move.
    pub(crate) const fn budget(self) -> Budget {
        Budget::positions(self.playouts() as u64).within(self.time())
    }

    /// Returns whether it evaluates positions with a network, if the variant has one, instead of playouts.
    pub(crate) fn uses_network(self) -> bool {
        self >= Self::Expert
    }

    /// Time for one move; `None` for levels limited only by their playouts.
    #[must_use]
    pub const fn time(self) -> Option<Duration> {
        match self {
            Self::Legend => Some(Duration::from_secs(2)),
            Self::Beginner | Self::Casual | Self::Steady | Self::Skilled | Self::Expert | Self::Master => None,
        }
    }

    /// Probability of overlooking a legal move, in per cent; the weak levels err in this way.
    ///
    /// Few playouts alone do not make a weak player, because even a few play the endgame well. Nor do beginners choose
    /// bad moves; they fail to see the good ones.
    #[must_use]
    pub const fn overlooks(self) -> u32 {
        match self {
            Self::Beginner => 75,
            Self::Casual => 55,
            Self::Steady => 30,
            Self::Skilled => 10,
            Self::Expert | Self::Master | Self::Legend => 0,
        }
    }

    /// Draws the legal moves that it does not overlook: at least one.
    pub(crate) fn see(self, legal: SquareSet, rng: &mut impl Rng) -> SquareSet {
        if self.overlooks() == 0 {
            return legal;
        }
        // If all others were overlooked, the last one drawn is always seen.
        let mut squares: Vec<Square> = legal.iter().collect();
        let mut seen = SquareSet::EMPTY;
        while let Some(last) = squares.len().checked_sub(1) {
            let square = squares.swap_remove(rng.random_range(0..=last as u32) as usize);
            if rng.random_range(0..100_u32) >= self.overlooks() || (last == 0 && seen.is_empty()) {
                seen.insert(square);
            }
        }
        seen
    }
}
