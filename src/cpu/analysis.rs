//! The values of all legal moves of a position.

use serde::{Deserialize, Serialize};

use crate::cpu::decision::Score;
use crate::rules::Square;

/// The legal moves of a position with their values, best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Search depth in plies.
    pub depth: u32,
    /// True if the search reached the end of the game, so that the scores are exact.
    pub is_exact: bool,
    /// Moves, best first.
    pub moves: Vec<AnalysedMove>,
    /// Number of positions or playouts.
    pub nodes: u64,
}

/// A legal move with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedMove {
    /// Square of the move.
    pub square: Square,
    /// Value for the player who makes the move.
    pub score: Score,
    /// Expected moves (principal variation), this move first.
    pub line: Vec<Square>,
}
