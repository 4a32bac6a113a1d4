//! A move: a square, or a pass.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{ParseSquareError, Square};

/// A move that a player chooses. The text form is the square or `pass`.
///
/// Forced passes are not moves: a [`Turn`](super::Turn) reports them.
///
/// ```
/// use irogaeshi::rules::Move;
///
/// assert_eq!("F5".parse::<Move>().unwrap().to_string(), "f5");
/// assert_eq!("Pass".parse(), Ok(Move::Pass));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Move {
    /// A disc is placed.
    Place(Square),
    /// A free pass, on a board that has them.
    Pass,
}

impl Move {
    /// Text form of a pass.
    pub const PASS: &str = "pass";

    /// Square of the placed disc; `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Place(square)
    }
}

impl FromStr for Move {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case(Self::PASS) { Ok(Self::Pass) } else { text.parse().map(Self::Place) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(formatter),
            Self::Pass => formatter.pad(Self::PASS),
        }
    }
}

impl TryFrom<String> for Move {
    type Error = ParseSquareError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Move> for String {
    fn from(made: Move) -> Self {
        made.to_string()
    }
}
