//! A game with its history: undo, redo, jumps, and a text format to save it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::variant_text::check_format;
use super::{Move, ParseSquareError, PlayError, Player, Position, Square, Turn, Variant, VariantError};

/// A game of some variant: every turn played, and the undone turns that can be redone.
///
/// The text form is the variant's text followed by `moves:` and, if there are moves to redo, `undone:`.
///
/// ```
/// use irogaeshi::rules::{Record, Variant};
///
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_moves("f5 d6 c3").unwrap();
/// record.undo();
/// let text = record.to_string();
/// assert!(text.ends_with("moves: f5 d6\nundone: c3\n"));
/// assert_eq!(text.parse(), Ok(record));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Record {
    /// The start and the position after each turn, so that `positions[ply]` precedes turn `ply`.
    positions: Vec<Position>,
    turns: Vec<Turn>,
    /// Number of turns played; later ones are undone.
    ply: usize,
}

/// Error from playing a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveListError {
    /// A move is neither a square nor a pass.
    #[error("move {number}: {error}")]
    NotASquare {
        /// Number of the move, from 1.
        number: usize,
        /// Problem with its text.
        error: ParseSquareError,
    },
    /// A move is illegal.
    #[error("move {number}, {square}: {error}")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// The square.
        square: Square,
        /// Reason why it is illegal.
        error: PlayError,
    },
    /// A pass is illegal.
    #[error("move {number}, pass: {error}")]
    IllegalPass {
        /// Number of the move, from 1.
        number: usize,
        /// Reason why it is illegal.
        error: PlayError,
    },
}

impl MoveListError {
    /// The error of an illegal move.
    #[must_use]
    pub const fn illegal(number: usize, chosen: Move, error: PlayError) -> Self {
        match chosen {
            Move::Place(square) => Self::Illegal { number, square, error },
            Move::Pass => Self::IllegalPass { number, error },
        }
    }

    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotASquare { .. } => "not-a-square",
            Self::Illegal { error, .. } | Self::IllegalPass { error, .. } => error.code(),
        }
    }
}

/// Error from parsing a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is larger than [`Variant::MAX_BYTES`].
    #[error("the text is larger than {} KiB", Variant::MAX_BYTES / 1024)]
    TooLong,
    /// The variant cannot be read.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The moves are not legal.
    #[error(transparent)]
    Moves(#[from] MoveListError),
    /// The text has no `moves:` line.
    #[error("there is no \"moves:\" line")]
    NoMoves,
    /// A line that must be unique occurs twice.
    #[error("\"{0}\" is given twice")]
    GivenTwice(&'static str),
}

impl RecordError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "too-long",
            Self::Variant(error) => error.problem.code(),
            Self::Moves(error) => error.code(),
            Self::NoMoves => "no-moves",
            Self::GivenTwice(_) => "given-twice",
        }
    }
}

impl Record {
    /// Starts a game.
    #[must_use]
    pub fn new(variant: impl Into<Arc<Variant>>) -> Self {
        Self { positions: vec![Position::start(variant)], turns: Vec::new(), ply: 0 }
    }

    /// Creates a record by playing these squares, each for the player to move.
    ///
    /// # Errors
    /// A [`MoveListError`] for the first square that cannot be played.
    pub fn from_squares(variant: impl Into<Arc<Variant>>, squares: &[Square]) -> Result<Self, MoveListError> {
        Self::from_moves(variant, squares.iter().copied().map(Move::Place))
    }

    /// Creates a record by making these moves, each for the player to move.
    ///
    /// # Errors
    /// A [`MoveListError`] for the first illegal move.
    pub fn from_moves(
        variant: impl Into<Arc<Variant>>,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, MoveListError> {
        let mut record = Self::new(variant);
        record.make_all(moves)?;
        Ok(record)
    }

    /// Current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.ply]
    }

