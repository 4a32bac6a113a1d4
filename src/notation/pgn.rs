//! Games in the Portable Game Notation (PGN) of reversi sites: tags such as `[Black "Anna"]`, then the moves.
//!
//! PGN for reversi is not specified. Sites agree on squares such as `f5`, `--` or `pass` for a pass, and, unlike in
//! chess, a result with Black's share first.

use thiserror::Error;

use super::date::read_date;
use super::fen::Fen;
use super::{Diagram, GameRecord, TimeControl, Transcript, TranscriptError, beginning, read_transcript};
use crate::rules::{Ending, Player};

/// Error from reading a game in PGN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PgnError {
    /// A tag sets a starting position that is none of 8 x 8 squares.
    #[error("it begins with the position \"{0}\", which is none of reversi on 8 x 8 squares")]
    OwnStart(String),
    /// The moves are those of chess.
    #[error("it seems to be a game of chess")]
    Chess,
    /// Error in the moves.
    #[error(transparent)]
    Moves(#[from] TranscriptError),
}

impl PgnError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OwnStart(_) => "own-start",
            Self::Chess => "chess",
            Self::Moves(error) => error.code(),
        }
    }
}

/// A game read from PGN.
pub(super) struct PgnGame {
    pub(super) game: GameRecord,
    /// Reason why the rest was not read, if any.
    pub(super) stopped: Option<TranscriptError>,
    /// True if the moves were turned, as [`Transcript`] says.
    pub(super) is_turned: bool,
}

/// Returns whether a line is a tag, such as `[Event "?"]`.
pub(super) fn is_tag(line: &str) -> bool {
    tag(line).is_some()
}

/// Name and value of a tag, in which backslashes escape quotation marks.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')).then_some((name, value))
}

/// Splits a text in PGN into its games, each with its tags.
pub(super) fn pgn_games(text: &str) -> Vec<&str> {
    let mut begins = Vec::new();
    let (mut at, mut was_tag) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_tag = is_tag(line);
        if is_tag && !was_tag {
            begins.push(at);
        }
        // Tags may be separated by empty lines.
        was_tag = is_tag || was_tag && line.trim().is_empty();
        at += line.len();
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(begin, end)| text[*begin..end].trim()).collect()
}

/// Reads the first game of a text in PGN up to the first impossible move, which the result names.
///
/// # Errors
/// A [`PgnError`] if the text is not a supported game.
pub(super) fn read_pgn(text: &str) -> Result<PgnGame, PgnError> {
    let game = pgn_games(text).first().copied().unwrap_or(text);
    let tags: Vec<(&str, String)> =
        game.lines().filter_map(tag).map(|(name, value)| (name, unescaped(value))).collect();
    let value = |name: &str| {
        let same = |(key, _): &&(&str, String)| key.eq_ignore_ascii_case(name);
        tags.iter().find(same).map(|(_, value)| value.trim()).filter(|value| !["", "?"].contains(value))
    };
    let start = match value("FEN") {
        Some(text) => Fen::find(text).ok_or_else(|| PgnError::OwnStart(beginning(text)))?.position,
        None => Diagram::start(),
    };
    let moves: Vec<&str> = game.lines().filter(|line| !is_tag(line)).collect();
    let moves = without_comments(&moves.join("\n"));
    let read = read_transcript(&moves, start.variant()).map_err(|error| {
        let is_chess = moves.split_whitespace().any(is_chess_move);
        if is_chess { PgnError::Chess } else { error.into() }
    })?;
    let Transcript { record, stopped, is_turned } = read;
    let name = |player| match player {
        Player::Black => value("Black"),
        _ => value("White"),
    };
    let date = value("UTCDate").map(|date| format!("{date} {}", value("UTCTime").unwrap_or_default()));
    let date = date.as_deref().or_else(|| value("Date")).and_then(read_date);
    let is_over = record.position().to_move().is_none();
    let read = GameRecord::new(record)
        .with_names(|player| name(player).unwrap_or_default().to_owned())
        .with_clock(value("TimeControl").and_then(read_clock))
        .with_dates(date, None);
    let ending = value("Result").filter(|_| !is_over && stopped.is_none());
    let ending = ending.and_then(|result| read_ending(result, value("Termination").unwrap_or_default()));
    let game = match ending {
        Some(ending) => read.clone().with_ending(ending).unwrap_or(read),
        None => read,
    };
    Ok(PgnGame { game, stopped, is_turned })
}

/// Returns whether a word is a move that only chess has, such as `Nf3`, `exd5` or `O-O`.
fn is_chess_move(word: &str) -> bool {
    let word = word.rsplit('.').next().unwrap_or_default();
    word.starts_with("O-O") || word.len() > 2 && word.starts_with(['N', 'K', 'Q', 'R']) || word.contains("xd")
}

/// Value of a tag without its escapes.
fn unescaped(value: &str) -> String {
    let mut letters = value.chars();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        text.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    text
}

/// Clock such as `1200` or `300+5`: seconds for the game, and for each move.
fn read_clock(value: &str) -> Option<TimeControl> {
    let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
    let milliseconds = |seconds: &str| seconds.trim().parse::<u64>().ok()?.checked_mul(1000);
    Some(TimeControl::Fischer { base_ms: milliseconds(base)?, increment_ms: milliseconds(increment)? })
}

/// Ending of a game that was not played out, from the words of its termination; by default a resignation, as in chess.
fn read_ending(result: &str, termination: &str) -> Option<Ending> {
    if termination == "abandoned" {
        return Some(Ending::Abandoned);
    }
    let (black, white) = result.split_once('-')?;
    let share = |text: &str| if text.trim() == "1/2" { Some(0.5) } else { text.trim().parse::<f64>().ok() };
    let (black, white) = (share(black)?, share(white)?);
    let loser = match black.partial_cmp(&white)? {
        std::cmp::Ordering::Less => Player::Black,
        std::cmp::Ordering::Equal => return Some(Ending::DrawAgreed),
        std::cmp::Ordering::Greater => Player::White,
    };
    let is_time = termination.to_ascii_lowercase().contains("time");
    Some(if is_time { Ending::OutOfTime(loser) } else { Ending::Resigned(loser) })
}

/// Removes comments in braces or after a semicolon, and variations in parentheses. Marks such as `$1` stay,
/// because the reader of moves skips numbers.
fn without_comments(moves: &str) -> String {
    let mut kept = String::new();
    let mut letters = moves.chars();
    let mut depth = 0_usize;
    while let Some(letter) = letters.next() {
        match letter {
            '{' => while letters.next().is_some_and(|letter| letter != '}') {},
            ';' => {
                while letters.next().is_some_and(|letter| letter != '\n') {}
                kept.push('\n');
            }
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}
