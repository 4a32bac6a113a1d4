//! How much time the players of a match have.

use serde::{Deserialize, Serialize};

/// How much time each player has. All times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TimeControl {
    /// The same time for each move, days of it in a match by correspondence.
    PerMove {
        /// The time for a move.
        limit_ms: u64,
    },
    /// A time for the whole match, and more of it for each move that was made.
    Fischer {
        /// The time at the beginning.
        base_ms: u64,
        /// What a player gets for each move.
        increment_ms: u64,
    },
}
