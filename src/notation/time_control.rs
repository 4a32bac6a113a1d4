//! How much time the players of a match have.

use std::time::Duration;

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

impl TimeControl {
    /// Those that players choose among, the quick ones first of either kind.
    pub const PRESETS: [Self; 7] = [
        Self::per_move(10),
        Self::per_move(30),
        Self::per_move(60),
        Self::fischer(3, 2),
        Self::fischer(5, 3),
        Self::fischer(10, 5),
        Self::fischer(15, 10),
    ];

    /// So many seconds for each move.
    const fn per_move(seconds: u64) -> Self {
        Self::PerMove { limit_ms: seconds * 1000 }
    }

    /// So many minutes for a match, and so many seconds more for each move.
    const fn fischer(minutes: u64, seconds: u64) -> Self {
        Self::Fischer { base_ms: minutes * 60_000, increment_ms: seconds * 1000 }
    }

    /// All the time that a player has had for a whole match who has made so many moves; none where each move has a time
    /// of its own.
    #[must_use]
    pub fn whole_time(self, moves: u32) -> Duration {
        match self {
            Self::PerMove { .. } => Duration::ZERO,
            Self::Fischer { base_ms, .. } => {
                Duration::from_millis(base_ms).saturating_add(self.increment().saturating_mul(moves))
            }
        }
    }

    /// What a player gets for each move besides the time for a whole match.
    #[must_use]
    pub const fn increment(self) -> Duration {
        match self {
            Self::PerMove { .. } => Duration::ZERO,
            Self::Fischer { increment_ms, .. } => Duration::from_millis(increment_ms),
        }
    }

    /// A match by correspondence: so many days a move.
    #[must_use]
    pub const fn correspondence(days: u16) -> Self {
        Self::PerMove { limit_ms: days as u64 * MILLISECONDS_A_DAY }
    }

    /// The days a move in a match by correspondence; `None` where a move has less than a day, or no time of its own.
    ///
    /// ```
    /// # use irogaeshi::notation::TimeControl;
    /// assert_eq!(TimeControl::correspondence(3).days_a_move(), Some(3));
    /// assert_eq!(TimeControl::PerMove { limit_ms: 30_000 }.days_a_move(), None);
    /// ```
    #[must_use]
    pub const fn days_a_move(self) -> Option<u64> {
        match self {
            Self::PerMove { limit_ms } if limit_ms >= MILLISECONDS_A_DAY => Some(limit_ms / MILLISECONDS_A_DAY),
            _ => None,
        }
    }
}

/// How many milliseconds a day has.
const MILLISECONDS_A_DAY: u64 = 24 * 60 * 60 * 1000;
