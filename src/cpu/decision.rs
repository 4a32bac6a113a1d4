//! A CPU player's decision and its outlook.

use serde::{Deserialize, Serialize};

use crate::rules::Square;

/// The move chosen by a CPU player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// Square to play.
    pub square: Square,
    /// Expected course of the game; `None` for players that look at one position only.
    pub outlook: Option<Outlook>,
}

/// The expected course of the game, as a search sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outlook {
    /// Value of the move for the player who makes it.
    pub score: Score,
    /// Searched depth in plies, the move included.
    pub depth: u32,
    /// Number of playouts or, for a player without playouts, of positions searched.
    pub nodes: u32,
    /// Expected moves (principal variation), its own move first.
    pub line: Vec<Square>,
}

/// Value of a move for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// Expected share of the win, from 0 to 1; a shared win counts in parts.
    Wins(f32),
    /// Expected share of the board's squares with own discs at the end, from 0 to 1.
    Discs(f32),
    /// Expected final lead in discs; negative for a loss.
    Lead(i32),
    /// Points of an evaluation that only compares moves.
    Points(i32),
}

impl From<Square> for Decision {
    /// Makes the decision of a player that looks at one position only.
    fn from(square: Square) -> Self {
        Self { square, outlook: None }
    }
}
