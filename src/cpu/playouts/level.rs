//! The levels of the tree search, from one that a child beats to the strongest.

use std::time::Duration;

use rand::{Rng, RngExt};

use crate::rules::{Square, SquareSet};

/// How strong the tree search plays: how many playouts it makes for a move, and how much it overlooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// For a first game.
    Beginner,
    /// For somebody who knows the rules.
    Casual,
    /// For somebody who plays now and then.
    Steady,
    /// For somebody who plays often.
    Skilled,
    /// For somebody who plays well.
    Expert,
    /// For somebody who beats everybody else.
    Master,
    /// The strongest: as many playouts as the clock allows.
    Legend,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 7] =
        [Self::Beginner, Self::Casual, Self::Steady, Self::Skilled, Self::Expert, Self::Master, Self::Legend];
    /// The strongest level.
    pub const STRONGEST: Self = Self::ALL[Self::ALL.len() - 1];
    /// The strongest of those whose thoughts end by themselves.
    pub(crate) const STRONGEST_UNTIMED: Self = Self::ALL[Self::ALL.len() - 2];

    /// The name in the text formats, such as `beginner`.
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

    /// How many playouts it makes for a move at most, or visits where a network judges; with a [time](Self::time), on
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

    /// Whether it asks a network what a position is worth, where there is one for the variant, in place of playing on
    /// to the end.
    pub(crate) fn judges(self) -> bool {
        self >= Self::Expert
    }

    /// After how long the clock ends its thought; `None` for all whose playouts alone do.
    #[must_use]
    pub const fn time(self) -> Option<Duration> {
        match self {
            Self::Legend => Some(Duration::from_secs(2)),
            Self::Beginner | Self::Casual | Self::Steady | Self::Skilled | Self::Expert | Self::Master => None,
        }
    }

    /// How likely it overlooks a square that it could play, in per cent: that is how the weak levels err.
    ///
    /// Few playouts alone do not make a weak player, because even a few play the endgame well. Beginners do not choose
    /// bad moves either; they fail to see the good ones.
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

    /// The squares it sees of those it could play: at least one.
    pub(crate) fn see(self, legal: SquareSet, rng: &mut impl Rng) -> SquareSet {
        if self.overlooks() == 0 {
            return legal;
        }
        // The last of those drawn is seen for certain.
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
