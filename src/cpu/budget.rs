//! Budgets: the limits of a search, as data.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits of a search. The first one reached ends it.
///
/// A budget without a time and a seed always lead to the same move, because the search then depends on nothing else.
/// The search itself reads no clock: the caller ends it after `time`, through
/// [`Control::on_progress`](crate::cpu::Control::on_progress).
///
/// ```
/// use irogaeshi::cpu::Budget;
///
/// assert_eq!(Budget::plies(8).at_most(10_000).nodes, 10_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Depth of the engine in plies, while the end of the game is further away.
    pub depth: u32,
    /// Number of empties from which the engine searches to the end of the game.
    pub exact_from: u32,
    /// Level of selectivity: [`Budget::FULL_WIDTH`] prunes nothing; lower levels prune lines that a shallow search
    /// makes unlikely.
    pub selectivity: u8,
    /// Maximum number of playouts for players that make them, of positions for the engine, on each thread. An endgame
    /// with at most eleven empties that is being solved at that moment is finished first, which takes some ten
    /// thousand more positions.
    pub nodes: u64,
    /// Time after which the caller ends the search. CPU players use several threads and the table of earlier moves only
    /// if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
}

impl Budget {
    /// To the end of the game, without other limits.
    pub const TO_THE_END: Self =
        Self { depth: 64, exact_from: 64, selectivity: Self::FULL_WIDTH, nodes: u64::MAX, time: None };
    /// Level of selectivity of a search that prunes nothing.
    pub const FULL_WIDTH: u8 = 5;

    /// This many plies, even if the end of the game is near; prunes unlikely lines like the CPU players.
    #[must_use]
    pub const fn plies(depth: u32) -> Self {
        Self { depth, exact_from: 0, selectivity: SELECTIVITY, ..Self::TO_THE_END }
    }

    /// This many playouts or positions.
    #[must_use]
    pub const fn positions(nodes: u64) -> Self {
        Self { nodes, ..Self::TO_THE_END }
    }

    /// The same limits, with this number of playouts or positions in place of any number and time.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, time: None, ..self }
    }

    /// The same limits, with at most this number of playouts or positions in place of any time.
    #[must_use]
    pub const fn at_most(self, nodes: u64) -> Self {
        self.with_nodes(if nodes < self.nodes { nodes } else { self.nodes })
    }

    /// The same limits, with this time.
    #[must_use]
    pub const fn within(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    /// Limits after a move, for a search as deep as one before it.
    #[must_use]
    pub(crate) const fn after_a_move(self) -> Self {
        Self { depth: self.depth.saturating_sub(1), exact_from: self.exact_from.saturating_sub(1), ..self }
    }

    /// Number of playouts.
    pub(crate) const fn playouts(self) -> u32 {
        if self.nodes < u32::MAX as u64 { self.nodes as u32 } else { u32::MAX }
    }
}

/// Selectivity of the CPU players.
const SELECTIVITY: u8 = 1;
