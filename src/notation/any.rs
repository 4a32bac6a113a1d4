//! One reader for every kind of text that holds a variant or a game.

use thiserror::Error;

use super::comment::is_comment;
use super::transcript::looks_like_transcript;
use super::{
    Diagram, DiagramError, GameRecord, GameRecordError, GgfError, ObfError, TranscriptError, read_ggf, read_obf,
    read_transcript,
};
use crate::rules::{Record, RecordError, Variant, VariantError};

/// The kinds of text that are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// A variant, which is to be played.
    Variant,
    /// A record: a variant and its moves.
    Record,
    /// A [`GameRecord`] as JSON.
    GameRecord,
    /// A game in the Generic Game Format.
    Ggf,
    /// A position of 64 squares, alone or with what its moves are worth.
    Diagram,
    /// Squares such as `F5D6C3` from the usual start.
    Transcript,
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyText {
    /// A variant.
    Variant(Box<Variant>),
    /// A game with its moves; without any where the text holds a position.
    Game(Box<GameRecord>),
}

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AnyTextError {
    /// More than [`AnyText::MOST_BYTES`].
    #[error("it is larger than {} KiB; a board is a few lines of text", MOST_BYTES / 1024)]
    TooLarge,
    /// Bytes that are no text.
    #[error("line {line}: this is no text in UTF-8")]
    NotText {
        /// The line, from 1.
        line: usize,
    },
    /// None of the kinds.
    #[error(
        "it is neither a board nor a game: no record, no match as JSON, no GGF, not 64 squares, no moves such as f5d6c3"
    )]
    Unrecognised,
    /// Not a variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Not a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Not a record of a match.
    #[error(transparent)]
    GameRecord(#[from] GameRecordError),
    /// Not a game in the Generic Game Format.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// Not a position.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// Not a position with scores.
    #[error(transparent)]
    Obf(#[from] ObfError),
    /// Not a list of moves.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
}

impl AnyTextError {
    /// The reason as a key that stays the same, for programs and for translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLarge => "too-large",
            Self::NotText { .. } => "not-text",
            Self::Unrecognised => "unrecognised",
            Self::Variant(error) => error.problem.code(),
            Self::Record(error) => error.code(),
            Self::GameRecord(error) => error.code(),
            Self::Ggf(error) => error.code(),
            Self::Diagram(error) => error.code(),
            Self::Obf(error) => error.code(),
            Self::Transcript(error) => error.code(),
        }
    }
}

/// The most bytes that are read. The largest board is some 500 bytes and a long game as many; the rest is for comments.
const MOST_BYTES: usize = Variant::MOST_BYTES;

impl TextKind {
    /// Recognises a text by how it begins; `None` where it is none of the kinds.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let (_, text) = split_comments(without_mark(text));
        let text = text.trim();
        if text.starts_with('{') {
            return Some(Self::GameRecord);
        }
        // Files of many games in GGF begin with their number.
        if text.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start().starts_with("(;") {
            return Some(Self::Ggf);
        }
        if text.lines().any(|line| line.trim_start().starts_with("moves:")) {
            return Some(Self::Record);
        }
        let first = text.lines().next()?;
        if is_diagram(first) {
            return Some(Self::Diagram);
        }
        if text.lines().any(is_field) {
            return Some(Self::Variant);
        }
        looks_like_transcript(first).then_some(Self::Transcript)
    }
}

impl AnyText {
    /// The most bytes that are read.
    pub const MOST_BYTES: usize = MOST_BYTES;

    /// The text in a file, without what Windows puts in front.
    ///
    /// # Errors
    /// [`AnyTextError::TooLarge`] or [`AnyTextError::NotText`].
    pub fn decode(bytes: &[u8]) -> Result<&str, AnyTextError> {
        if bytes.len() > MOST_BYTES {
            return Err(AnyTextError::TooLarge);
        }
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            AnyTextError::NotText { line: before.split(|byte| *byte == b'\n').count() }
        })?;
        Ok(without_mark(text))
    }

    /// Reads what somebody has in a file.
    ///
    /// # Errors
    /// What is wrong with it, as an [`AnyTextError`].
    pub fn read_bytes(bytes: &[u8]) -> Result<Self, AnyTextError> {
        Self::read(Self::decode(bytes)?)
    }

    /// Reads a text of any kind. Of several games or positions it reads the first.
    ///
    /// ```
    /// use irogaeshi::notation::AnyText;
    ///
    /// let AnyText::Game(transcript) = AnyText::read("F5D6C3").unwrap() else { panic!("a game") };
    /// let AnyText::Game(ggf) = AnyText::read("(;GM[Othello]B[F5]W[D6]B[C3];)").unwrap() else { panic!("a game") };
    /// assert_eq!(transcript.record(), ggf.record());
    /// ```
    ///
    /// # Errors
    /// What is wrong with it, as an [`AnyTextError`].
    pub fn read(text: &str) -> Result<Self, AnyTextError> {
        if text.len() > MOST_BYTES {
            return Err(AnyTextError::TooLarge);
        }
        let kind = TextKind::of(text).ok_or(AnyTextError::Unrecognised)?;
        let text = &without_comments(without_mark(text));
        let game = match kind {
            TextKind::Variant => return Ok(Self::Variant(Box::new(text.parse()?))),
            TextKind::Record => GameRecord::new(text.parse()?),
            TextKind::GameRecord => text.parse()?,
            TextKind::Ggf => read_ggf(text)?.to_game_record(),
            TextKind::Diagram => GameRecord::new(Record::new(read_first_diagram(text)?.variant())),
            TextKind::Transcript => GameRecord::new(read_transcript(text, Diagram::START.variant())?),
        };
        Ok(Self::Game(Box::new(game)))
    }
}

/// The text without what Windows puts in front.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The comments and empty lines that a text begins with, and the rest.
fn split_comments(text: &str) -> (&str, &str) {
    let is_before = |line: &&str| line.trim().is_empty() || is_comment(line);
    text.split_at(text.split_inclusive('\n').take_while(is_before).map(str::len).sum())
}

/// The text with an empty line for each comment before it, so that the other lines keep their numbers.
fn without_comments(text: &str) -> String {
    let (comments, rest) = split_comments(text);
    "\n".repeat(comments.matches('\n').count()) + rest
}

/// Whether a line has letters of a diagram alone, up to where something else may follow.
fn is_diagram(line: &str) -> bool {
    let squares = line.split(';').next().unwrap_or_default();
    squares.chars().all(|letter| letter.is_whitespace() || "-.*XOBWxobw".contains(letter))
}

/// Whether a line begins as one of a variant does.
fn is_field(line: &str) -> bool {
    let is_key = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    line.split_once(':').is_some_and(|(key, _)| is_key(key.trim()))
}

/// The position of the first line, or of all lines where each is a row.
fn read_first_diagram(text: &str) -> Result<Diagram, AnyTextError> {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let squares = line.split(';').next().unwrap_or_default();
    if squares.split_whitespace().map(str::len).sum::<usize>() < 64 {
        Ok(text.parse()?)
    } else {
        Ok(read_obf(line)?.position)
    }
}
