//! Reads any kind of text with a variant or a game.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use super::comment::is_comment;
use super::diagram::Content;
use super::drawn_board::DrawnBoard;
use super::pgn::{is_tag, read_pgn};
use super::transcript::{holds_transcript, is_no_accident};
use super::{
    Diagram, DiagramError, GameRecord, GameRecordError, GgfError, ObfError, PgnError, Transcript, TranscriptError,
    read_ggf, read_obf, read_transcript,
};
use crate::rules::{Record, RecordError, Variant, VariantError, VariantProblem};

/// Kinds of text that are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextKind {
    /// A variant.
    Variant,
    /// A record: a variant and its moves.
    Record,
    /// A [`GameRecord`] as JSON.
    GameRecord,
    /// A game in the Generic Game Format (GGF).
    Ggf,
    /// A position of 64 squares, possibly with scores of its moves.
    Diagram,
    /// Moves such as `F5D6C3` from the usual start.
    Transcript,
    /// A game in Portable Game Notation (PGN).
    Pgn,
    /// A game in the Smart Game Format (SGF), which is recognised but not supported.
    Sgf,
    /// A game exported by Othello Quest as JSON, which is recognised but not supported.
    OthelloQuest,
}

impl fmt::Display for TextKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Variant => "a board",
            Self::Record => "a record",
            Self::GameRecord => "a match as JSON",
            Self::Ggf => "a game in GGF",
            Self::Diagram => "a position of 64 squares",
            Self::Transcript => "a list of moves",
            Self::Pgn => "a game in PGN",
            Self::Sgf => "a game in SGF",
            Self::OthelloQuest => "a game from Othello Quest",
        })
    }
}

/// Result of reading a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Kind of the text.
    pub kind: TextKind,
    /// Its variant or game.
    pub content: AnyText,
    /// Warning for the person who supplied it, if any.
    pub remark: Option<Remark>,
}

/// Warning about a text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Remark {
    /// The moves after the last one read are impossible.
    #[error("reading stopped there: {0}")]
    Stopped(TranscriptError),
    /// The text does not say who is to move.
    #[error("the text does not say whose turn it is, so Black moves first")]
    NobodyToMove,
}

/// Contents of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyText {
    /// A variant.
    Variant(Box<Variant>),
    /// A game with its moves; without moves if the text is a position.
    Game(Box<GameRecord>),
}

/// Error from reading a text of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AnyTextError {
    /// The text is larger than [`AnyText::MAX_BYTES`].
    #[error("larger than {} KiB; a board is a few lines of text", MAX_BYTES / 1024)]
    TooLarge,
    /// The bytes are not UTF-8.
    #[error("line {line}: not UTF-8 text")]
    NotText {
        /// Line of the error, from 1.
        line: usize,
    },
    /// The text is of no known kind.
    #[error(
        "neither a board nor a game: not a record, a match as JSON, GGF, PGN, 64 squares or moves such as \
         f5d6c3"
    )]
    Unrecognised,
    /// The kind is known but not supported: [`TextKind::Sgf`] or [`TextKind::OthelloQuest`].
    #[error("{0} is not supported here; copy only the moves, such as f5d6c3")]
    NotReadHere(TextKind),
    /// Error in a game in PGN.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// Error in a variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Error in a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Error in a record of a match.
    #[error(transparent)]
    GameRecord(#[from] GameRecordError),
    /// Error in a game in GGF.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// Error in a position.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// Error in a position with scores.
    #[error(transparent)]
    Obf(#[from] ObfError),
    /// Error in a list of moves.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
}

impl AnyTextError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLarge => "too-large",
            Self::NotText { .. } => "not-text",
            Self::Unrecognised => "unrecognised",
            Self::NotReadHere(_) => "not-read-here",
            Self::Pgn(error) => error.code(),
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

/// Maximum size in bytes. The largest board takes some 500 bytes and a long game as many; the rest is for comments.
const MAX_BYTES: usize = Variant::MAX_BYTES;

impl TextKind {
    /// Recognises the kind of a text; `None` if it is unknown.
    ///
    /// A distinctive beginning decides at once. The text of a board has both players and squares. Otherwise a playable
    /// game is tried first, then a position, and last a text that merely resembles a board.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let (_, text) = split_comments(without_mark(text));
        let text = text.trim();
        if text.starts_with('{') {
            return Some(if is_othello_quest(text) { Self::OthelloQuest } else { Self::GameRecord });
        }
        // GGF files of several games begin with their number.
        let unnumbered = text.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
        if unnumbered.starts_with("(;") {
            return Some(if is_sgf(unnumbered) { Self::Sgf } else { Self::Ggf });
        }
        let first = text.lines().next()?;
        if is_tag(first) {
            return Some(Self::Pgn);
        }
        // Only archives of games may be larger.
        if text.len() > MAX_BYTES {
            return None;
        }
        let has = |key| text.lines().any(|line| has_key(line, key));
        let ours = if has("moves") { Self::Record } else { Self::Variant };
        if has("players") && has("board") || matches!(problem_of(text), Some(VariantProblem::NewerFormat(_))) {
            return Some(ours);
        }
        if Variant::line_in(text).is_some() {
            return Some(ours);
        }
        if is_diagram(first) {
            return Some(Self::Diagram);
        }
        let start = || Diagram::start().variant();
        if read_transcript(text, start()).is_ok_and(|transcript| is_no_accident(&transcript)) {
            return Some(Self::Transcript);
        }
        if DrawnBoard::find(text).is_some() {
            return Some(Self::Diagram);
        }
        if holds_transcript(text, start()) {
            return Some(Self::Transcript);
        }
        match problem_of(text) {
            // A text that begins with `name:` is treated as a board, so that a wrong key is reported with its line.
            Some(VariantProblem::UnknownKey(key)) if key != "moves" && !has_key(first, "name") => None,
            Some(VariantProblem::NotAField(_)) => None,
            _ => Some(ours),
        }
    }
}

