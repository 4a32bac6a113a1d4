//! What wins a game: the most discs, or the fewest.

use std::cmp::Ordering;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a scored player wants at the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// More discs than everybody else: reversi.
    #[default]
    Most,
    /// Fewer discs than everybody else: reverse reversi.
    Fewest,
}

impl Goal {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Most, Self::Fewest];

    /// The name in the text formats, such as `most`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Most => "most",
            Self::Fewest => "fewest",
        }
    }

    /// Which of two counts is better: the greater one by this order.
    #[must_use]
    pub fn compare(self, one: u16, other: u16) -> Ordering {
        match self {
            Self::Most => one.cmp(&other),
            Self::Fewest => other.cmp(&one),
        }
    }

    /// Which of several counts wins; `None` of none.
    #[must_use]
    pub fn best(self, counts: impl Iterator<Item = u16>) -> Option<u16> {
        counts.max_by(|one, other| self.compare(*one, *other))
    }
}

/// Why a text is not the name of a goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a goal; the goals are most and fewest")]
pub struct ParseGoalError(pub String);

impl FromStr for Goal {
    type Err = ParseGoalError;

    /// Reads a name such as `most`, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|goal| goal.key().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseGoalError(text.to_owned()))
    }
}
