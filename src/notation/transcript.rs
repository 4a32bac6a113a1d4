//! Games as lists of squares, such as `F5D6C3`: the usual copy format of sites and programs, often with words around
//! it.

use std::fmt::Write as _;
use std::sync::Arc;

use thiserror::Error;

use super::square_board::{mirrored_start, turned_to_usual};
use super::word::{Piece, narrow, pieces};
use super::{ReportedMove, beginning};
use crate::rules::{MoveListError, ParseSquareError, PlayError, Player, Position, Record, Square, Variant};

/// Reason why a list of moves could not be read further. Moves count from 1, passes included.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TranscriptError {
    /// A square is invalid or illegal.
    #[error(transparent)]
    Move(#[from] MoveListError),
    /// A pass by a player who can move.
    #[error("move {number}: {player} has a legal move and must not pass")]
    MustMove {
        /// Number of the move.
        number: usize,
        /// Player whose turn it is.
        player: Player,
    },
    /// There are words between the moves.
    #[error("move {number}: \"{text}\" is not a move")]
    Words {
        /// Number of the move expected there.
        number: usize,
        /// First of the words.
        text: String,
    },
    /// The text contains no moves.
    #[error("it contains no moves such as f5d6c3")]
    NoMoves,
    /// No square has the number of this move.
    #[error("move {number} is on no square")]
    Missing {
        /// Number of the move.
        number: usize,
    },
    /// Several squares have the number of this move.
    #[error("move {number} is on several squares")]
    Twice {
        /// Number of the move.
        number: usize,
    },
}

impl TranscriptError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Move(error) => error.code(),
            Self::MustMove { .. } => "must-move",
            Self::Words { .. } => "words",
            Self::NoMoves => "no-moves",
            Self::Missing { .. } => "missing",
            Self::Twice { .. } => "twice",
        }
    }
}

/// A game read from a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Moves up to the first impossible one.
    pub record: Record,
    /// Reason why the rest was not read, if any.
    pub stopped: Option<TranscriptError>,
    /// True if the moves were written for the mirrored start, with White on e4, and turned by 90°.
    pub is_turned: bool,
}

/// Reads the squares in a text and plays them, each for the player to move, up to the first impossible one.
///
/// Squares may be separated by anything but words, as in `1. f5 d6` or `f5-d6`; the words for players and discs do not
/// count. A pass is `pa`, `ps`, `pass`, `--` or `パス`. Forced passes may be left out; on boards with free passes they
/// must be, since every pass there is a move. There may be words before and after the list.
/// Words among the moves end it, unless the number of the next move follows.
///
/// Moves from the usual start that only the mirrored one allows, with White on e4, are turned by 90°.
///
/// # Errors
/// A [`TranscriptError`] if no move can be played and the text contains something else.
pub fn read_transcript(text: &str, variant: impl Into<Arc<Variant>>) -> Result<Transcript, TranscriptError> {
    let text = plain(text);
    let tokens = Tokens::of(&text);
    let variant = variant.into();
    let read = tokens.play(&Record::new(Arc::clone(&variant)));
    let is_sure = read.as_ref().is_ok_and(|read| is_no_accident(read) || read.stopped.is_none());
    if is_sure || !variant.is_ordinary() {
        return read;
    }
    let mirrored = tokens.play(&Record::new(mirrored_start())).ok();
    let turned = mirrored.filter(is_no_accident);
    let turned = turned.and_then(|Transcript { record, stopped, .. }| {
        Some(Transcript { record: turned_to_usual(&record)?, stopped, is_turned: true })
    });
    turned.map_or(read, Ok)
}

/// Text in ASCII, as far as it is letters and digits. Squares such as `P@d6`, which count their rows from below, are
/// turned round.
fn plain(text: &str) -> String {
    const SIDE: u32 = 8;
    let text = narrow(text);
    let mut parts = text.split("P@");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        match (letters.next(), letters.next().and_then(|row| row.to_digit(10))) {
            (Some(column @ 'a'..='h'), Some(row @ 1..=SIDE)) => {
                let _ = write!(plain, " {column}{}{}", SIDE + 1 - row, letters.as_str());
            }
            _ => plain.push_str(part),
        }
    }
    plain
}

/// Moves of a record, such as `f5d6c3`. A free pass is `pass`; forced passes are left out.
#[must_use]
pub fn transcript_of(record: &Record) -> String {
    record.played().iter().fold(String::new(), |mut text, turn| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", turn.chosen());
        text
    })
}

