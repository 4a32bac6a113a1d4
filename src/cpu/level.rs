//! The levels of the tree search, from one that a child beats to the strongest.

use serde::{Deserialize, Serialize};

/// How strong the tree search plays: how many playouts it makes for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// The strongest.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 6] = [Self::Beginner, Self::Casual, Self::Steady, Self::Skilled, Self::Expert, Self::Master];
    /// The strongest level.
    pub const STRONGEST: Self = Self::ALL[Self::ALL.len() - 1];

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
        }
    }

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "Beginner",
            Self::Casual => "Casual",
            Self::Steady => "Steady",
            Self::Skilled => "Skilled",
            Self::Expert => "Expert",
            Self::Master => "Master",
        }
    }

    /// Whom it suits, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Beginner => "For a first game: sees little and errs often",
            Self::Casual => "Knows the rules and takes what is near",
            Self::Steady => "Looks a move ahead",
            Self::Skilled => "Looks a few moves ahead",
            Self::Expert => "Plans ahead and gives little away",
            Self::Master => "The strongest; takes its time",
        }
    }

    /// How many playouts it makes for a move.
    #[must_use]
    pub const fn playouts(self) -> u32 {
        match self {
            Self::Beginner => 20,
            Self::Casual => 90,
            Self::Steady => 400,
            Self::Skilled => 1_700,
            Self::Expert => 7_000,
            Self::Master => 30_000,
        }
    }
}
