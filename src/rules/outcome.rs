//! Result of a game on the board.

use serde::{Deserialize, Serialize};

use super::Player;

/// Result of a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// One scored player alone has the most discs, or the fewest if that is the goal.
    Win(Player),
    /// Several players share the best count.
    Draw,
}
