//! What every legal move of a position is worth.

use serde::{Deserialize, Serialize};

use crate::cpu::decision::Score;
use crate::rules::Square;

/// The legal moves of a position, the best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// How many plies ahead it looks.
    pub depth: u32,
    /// Whether that is the end of the game, and the scores certain.
    pub is_exact: bool,
    /// The best first.
    pub moves: Vec<AnalysedMove>,
    /// How many positions or playouts it took.
    pub nodes: u64,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedMove {
    /// The move.
    pub square: Square,
    /// What it is worth to whoever makes it.
    pub score: Score,
    /// How the game is expected to go on, the move first.
    pub line: Vec<Square>,
}