/// Returns whether a text contains a list of moves: one that can be played, or more moves than words.
pub(super) fn holds_transcript(text: &str, variant: impl Into<Arc<Variant>>) -> bool {
    let text = plain(text);
    let tokens = Tokens::of(&text);
    let count = |is_counted: fn(&Token) -> bool| tokens.all.iter().filter(|token| is_counted(token)).count();
    let moves = count(|token| matches!(token, Token::Square(_) | Token::Pass));
    let words = count(|token| matches!(token, Token::Word(_)));
    moves > 0 && (moves > words || tokens.play(&Record::new(variant)).is_ok())
}

/// Returns whether a text is mostly moves.
pub(super) fn looks_like_moves(text: &str) -> bool {
    let text = plain(text);
    let tokens = Tokens::of(&text);
    let count = |is_counted: fn(&Token) -> bool| tokens.all.iter().filter(|token| is_counted(token)).count();
    let moves = count(|token| matches!(token, Token::Square(_)));
    moves > 1 && moves > count(|token| matches!(token, Token::Word(_)))
}

/// Returns whether the list is long enough not to be a coincidence, even if the rest could not be read.
pub(super) fn is_no_accident(transcript: &Transcript) -> bool {
    transcript.record.ply() >= 4
}

#[derive(Clone, Copy, Debug)]
enum Token<'a> {
    Square(Square),
    Pass,
    /// Resembles a square, but is not one.
    Broken(&'a str),
    Number(usize),
    Word(&'a str),
}

impl Token<'_> {
    const fn is_move(&self) -> bool {
        matches!(self, Self::Square(_) | Self::Pass | Self::Broken(_))
    }
}

struct Tokens<'a> {
    all: Vec<Token<'a>>,
    /// Indices at which a list of moves can begin.
    begins: Vec<usize>,
}

impl<'a> Tokens<'a> {
    fn of(text: &'a str) -> Self {
        let mut tokens = Self { all: Vec::new(), begins: vec![0] };
        // Set while the line contains words.
        let mut is_heading = false;
        for piece in pieces(text) {
            match piece {
                Piece::Word(word) => {
                    let is_word = !tokens.add(word);
                    is_heading |= is_word;
                    if is_word {
                        tokens.begins.push(tokens.all.len());
                    }
                }
                Piece::Between(between) => {
                    let passes = between.split(|letter| letter != '-').filter(|dashes| *dashes == "--");
                    tokens.all.extend(passes.map(|_| Token::Pass));
                    let ends_line = between.contains('\n');
                    // A1 is a label in "Table A1: f5d6", but "1: f5" has a move number.
                    let ends_label =
                        between.contains(':') && matches!(tokens.all.last(), Some(Token::Square(_) | Token::Broken(_)));
                    if ends_label || ends_line && is_heading {
                        tokens.begins.push(tokens.all.len());
                    }
                    is_heading &= !ends_line;
                }
            }
        }
        tokens
    }

    /// Adds the tokens of a word; `false` if it is neither moves nor a number nor the word for a player.
    fn add(&mut self, word: &'a str) -> bool {
        let (number, mut rest) =
            word.split_at(word.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(word.len()));
        if IGNORED.iter().any(|ignored| ignored.eq_ignore_ascii_case(rest)) {
            rest = "";
        }
        let before = self.all.len();
        if let Ok(number) = number.parse() {
            self.all.push(Token::Number(number));
        }
        let moves = self.all.len();
        while let Some((token, after)) = first_move(rest) {
            self.all.push(token);
            rest = after;
        }
        if !rest.is_empty() && matches!(self.all.get(moves), Some(Token::Square(_))) {
            self.all.push(Token::Broken(rest));
            rest = "";
        }
        if !rest.is_empty() {
            self.all.truncate(before);
            self.all.push(Token::Word(word));
            return false;
        }
        if matches!(self.all.last(), Some(Token::Broken(_))) {
            self.begins.push(self.all.len());
        }
        true
    }