    /// Variant of the game.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        self.position().variant()
    }

    /// Number of turns played.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// Turns played.
    #[must_use]
    pub fn played(&self) -> &[Turn] {
        &self.turns[..self.ply]
    }

    /// Turns that can be redone, in playing order.
    #[must_use]
    pub fn undone(&self) -> &[Turn] {
        &self.turns[self.ply..]
    }

    /// Turn that led to the current position.
    #[must_use]
    pub fn last_turn(&self) -> Option<&Turn> {
        self.played().last()
    }

    /// Square of the last placement, even if the disc exploded and the square is empty.
    #[must_use]
    pub fn last_square(&self) -> Option<Square> {
        self.played().iter().rev().find_map(Turn::square)
    }

    /// Position before the turn with this index.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply)
    }

    /// Plays a square. Undone turns can no longer be redone.
    ///
    /// # Errors
    /// A [`PlayError`] if the move is illegal; the record is then unchanged.
    pub fn play(&mut self, player: Player, square: Square) -> Result<&Turn, PlayError> {
        self.make(player, Move::Place(square))
    }

    /// Passes, as in [`Position::pass`]. Undone turns can no longer be redone.
    ///
    /// # Errors
    /// A [`PlayError`] if the player cannot pass; the record is then unchanged.
    pub fn pass(&mut self, player: Player) -> Result<&Turn, PlayError> {
        self.make(player, Move::Pass)
    }

    /// Plays a square or passes. Undone turns can no longer be redone.
    ///
    /// # Errors
    /// A [`PlayError`] if the move is illegal; the record is then unchanged.
    pub fn make(&mut self, player: Player, chosen: Move) -> Result<&Turn, PlayError> {
        let mut position = self.position().clone();
        let turn = position.make(player, chosen)?;
        self.turns.truncate(self.ply);
        self.positions.truncate(self.ply + 1);
        self.turns.push(turn);
        self.positions.push(position);
        self.ply += 1;
        Ok(&self.turns[self.ply - 1])
    }

    /// Plays a list of moves such as `f5 d6`, `f5d6` or `f5 pass`, each for the player to move.
    ///
    /// # Errors
    /// A [`MoveListError`] for the first move that cannot be played; the moves before it are played.
    pub fn play_moves(&mut self, moves: &str) -> Result<(), MoveListError> {
        self.make_all(parse_moves(moves)?)
    }

    /// Moves of the turns played.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.played().iter().map(Turn::chosen).collect()
    }

    /// Plays squares, each for the player to move.
    ///
    /// # Errors
    /// A [`MoveListError`] for the first square that cannot be played; the squares before it are played.
    pub fn play_squares(&mut self, squares: &[Square]) -> Result<(), MoveListError> {
        self.make_all(squares.iter().copied().map(Move::Place))
    }

    /// Makes moves, each for the player to move.
    ///
    /// # Errors
    /// A [`MoveListError`] for the first illegal move; the moves before it are made.
    pub fn make_all(&mut self, moves: impl IntoIterator<Item = Move>) -> Result<(), MoveListError> {
        for (index, chosen) in moves.into_iter().enumerate() {
            let illegal = |error| MoveListError::illegal(index + 1, chosen, error);
            let player = self.position().to_move().ok_or_else(|| illegal(PlayError::GameOver))?;
            self.make(player, chosen).map_err(illegal)?;
        }
        Ok(())
    }

    /// Undoes the last turn; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.ply.checked_sub(1).is_some_and(|ply| self.jump(ply))
    }

    /// Redoes the turn undone last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.jump(self.ply + 1)
    }

    /// Jumps to the position before the turn with this index; `false` beyond the last.
    pub fn jump(&mut self, ply: usize) -> bool {
        let possible = ply <= self.turns.len();
        if possible {
            self.ply = ply;
        }
        possible
    }
}

/// Parses a list of moves such as `f5 d6`, `f5d6` or `f5 pass`.
///
/// # Errors
/// [`MoveListError::NotASquare`] for the first word that is not a move.
pub fn parse_moves(text: &str) -> Result<Vec<Move>, MoveListError> {
    let mut names: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut name = String::new();
        for character in word.chars() {
            // A letter after a digit begins the next square.
            if !character.is_ascii_digit() && name.ends_with(|last: char| last.is_ascii_digit()) {
                names.push(std::mem::take(&mut name));
            }
            name.push(character);
            if name.eq_ignore_ascii_case(Move::PASS) {
                names.push(std::mem::take(&mut name));
            }
        }
        if !name.is_empty() {
            names.push(name);
        }
    }
    names
        .iter()
        .enumerate()
        .map(|(index, name)| name.parse().map_err(|error| MoveListError::NotASquare { number: index + 1, error }))
        .collect()
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        check_format(text)?;
        if text.len() > Variant::MAX_BYTES {
            return Err(RecordError::TooLong);
        }
        let field = |key: &'static str| {
            let mut found = text.lines().filter_map(|line| line.trim().strip_prefix(key));
            let first = found.next();
            if found.next().is_some() { Err(RecordError::GivenTwice(key)) } else { Ok(first) }
        };
        let moves = field("moves:")?.ok_or(RecordError::NoMoves)?;
        let undone = field("undone:")?.unwrap_or_default();
        // Blanking the record's own lines preserves the line numbers in errors of the variant.
        let is_own = |line: &str| ["moves:", "undone:"].iter().any(|key| line.trim().starts_with(key));
        let variant_lines: Vec<&str> = text.lines().map(|line| if is_own(line) { "" } else { line }).collect();
        let mut record = Self::new(variant_lines.join("\n").parse::<Variant>()?);
        record.play_moves(moves)?;
        let ply = record.ply;
        record.play_moves(undone)?;
        record.jump(ply);
        Ok(record)
    }
}

impl TryFrom<String> for Record {
    type Error = RecordError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Record> for String {
    fn from(record: Record) -> Self {
        record.to_string()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.variant())?;
        let mut write_moves = |key: &str, turns: &[Turn]| {
            write!(formatter, "{key}:")?;
            turns.iter().try_for_each(|turn| write!(formatter, " {}", turn.chosen()))?;
            writeln!(formatter)
        };
        write_moves("moves", self.played())?;
        if self.undone().is_empty() { Ok(()) } else { write_moves("undone", self.undone()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_gives_its_moves_twice_is_refused() {
        let text = "name: x\nplayers: black white\nboard:\n.WB\n";
        assert!(format!("{text}moves: a1\n").parse::<Record>().is_ok());
        let twice = format!("{text}moves: a1\nmoves:\n").parse::<Record>();
        assert_eq!(twice, Err(RecordError::GivenTwice("moves:")));
    }
}
