//! The answer of a search: the best lines of play with their scores.

use serde::{Deserialize, Serialize};

use crate::rules::Square;

/// Answer of a CPU player: one line for a move, a line for each legal move for an analysis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Lines with different first moves, best first.
    pub lines: Vec<Line>,
    /// Search depth in plies, the first move included; 0 if nothing was searched.
    pub depth: u32,
    /// True if the search reached the end of the game, so that the scores are exact.
    pub is_exact: bool,
    /// Number of positions searched or, for a player with playouts, of playouts.
    pub nodes: u64,
}

/// A move with its expected continuation and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Expected moves (principal variation), the first at once. Never empty; passes are left out.
    pub moves: Vec<Square>,
    /// Value of the first move for the player who makes it; `None` from players that do not search, and for a move
    /// without an alternative.
    pub score: Option<Score>,
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

impl Report {
    /// Best line.
    #[must_use]
    pub fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// First move of the best line.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.best()?.square()
    }

    /// Value of the best line.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.best()?.score
    }

    /// Expected final lead of the best line in discs, if the engine has searched it.
    #[must_use]
    pub fn lead(&self) -> Option<i32> {
        self.best()?.lead()
    }
}

impl Line {
    /// First move.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.moves.first().copied()
    }

    /// Expected final lead in discs, if the engine has searched it.
    #[must_use]
    pub fn lead(&self) -> Option<i32> {
        match self.score? {
            Score::Lead(discs) => Some(discs),
            Score::Wins(_) | Score::Discs(_) | Score::Points(_) => None,
        }
    }
}

impl From<Square> for Report {
    /// Reports a move that was chosen without a search.
    fn from(square: Square) -> Self {
        Self { lines: vec![Line { moves: vec![square], score: None }], ..Self::default() }
    }
}
