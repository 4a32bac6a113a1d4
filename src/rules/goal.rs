//! The goal of a game: the most discs or the fewest.

use std::cmp::Ordering;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A scored player's goal at the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Most discs: reversi.
    #[default]
    Most,
    /// Fewest discs: reverse reversi.
    Fewest,
}

impl Goal {
    /// Both goals.
    pub const ALL: [Self; 2] = [Self::Most, Self::Fewest];

    /// Name in the text formats, such as `most`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Most => "most",
            Self::Fewest => "fewest",
        }
    }

    /// Orders two counts; the greater is the better one.
    #[must_use]
    pub fn compare(self, one: u16, other: u16) -> Ordering {
        match self {
            Self::Most => one.cmp(&other),
            Self::Fewest => other.cmp(&one),
        }
    }

    /// Best of several counts; `None` if there are none.
    #[must_use]
    pub fn best(self, counts: impl Iterator<Item = u16>) -> Option<u16> {
        counts.max_by(|one, other| self.compare(*one, *other))
    }
}

/// Error from parsing a [`Goal`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a goal; the goals are most and fewest")]
pub struct ParseGoalError(pub String);

impl FromStr for Goal {
    type Err = ParseGoalError;

    /// Reads a name such as `most`, ignoring case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|goal| goal.key().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseGoalError(text.to_owned()))
    }
}
