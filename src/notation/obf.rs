//! Positions with scored moves, one a line.
//!
//! OBF is the format of test positions of Othello programs: `64 squares X; f5:+2; d6:-4; % comment`.

use thiserror::Error;

use super::{Diagram, DiagramError};
use crate::rules::{ParseSquareError, Square};

/// A position with known scores of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Position.
    pub position: Diagram,
    /// Moves with their exact scores: the final lead of the player to move with perfect play, in discs.
    ///
    /// Contains all the best moves, or none at all.
    pub scores: Vec<(Square, i32)>,
}

/// Error from reading a [`ScoredPosition`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ObfError {
    /// The position is invalid.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// A part after the position is not a scored move.
    #[error("\"{0}\" is not a move and its score, such as f5:+2")]
    NotAScoredMove(String),
    /// A move is not a square.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// A score is not a number of discs.
    #[error(transparent)]
    Score(#[from] NotAScore),
}

impl ObfError {
    /// Stable key of the error, for programs and translations.
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

/// Error from reading a score.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a score from -64 to 64")]
pub struct NotAScore(pub String);

/// Reads a line such as `64 squares X; f5:+2; d6:-4; % comment`.
///
/// # Errors
/// An [`ObfError`] if the line is not a position with scores.
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

/// Reads a lead in discs, such as `+2`.
///
/// # Errors
/// [`NotAScore`] for anything else.
pub fn read_score(text: &str) -> Result<i32, NotAScore> {
    let score = text.parse().ok().filter(|score| (-64..=64).contains(score));
    score.ok_or_else(|| NotAScore(text.to_owned()))
}
