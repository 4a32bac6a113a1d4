//! Reads any kind of text with a variant or a game.

use std::borrow::Cow;

use thiserror::Error;

use super::bitboard_text::find_bitboards;
use super::comment::{without_comments, without_mark};
use super::drawn_board::DrawnBoard;
use super::fen::Fen;
use super::json_objects::first_object;
use super::move_grid::MoveGrid;
use super::pgn::{PgnGame, read_pgn};
use super::square_board::turned_to_usual;
use super::text_kind::{TextKind, has_key};
use super::{
    Diagram, DiagramError, Foreign, GameLink, GameLinkError, GameRecord, GameRecordError, GgfError, ObfError, PgnError,
    QuestError, SgfError, SgfGame, Transcript, TranscriptError, read_ggf, read_obf, read_othello_quest, read_sgf,
    read_transcript,
};
use crate::rules::{Record, RecordError, Variant, VariantError};

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
    /// The moves were written for the mirrored start, with White on e4.
    #[error("the game begins with White on e4, so the board was turned by 90°")]
    Turned,
    /// Only the main line of a game with variations was read.
    #[error("the game has variations, of which only the main line was read")]
    VariationsLeftOut,
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
    /// The bytes are no text, but a file of another known kind.
    #[error("it seems to be {0}")]
    Foreign(Foreign),
    /// The text is of no known kind.
    #[error(
        "neither a board nor a game: not a record, a match as JSON, GGF, SGF, PGN, FEN, 64 squares, a grid of \
         move numbers or moves such as f5d6c3"
    )]
    Unrecognised,
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
    /// Error in a game in SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// Error in a game of Othello Quest.
    #[error(transparent)]
    OthelloQuest(#[from] QuestError),
    /// Error in a position.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// Error in a position with scores.
    #[error(transparent)]
    Obf(#[from] ObfError),
    /// Error in a list of moves.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    /// Error in a link to a game.
    #[error(transparent)]
    GameLink(#[from] GameLinkError),
}

impl AnyTextError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLarge => "too-large",
            Self::NotText { .. } => "not-text",
            Self::Foreign(_) => "foreign",
            Self::Unrecognised => "unrecognised",
            Self::Pgn(error) => error.code(),
            Self::Variant(error) => error.problem.code(),
            Self::Record(error) => error.code(),
            Self::GameRecord(error) => error.code(),
            Self::Ggf(error) => error.code(),
            Self::Sgf(error) => error.code(),
            Self::OthelloQuest(error) => error.code(),
            Self::Diagram(error) => error.code(),
            Self::Obf(error) => error.code(),
            Self::Transcript(error) => error.code(),
            Self::GameLink(error) => error.code(),
        }
    }
}

/// Maximum size in bytes. The largest board takes some 500 bytes and a long game as many; the rest is for comments.
const MAX_BYTES: usize = Variant::MAX_BYTES;

impl AnyText {
    /// Maximum size of a text in bytes.
    pub const MAX_BYTES: usize = MAX_BYTES;

    /// Decodes the text of a file, without the byte order mark that Windows adds.
    ///
    /// # Errors
    /// [`AnyTextError::TooLarge`], [`AnyTextError::NotText`] or [`AnyTextError::Foreign`].
    pub fn decode(bytes: &[u8]) -> Result<&str, AnyTextError> {
        let text = Self::decode_list(bytes)?;
        if bytes.len() > MAX_BYTES { Err(AnyTextError::TooLarge) } else { Ok(text) }
    }

    /// Decodes the text of a file that may hold many games, so that its size does not matter.
    ///
    /// # Errors
    /// [`AnyTextError::NotText`], or [`AnyTextError::Foreign`] for a file of another known kind.
    pub fn decode_list(bytes: &[u8]) -> Result<&str, AnyTextError> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.split(|byte| *byte == b'\n').count();
            Foreign::of(bytes).map_or(AnyTextError::NotText { line }, AnyTextError::Foreign)
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
        let whole = text;
        let text = &without_comments(without_mark(text));
        let mut remark = None;
        let stop = |stopped: Option<TranscriptError>| stopped.map(Remark::Stopped);
        let game = match kind {
            TextKind::Variant => {
                let variant = without_chatter(text).parse()?;
                return Ok(Self { kind, content: AnyText::Variant(Box::new(variant)), remark });
            }
            TextKind::Record => GameRecord::new(text.parse()?),
            TextKind::GameRecord => first_object(text.trim()).unwrap_or(text).parse()?,
            TextKind::Ggf => read_ggf(text)?.to_game_record(),
            TextKind::Pgn => {
                let PgnGame { game, stopped, is_turned } = read_pgn(text)?;
                remark = stop(stopped).or(is_turned.then_some(Remark::Turned));
                game
            }
            TextKind::Diagram => {
                let (diagram, says_mover) = read_first_diagram(text)?;
                remark = (!says_mover).then_some(Remark::NobodyToMove);
                GameRecord::new(Record::new(diagram.variant()))
            }
            TextKind::Fen => {
                let Fen { position, says_mover } = Fen::find(text).ok_or(AnyTextError::Unrecognised)?;
                remark = (!says_mover).then_some(Remark::NobodyToMove);
                GameRecord::new(Record::new(position.variant()))
            }
            TextKind::Bitboards => {
                let position = find_bitboards(text).ok_or(AnyTextError::Unrecognised)?;
                remark = Some(Remark::NobodyToMove);
                GameRecord::new(Record::new(position.variant()))
            }
            TextKind::Grid | TextKind::Transcript => {
                let Transcript { record, stopped, is_turned } = match MoveGrid::find(text) {
                    Some(grid) if kind == TextKind::Grid => grid.play()?,
                    _ => read_transcript(text, Diagram::start().variant())?,
                };
                remark = stop(stopped).or(is_turned.then_some(Remark::Turned));
                GameRecord::new(record)
            }
            TextKind::Sgf => {
                let SgfGame { game, stopped, has_variations } = read_sgf(text)?;
                remark = has_variations.then_some(Remark::VariationsLeftOut);
                remark = stopped.map(Remark::Stopped).or(remark);
                game
            }
            TextKind::OthelloQuest => {
                let (game, stopped) = read_othello_quest(first_object(text.trim()).unwrap_or(text))?;
                remark = stop(stopped);
                game
            }
            TextKind::GameLink => whole.parse::<GameLink>()?.into_game(),
        };
        let turned = match kind {
            TextKind::Ggf | TextKind::Sgf | TextKind::Pgn => turned_to_usual(game.record()),
            _ => None,
        };
        let (game, remark) = match turned {
            Some(turned) => (game.with_turned(turned), remark.or(Some(Remark::Turned))),
            None => (game, remark),
        };
        Ok(Self { kind, content: AnyText::Game(Box::new(game)), remark })
    }
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