    /// Plays the first list of moves that cannot be a coincidence, otherwise the longest.
    fn play(&self, start: &Record) -> Result<Transcript, TranscriptError> {
        let (mut best, mut error) = (None::<Transcript>, None);
        for begin in &self.begins {
            let read = play(&self.all[*begin..], start.clone());
            if read.record.ply() == 0 {
                error = error.or(read.stopped);
                continue;
            }
            if best.as_ref().is_none_or(|best| best.record.ply() < read.record.ply()) {
                best = Some(read);
            }
            if best.as_ref().is_some_and(|best| best.stopped.is_none() || is_no_accident(best)) {
                break;
            }
        }
        let has_words = || self.all.iter().any(|token| matches!(token, Token::Word(_)));
        match (best, error) {
            (Some(best), _) => Ok(best),
            (None, Some(error)) => Err(error),
            (None, None) if has_words() => Err(TranscriptError::NoMoves),
            (None, None) => Ok(Transcript { record: start.clone(), stopped: None, is_turned: false }),
        }
    }
}

/// Plays the moves at the beginning of a text.
fn play(tokens: &[Token], mut record: Record) -> Transcript {
    // Number of skipped players whose passes have not appeared yet.
    let mut skipped = Position::opening_passes(Arc::clone(record.variant())).len();
    let mut number = 1;
    let mut is_numbered = false;
    let mut stopped = None;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        let to_move = record.position().to_move();
        let written = match token {
            Token::Number(written) => {
                is_numbered |= is_number_of(*written, number);
                continue;
            }
            Token::Word(_) if number == 1 || to_move.is_none() => break,
            Token::Word(word) => {
                let rest = &tokens[at..];
                let Some(next) = rest.iter().position(Token::is_move) else { break };
                let is_told = |token: &Token| matches!(token, Token::Number(written) if is_number_of(*written, number));
                if is_numbered || rest[..next].iter().any(is_told) {
                    at += next;
                    continue;
                }
                Err(TranscriptError::Words { number, text: beginning(word) })
            }
            // After the end of a game, text that is not even a square does not belong to it.
            Token::Broken(_) if to_move.is_none() => break,
            Token::Broken(text) => {
                let error = ParseSquareError((*text).to_owned());
                Err(MoveListError::NotASquare { number, error }.into())
            }
            Token::Square(square) => {
                let illegal = |error| MoveListError::Illegal { number, square: *square, error };
                let played = to_move
                    .ok_or(PlayError::GameOver)
                    .and_then(|player| record.play(player, *square).map(|turn| turn.passes.len()));
                played.map_err(|error| illegal(error).into())
            }
            Token::Pass if record.variant().free_pass() => {
                let illegal = |error| MoveListError::IllegalPass { number, error };
                let passed = to_move.ok_or(PlayError::GameOver);
                let passed = passed.and_then(|player| record.pass(player).map(|turn| turn.passes.len()));
                passed.map_err(|error| illegal(error).into())
            }
            Token::Pass => match to_move {
                Some(player) if skipped == 0 => Err(TranscriptError::MustMove { number, player }),
                _ => Ok(skipped.saturating_sub(1)),
            },
        };
        match written {
            Ok(passes) => skipped = passes,
            Err(error) => {
                stopped = Some(error);
                break;
            }
        }
        number += 1;
        is_numbered = false;
    }
    Transcript { record, stopped, is_turned: false }
}

/// Returns whether a number announces this move, numbered one by one or in pairs.
const fn is_number_of(written: usize, number: usize) -> bool {
    written == number || written == number.div_ceil(2)
}

/// Words among the moves to ignore: the players, "move" and "seconds".
const IGNORED: [&str; 12] = ["black", "white", "b", "w", "s", "move", "黒", "白", "第", "手", "手目", "番"];

/// Splits off the first move of a word: a letter and digits, or a pass, to which a square may be attached.
fn first_move(word: &str) -> Option<(Token<'_>, &str)> {
    let letter = word.chars().next()?.len_utf8();
    let digits = word[letter..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(word.len() - letter);
    let (square, after) = word.split_at(letter + digits);
    if digits > 0 {
        return Some((square.parse().map_or(Token::Broken(square), Token::Square), after));
    }
    // The longest word for a pass at its beginning.
    let is_pass = |word: &str| matches!(word.parse(), Ok(ReportedMove::Pass));
    let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let end = ends.take(MAX_PASS_LETTERS).filter(|end| is_pass(&word[..*end])).last()?;
    Some((Token::Pass, &word[end..]))
}

/// Number of letters of the longest word for a pass.
const MAX_PASS_LETTERS: usize = 4;