/// Problem of a text read as a board.
fn problem_of(text: &str) -> Option<VariantProblem> {
    text.parse::<Variant>().err().map(|error| error.problem)
}

/// Returns whether a line begins with a key, as in boards and records.
fn has_key(line: &str, key: &str) -> bool {
    line.split_once(':').is_some_and(|(word, _)| word.trim() == key)
}

/// Returns whether a game that begins with `(;` is in SGF, which numbers the games; Othello is 2.
fn is_sgf(text: &str) -> bool {
    let value = |name: &str| {
        let at = text.to_ascii_uppercase().find(&format!("{name}["))? + name.len() + 1;
        text[at..].split(']').next()
    };
    let is_number = |value: &str| !value.trim().is_empty() && value.trim().bytes().all(|byte| byte.is_ascii_digit());
    value("GM").is_some_and(is_number) || value("GM").is_none() && value("FF").is_some_and(is_number)
}

/// Returns whether JSON is a game of Othello Quest, or a list of such games.
fn is_othello_quest(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Game {
        format: Option<serde::de::IgnoredAny>,
        position: Option<Moves>,
        games: Option<Vec<serde::de::IgnoredAny>>,
    }
    #[derive(serde::Deserialize)]
    struct Moves {
        #[serde(rename = "moves")]
        _moves: Vec<serde::de::IgnoredAny>,
    }
    serde_json::from_str::<Game>(text)
        .is_ok_and(|game| game.format.is_none() && (game.position.is_some() || game.games.is_some()))
}

impl AnyText {
    /// Maximum size of a text in bytes.
    pub const MAX_BYTES: usize = MAX_BYTES;

    /// Decodes the text of a file, without the byte order mark that Windows adds.
    ///
    /// # Errors
    /// [`AnyTextError::TooLarge`] or [`AnyTextError::NotText`].
    pub fn decode(bytes: &[u8]) -> Result<&str, AnyTextError> {
        if bytes.len() > MAX_BYTES {
            return Err(AnyTextError::TooLarge);
        }
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            AnyTextError::NotText { line: before.split(|byte| *byte == b'\n').count() }
        })?;
        Ok(without_mark(text))
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    /// An [`AnyTextError`] if they cannot be read.
    pub fn read_bytes(bytes: &[u8]) -> Result<Self, AnyTextError> {
        Self::read(Self::decode(bytes)?)
    }

    /// Reads a text of any kind like [`Reading::of`], ignoring warnings.
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
    /// An [`AnyTextError`] if the text cannot be read.
    pub fn read(text: &str) -> Result<Self, AnyTextError> {
        Ok(Reading::of(text)?.content)
    }
}

