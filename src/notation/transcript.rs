//! Games as lists of squares, such as `F5D6C3`: what most sites and programs copy out.

use std::fmt::Write as _;
use std::sync::Arc;

use thiserror::Error;

use super::ToldMove;
use crate::rules::{MoveListError, ParseSquareError, PlayError, Player, Position, Record, Variant};

/// Why a text is not a transcript of a game. Moves count from 1, passes included.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TranscriptError {
    /// A square that is none or cannot be played.
    #[error(transparent)]
    Move(#[from] MoveListError),
    /// A pass of somebody who can move.
    #[error("move {number}: {player} can move and may not pass")]
    MustMove {
        /// Which move.
        number: usize,
        /// Whose turn it is.
        player: Player,
    },
}

impl TranscriptError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Move(error) => error.code(),
            Self::MustMove { .. } => "must-move",
        }
    }
}

/// Reads squares and plays them, each for whoever is to move.
///
/// Blanks, commas and semicolons may stand between moves, and numbers with a full stop before them, as in `1. f5 d6`.
/// A pass may be told as `pa`, `ps`, `pass` or `--`, or be left out.
///
/// # Errors
/// What is wrong with it, as a [`TranscriptError`].
pub fn read_transcript(text: &str, variant: impl Into<Arc<Variant>>) -> Result<Record, TranscriptError> {
    let mut record = Record::new(variant);
    // Who was skipped and has not told so.
    let mut skipped = Position::opening_passes(Arc::clone(record.variant())).len();
    for (index, told) in moves(text).enumerate() {
        let number = index + 1;
        let illegal = |square, error| MoveListError::Illegal { number, square, error };
        match told.map_err(|error| MoveListError::NotASquare { number, error })? {
            ToldMove::Square(square) => {
                let player = record.position().to_move().ok_or_else(|| illegal(square, PlayError::GameOver))?;
                skipped = record.play(player, square).map_err(|error| illegal(square, error))?.passes.len();
            }
            ToldMove::Pass => match record.position().to_move() {
                Some(player) if skipped == 0 => return Err(TranscriptError::MustMove { number, player }),
                _ => skipped = skipped.saturating_sub(1),
            },
        }
    }
    Ok(record)
}

/// The squares that were played, such as `f5d6c3`.
#[must_use]
pub fn transcript_of(record: &Record) -> String {
    record.played().iter().fold(String::new(), |mut text, turn| {
        // Writing into a string cannot fail.
        let _ = write!(text, "{}", turn.placement.square());
        text
    })
}

/// Whether a text begins as a transcript does: with a square or a pass, numbered or not.
pub(super) fn looks_like_transcript(text: &str) -> bool {
    moves(text).next().is_some_and(|told| told.is_ok())
}

/// What a text tells one after the other.
fn moves(text: &str) -> impl Iterator<Item = Result<ToldMove, ParseSquareError>> {
    text.split(|letter: char| letter.is_whitespace() || [',', ';'].contains(&letter)).flat_map(|word| {
        let unnumbered = word.trim_start_matches(|letter: char| letter.is_ascii_digit()).strip_prefix('.');
        let mut rest = unnumbered.unwrap_or(word);
        std::iter::from_fn(move || {
            let (told, after) = rest.split_at(first_move(rest));
            rest = after;
            (!told.is_empty()).then(|| read_move(told))
        })
    })
}

/// The words for a pass besides those of other formats.
const PASSES: [&str; 2] = ["ps", "--"];

fn read_move(told: &str) -> Result<ToldMove, ParseSquareError> {
    if PASSES.iter().any(|word| word.eq_ignore_ascii_case(told)) { Ok(ToldMove::Pass) } else { told.parse() }
}

/// How many bytes of a word belong to its first move: letters and then digits, or a pass that a square is glued to.
fn first_move(word: &str) -> usize {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let letters = word.find(is_digit).unwrap_or(word.len());
    let digits = word[letters..].find(|letter| !is_digit(letter)).unwrap_or(word.len() - letters);
    let column = if digits == 0 { 0 } else { word[..letters].chars().next_back().map_or(0, char::len_utf8) };
    let before = &word[..letters - column];
    if matches!(read_move(before), Ok(ToldMove::Pass)) { before.len() } else { letters + digits }
}
