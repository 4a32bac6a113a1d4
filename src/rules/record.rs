//! A game with its history: undo, redo, jump, and the text that keeps it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{ParseSquareError, PlayError, Player, Position, Square, Turn, Variant, VariantError, format};

/// A game of some variant: every turn played, and those undone that can be redone.
///
/// As text it is the variant's text followed by `moves:` and, where there are moves to redo, `undone:`.
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
    /// The start and the position after each turn, so that `positions[ply]` is the one before turn `ply`.
    positions: Vec<Position>,
    turns: Vec<Turn>,
    /// How many turns are played; later ones are undone.
    ply: usize,
}

/// Why a list of moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveListError {
    /// Something that is not a square.
    #[error("move {number}: {error}")]
    NotASquare {
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseSquareError,
    },
    /// A square that cannot be played.
    #[error("move {number}, {square}: {error}")]
    Illegal {
        /// Which move, from 1.
        number: usize,
        /// The square.
        square: Square,
        /// Why not.
        error: PlayError,
    },
}

impl MoveListError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotASquare { .. } => "not-a-square",
            Self::Illegal { error, .. } => error.code(),
        }
    }
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// More than [`Variant::MOST_BYTES`].
    #[error("the text is larger than {} KiB", Variant::MOST_BYTES / 1024)]
    TooLong,
    /// The variant cannot be read.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The moves cannot be played.
    #[error(transparent)]
    Moves(#[from] MoveListError),
    /// The text has no `moves:` line.
    #[error("there is no \"moves:\" line")]
    NoMoves,
    /// A line that a record has once.
    #[error("\"{0}\" is given twice")]
    GivenTwice(&'static str),
}

impl RecordError {
    /// The reason as a key that stays the same, for programs and for translations.
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
    /// A game that begins.
    #[must_use]
    pub fn new(variant: impl Into<Arc<Variant>>) -> Self {
        Self { positions: vec![Position::start(variant)], turns: Vec::new(), ply: 0 }
    }

    /// A game in which these squares were played, each by whoever was to move.
    ///
    /// # Errors
    /// The first square that cannot be played, as a [`MoveListError`].
    pub fn from_squares(variant: impl Into<Arc<Variant>>, squares: &[Square]) -> Result<Self, MoveListError> {
        let mut record = Self::new(variant);
        record.play_squares(squares)?;
        Ok(record)
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.ply]
    }

    /// What is played.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        self.position().variant()
    }

    /// How many turns are played.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The turns that are played.
    #[must_use]
    pub fn played(&self) -> &[Turn] {
        &self.turns[..self.ply]
    }

    /// The turns that can be redone, the next one first.
    #[must_use]
    pub fn undone(&self) -> &[Turn] {
        &self.turns[self.ply..]
    }

    /// The turn that led to the position now.
    #[must_use]
    pub fn last_turn(&self) -> Option<&Turn> {
        self.played().last()
    }

    /// Where the last disc was placed, also when it exploded and the square is empty.
    #[must_use]
    pub fn last_square(&self) -> Option<Square> {
        self.last_turn().map(|turn| turn.placement.square())
    }

    /// The position before the turn with this index.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply)
    }

    /// Plays a square; what was undone is then gone.
    ///
    /// # Errors
    /// Why it cannot be played, as a [`PlayError`]; the record is then unchanged.
    pub fn play(&mut self, player: Player, square: Square) -> Result<&Turn, PlayError> {
        let mut position = self.position().clone();
        let turn = position.play(player, square)?;
        self.turns.truncate(self.ply);
        self.positions.truncate(self.ply + 1);
        self.turns.push(turn);
        self.positions.push(position);
        self.ply += 1;
        Ok(&self.turns[self.ply - 1])
    }

    /// Plays a list of moves such as `f5 d6` or `f5d6`, each for whoever is to move.
    ///
    /// # Errors
    /// The first move that cannot be played, as a [`MoveListError`]; those before it are played.
    pub fn play_moves(&mut self, moves: &str) -> Result<(), MoveListError> {
        self.play_squares(&parse_moves(moves)?)
    }

    /// Plays squares, each for whoever is to move.
    ///
    /// # Errors
    /// The first square that cannot be played, as a [`MoveListError`]; those before it are played.
    pub fn play_squares(&mut self, squares: &[Square]) -> Result<(), MoveListError> {
        for (index, square) in squares.iter().copied().enumerate() {
            let illegal = |error| MoveListError::Illegal { number: index + 1, square, error };
            let player = self.position().to_move().ok_or_else(|| illegal(PlayError::GameOver))?;
            self.play(player, square).map_err(illegal)?;
        }
        Ok(())
    }

    /// Takes back the last turn; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        self.ply.checked_sub(1).is_some_and(|ply| self.jump(ply))
    }

    /// Plays again what was undone last; `false` when there is nothing.
    pub fn redo(&mut self) -> bool {
        self.jump(self.ply + 1)
    }

    /// Goes to the position before the turn with this index; `false` beyond the last.
    pub fn jump(&mut self, ply: usize) -> bool {
        let possible = ply <= self.turns.len();
        if possible {
            self.ply = ply;
        }
        possible
    }
}

/// Reads a list of moves such as `f5 d6` or `f5d6`.
///
/// # Errors
/// [`MoveListError::NotASquare`] for the first that is none.
pub fn parse_moves(text: &str) -> Result<Vec<Square>, MoveListError> {
    let mut names: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut name = String::new();
        for character in word.chars() {
            // A letter after a digit begins the next square.
            if !character.is_ascii_digit() && name.ends_with(|last: char| last.is_ascii_digit()) {
                names.push(std::mem::take(&mut name));
            }
            name.push(character);
        }
        names.push(name);
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
        format::check(text)?;
        if text.len() > Variant::MOST_BYTES {
            return Err(RecordError::TooLong);
        }
        let field = |key: &'static str| {
            let mut found = text.lines().filter_map(|line| line.trim().strip_prefix(key));
            let first = found.next();
            if found.next().is_some() { Err(RecordError::GivenTwice(key)) } else { Ok(first) }
        };
        let moves = field("moves:")?.ok_or(RecordError::NoMoves)?;
        let undone = field("undone:")?.unwrap_or_default();
        // Blanking the record's own lines keeps the line numbers of the variant's errors right.
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
            turns.iter().try_for_each(|turn| write!(formatter, " {}", turn.placement.square()))?;
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
