//! Recognises the kind of a text.

use std::fmt;

use super::bitboard_text::find_bitboards;
use super::comment::{split_comments, without_mark};
use super::diagram::Content;
use super::drawn_board::DrawnBoard;
use super::fen::Fen;
use super::json_objects::first_object;
use super::move_grid::MoveGrid;
use super::othello_quest::is_othello_quest;
use super::pgn::is_tag;
use super::sgf_tree::MainLine;
use super::transcript::{holds_transcript, is_no_accident};
use super::{Diagram, GameLink, read_transcript};
use crate::rules::{Variant, VariantProblem};

/// Kinds of text that are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextKind {
    /// A variant.
    Variant,
    /// A record: a variant and its moves.
    Record,
    /// A [`GameRecord`](super::GameRecord) as JSON.
    GameRecord,
    /// A game in the Generic Game Format (GGF).
    Ggf,
    /// A position of 64 squares, possibly with scores of its moves.
    Diagram,
    /// Moves such as `F5D6C3` from the usual start.
    Transcript,
    /// A game in Portable Game Notation (PGN).
    Pgn,
    /// A game in the Smart Game Format (SGF).
    Sgf,
    /// A game of Othello Quest as JSON, or a list of them.
    OthelloQuest,
    /// A position in the notation of chess (FEN).
    Fen,
    /// A position as two hexadecimal numbers.
    Bitboards,
    /// A game as a board of move numbers.
    Grid,
    /// A [`GameLink`], also among words.
    GameLink,
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
            Self::Fen => "a position in FEN",
            Self::Bitboards => "a position as two hexadecimal numbers",
            Self::Grid => "a grid of move numbers",
            Self::GameLink => "a link to a game",
        })
    }
}

impl TextKind {
    /// Recognises the kind of a text; `None` if it is unknown.
    ///
    /// A distinctive beginning decides at once. The text of a board has both players and squares. Otherwise a playable
    /// game is tried first, then a position, and last a text that merely resembles a board.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        // The end of an address alone looks like a comment.
        if text.trim_start().starts_with(GameLink::MARK) && GameLink::is_in(text) {
            return Some(Self::GameLink);
        }
        let (_, text) = split_comments(without_mark(text));
        let text = text.trim();
        if let Some(object) = first_object(text) {
            return Some(if is_othello_quest(object) { Self::OthelloQuest } else { Self::GameRecord });
        }
        // GGF files of several games begin with their number.
        let unnumbered = text.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
        if unnumbered.starts_with("(;") || is_sgf(unnumbered) {
            return Some(if is_sgf(unnumbered) { Self::Sgf } else { Self::Ggf });
        }
        let first = text.lines().next()?;
        if is_tag(first) {
            return Some(Self::Pgn);
        }
        if GameLink::is_in(text) {
            return Some(Self::GameLink);
        }
        // Only archives of games may be larger.
        if text.len() > Variant::MAX_BYTES {
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
        if Fen::find(text).is_some() {
            return Some(Self::Fen);
        }
        if find_bitboards(text).is_some() {
            return Some(Self::Bitboards);
        }
        if MoveGrid::find(text).is_some() {
            return Some(Self::Grid);
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
pub(super) fn has_key(line: &str, key: &str) -> bool {
    line.split_once(':').is_some_and(|(word, _)| word.trim() == key)
}

/// Returns whether a text is a game in SGF, which numbers the games; Othello is 2.
fn is_sgf(text: &str) -> bool {
    let line = MainLine::of(text);
    let value = |name| line.as_ref()?.value(name);
    let is_number = |value: &str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    value("GM").is_some_and(is_number) || value("GM").is_none() && value("FF").is_some_and(is_number)
}

/// Returns whether a line is a whole position of 64 squares.
pub(super) fn is_position_line(line: &str) -> bool {
    let squares = line.split(';').next().unwrap_or_default();
    is_diagram(squares) && squares.chars().filter(|letter| !letter.is_whitespace()).count() >= 64
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
