//! What a CPU player decides, and what it sees ahead.

use serde::{Deserialize, Serialize};

use crate::rules::Square;

/// The move that a CPU player chooses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Where it plays.
    pub square: Square,
    /// What it sees ahead; `None` for players who look at one position only.
    pub outlook: Option<Outlook>,
}

/// What a player who looks ahead sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outlook {
    /// What the move is worth to whoever makes it.
    pub score: Score,
    /// How many plies of the line ahead it has weighed, the move included.
    pub depth: u32,
    /// How many playouts that took, or for a player without playouts how many positions.
    pub nodes: u32,
    /// How it expects the game to go on, its own move first.
    pub line: Vec<Square>,
}

/// What a move is worth to whoever makes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// The share of wins expected, from 0 to 1; a shared win counts in parts.
    Wins(f32),
    /// The share of the board's squares that its discs are expected to hold at the end, from 0 to 1.
    Discs(f32),
    /// The discs by which it is expected to win; less than 0 to lose.
    Lead(i32),
    /// Points of an evaluation that only compares moves.
    Points(i32),
}

impl From<Square> for Decision {
    /// The decision of a player who looks at one position only.
    fn from(square: Square) -> Self {
        Self { square, outlook: None }
    }
}
