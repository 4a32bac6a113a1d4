//! Positions to solve, one a line: 64 squares, the player to move, and what moves are worth.
//!
//! OBF is the format of the Othello programs that come with test positions: `64 squares X; f5:+2; d6:-4; % comment`.

use thiserror::Error;

use super::{Diagram, DiagramError};
use crate::rules::{ParseSquareError, Square};

/// A position with what is known of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The position.
    pub position: Diagram,
    /// Moves and the discs by which the player to move wins with each if everybody plays perfectly.
    ///
    /// All the best moves are there, or none at all.
    pub scores: Vec<(Square, i32)>,
}

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ObfError {
    /// The position itself.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// Something behind the position.
    #[error("\"{0}\" is not a move and its score, such as f5:+2")]
    NotAScoredMove(String),
    /// Not the name of a square.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// Not a number of discs.
    #[error(transparent)]
    Score(#[from] NotAScore),
}

impl ObfError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Diagram(error) => error.code(),
            Self::NotAScoredMove(_) => "not-a-scored-move",
            Self::Square(_) => "not-a-square",
            Self::Score(_) => "not-a-score",
        }
    }
}

/// Why a text is not a score.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a score from -64 to 64")]
pub struct NotAScore(pub String);

/// Reads a line such as `64 squares X; f5:+2; d6:-4; % comment`.
///
/// # Errors
/// What is wrong with it, as an [`ObfError`].
pub fn read_obf(line: &str) -> Result<ScoredPosition, ObfError> {
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default().parse()?;
    let mut scores = Vec::new();
    for part in parts.take_while(|part| !part.starts_with('%')).filter(|part| !part.is_empty()) {
        let (square, score) = part.split_once(':').ok_or_else(|| ObfError::NotAScoredMove(part.to_owned()))?;
        scores.push((square.trim().parse()?, read_score(score.trim())?));
    }
    Ok(ScoredPosition { position, scores })
}

/// Reads a number of discs by which somebody wins, such as `+2`.
///
/// # Errors
/// [`NotAScore`] for anything else.
pub fn read_score(text: &str) -> Result<i32, NotAScore> {
    let score = text.parse().ok().filter(|score| (-64..=64).contains(score));
    score.ok_or_else(|| NotAScore(text.to_owned()))
}
