//! Time controls: the time that the players of a match have.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Time of each player. All times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TimeControl {
    /// The same time for each move; several days in correspondence matches.
    PerMove {
        /// Time for a move.
        limit_ms: u64,
    },
    /// A time for the whole match, with an increment for each move made.
    Fischer {
        /// Initial time.
        base_ms: u64,
        /// Increment for each move.
        increment_ms: u64,
    },
    /// A time for the whole match; once it is used up, each move has a period of its own, and what is left of it is not
    /// carried over. Records have it since format 2.
    ByoYomi {
        /// Time before the first period.
        base_ms: u64,
        /// Time for a move after that.
        period_ms: u64,
    },
}

impl TimeControl {
    /// Presets for players to choose from: first those by move, then those by match, the fastest first.
    pub const PRESETS: [Self; 7] = [
        Self::per_move(10),
        Self::per_move(30),
        Self::per_move(60),
        Self::fischer(3, 2),
        Self::fischer(5, 3),
        Self::fischer(10, 5),
        Self::fischer(15, 10),
    ];

    /// This number of seconds for each move.
    const fn per_move(seconds: u64) -> Self {
        Self::PerMove { limit_ms: seconds * 1000 }
    }

    /// This number of minutes for a match, with an increment of this number of seconds.
    const fn fischer(minutes: u64, seconds: u64) -> Self {
        Self::Fischer { base_ms: minutes * 60_000, increment_ms: seconds * 1000 }
    }

    /// Total time that a player has received for a match after this many moves, without that of single moves.
    #[must_use]
    pub fn whole_time(self, moves: u32) -> Duration {
        match self {
            Self::PerMove { .. } => Duration::ZERO,
            Self::Fischer { base_ms, .. } | Self::ByoYomi { base_ms, .. } => {
                Duration::from_millis(base_ms).saturating_add(self.increment().saturating_mul(moves))
            }
        }
    }

    /// Increment for each move; 0 if each move has its own time.
    #[must_use]
    pub const fn increment(self) -> Duration {
        match self {
            Self::PerMove { .. } | Self::ByoYomi { .. } => Duration::ZERO,
            Self::Fischer { increment_ms, .. } => Duration::from_millis(increment_ms),
        }
    }

    /// Time that each move brings besides what is left of the match: the increment, or the period of byo-yomi.
    #[must_use]
    pub const fn gain_per_move(self) -> Duration {
        match self {
            Self::ByoYomi { period_ms, .. } => Duration::from_millis(period_ms),
            Self::PerMove { .. } | Self::Fischer { .. } => self.increment(),
        }
    }

    /// Time available to each player for the first move, in milliseconds.
    #[must_use]
    pub const fn first_ms(self) -> u64 {
        match self {
            Self::PerMove { limit_ms } => limit_ms,
            Self::Fischer { base_ms, .. } => base_ms,
            Self::ByoYomi { base_ms, period_ms } => base_ms.saturating_add(period_ms),
        }
    }

    /// Returns whether players can be given more time: not if each move has its own.
    #[must_use]
    pub const fn can_grow(self) -> bool {
        !matches!(self, Self::PerMove { .. })
    }

    /// Returns whether byo-yomi follows the main time.
    #[must_use]
    pub const fn has_byo_yomi(self) -> bool {
        matches!(self, Self::ByoYomi { .. })
    }

    /// A correspondence match with this number of days for each move.
    #[must_use]
    pub const fn correspondence(days: u16) -> Self {
        Self::PerMove { limit_ms: days as u64 * MILLISECONDS_A_DAY }
    }

    /// Days for each move of a correspondence match; `None` if a move has less than a day, or no time of its own.
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

const MILLISECONDS_A_DAY: u64 = 24 * 60 * 60 * 1000;