impl Reading {
    /// Reads a text of any kind; of several games or positions, only the first.
    ///
    /// ```
    /// use irogaeshi::notation::{Reading, TextKind};
    ///
    /// let reading = Reading::of("Anna - Ben: f5d6c3 d7").unwrap();
    /// assert_eq!(reading.kind, TextKind::Transcript);
    /// let remark = "reading stopped there: move 4, d7: a disc on d7 would capture nothing";
    /// assert_eq!(reading.remark.unwrap().to_string(), remark);
    /// ```
    ///
    /// # Errors
    /// An [`AnyTextError`] if the text cannot be read.
    pub fn of(text: &str) -> Result<Self, AnyTextError> {
        if text.len() > MAX_BYTES {
            return Err(AnyTextError::TooLarge);
        }
        let kind = TextKind::of(text).ok_or(AnyTextError::Unrecognised)?;
        let text = &without_comments(without_mark(text));
        let mut remark = None;
        let mut stop = |stopped: Option<TranscriptError>| remark = stopped.map(Remark::Stopped);
        let game = match kind {
            TextKind::Variant => {
                let variant = without_chatter(text).parse()?;
                return Ok(Self { kind, content: AnyText::Variant(Box::new(variant)), remark });
            }
            TextKind::Record => GameRecord::new(text.parse()?),
            TextKind::GameRecord => text.parse()?,
            TextKind::Ggf => read_ggf(text)?.to_game_record(),
            TextKind::Pgn => {
                let (game, stopped) = read_pgn(text)?;
                stop(stopped);
                game
            }
            TextKind::Diagram => {
                let (diagram, says_mover) = read_first_diagram(text)?;
                remark = (!says_mover).then_some(Remark::NobodyToMove);
                GameRecord::new(Record::new(diagram.variant()))
            }
            TextKind::Transcript => {
                let Transcript { record, stopped } = read_transcript(text, Diagram::start().variant())?;
                stop(stopped);
                GameRecord::new(record)
            }
            TextKind::Sgf | TextKind::OthelloQuest => return Err(AnyTextError::NotReadHere(kind)),
        };
        Ok(Self { kind, content: AnyText::Game(Box::new(game)), remark })
    }
}

/// Removes the byte order mark that Windows adds.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Splits off the comments and empty lines at the beginning of a text.
fn split_comments(text: &str) -> (&str, &str) {
    let is_before = |line: &&str| line.trim().is_empty() || is_comment(line);
    text.split_at(text.split_inclusive('\n').take_while(is_before).map(str::len).sum())
}

/// Blanks the comments at the beginning of a text, so that the other lines keep their numbers.
fn without_comments(text: &str) -> String {
    let (comments, rest) = split_comments(text);
    "\n".repeat(comments.matches('\n').count()) + rest
}

/// Removes what surrounds a board on one line, such as the words of a message. Other lines keep their numbers.
fn without_chatter(text: &str) -> Cow<'_, str> {
    let is_usual = ["players", "board"].iter().all(|key| text.lines().any(|line| has_key(line, key)));
    match Variant::line_in(text).filter(|_| !is_usual) {
        Some(line) => {
            let before = text.find(line).map_or(0, |at| text[..at].matches('\n').count());
            Cow::Owned("\n".repeat(before) + line)
        }
        None => Cow::Borrowed(text),
    }
}

/// Returns whether a line consists of diagram letters, up to a semicolon: a row with at least one disc, or a whole
/// board. Anything shorter may be a word or a line of dashes.
fn is_diagram(line: &str) -> bool {
    let squares = line.split(';').next().unwrap_or_default().chars().filter(|letter| !letter.is_whitespace());
    let (mut count, mut discs) = (0, 0);
    for content in squares.map(Content::of) {
        match content {
            Some(Content::Empty) => {}
            Some(Content::Black | Content::White) => discs += 1,
            None => return false,
        }
        count += 1;
    }
    count >= 64 || count >= 8 && discs > 0
}

/// Reads the position of the first line, or of all lines if each is a row, and returns whether it names the player to
/// move.
fn read_first_diagram(text: &str) -> Result<(Diagram, bool), AnyTextError> {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let squares = line.split(';').next().unwrap_or_default();
    let exact = if squares.split_whitespace().map(str::len).sum::<usize>() < 64 {
        text.parse().map_err(AnyTextError::Diagram)
    } else {
        read_obf(line).map(|read| read.position).map_err(AnyTextError::Obf)
    };
    match exact {
        Ok(position) => Ok((position, true)),
        // An error after the squares of an OBF line concerns its moves.
        Err(error @ AnyTextError::Obf(ObfError::NotAScoredMove(_) | ObfError::Square(_) | ObfError::Score(_))) => {
            Err(error)
        }
        Err(error) => DrawnBoard::find(text).map(|found| (found.position, found.says_mover)).ok_or(error),
    }
}
