//! Texts with several games or positions: archives in GGF, PGN, SGF or JSON, and lists with one a line.

use serde::de::IgnoredAny;

use super::comment::without_mark;
use super::json_objects::json_objects;
use super::othello_quest::quest_games;
use super::pgn::pgn_games;
use super::sgf_tree::sgf_games;
use super::text_kind::{TextKind, is_position_line};
use super::transcript::looks_like_moves;
use super::{AnyText, AnyTextError, Diagram, Reading, Transcript, is_comment, read_transcript};

/// One of the games of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePart<'a> {
    /// Line on which it begins, from 1.
    pub line: usize,
    /// Its text.
    pub text: &'a str,
}

/// Splits a text into its games; returns the whole text if it does not hold several.
///
/// ```
/// use irogaeshi::notation::games_in;
///
/// let archive = "2 (;GM[Othello]B[F5];)(;GM[Othello]B[D3];)";
/// let texts = |text: &'static str| games_in(text).into_iter().map(|part| part.text).collect::<Vec<_>>();
/// assert_eq!(texts(archive), ["(;GM[Othello]B[F5];)", "(;GM[Othello]B[D3];)"]);
/// assert_eq!(texts("f5d6c3\nf5f6e6"), ["f5d6c3", "f5f6e6"]);
/// assert_eq!(texts("f5d6\nc3"), ["f5d6\nc3"]);
/// ```
#[must_use]
pub fn games_in(text: &str) -> Vec<GamePart<'_>> {
    let text = without_mark(text);
    let games = match TextKind::of(text) {
        Some(TextKind::GameRecord) => json_games(text),
        Some(TextKind::Ggf) => ggf_games(text),
        Some(TextKind::Pgn) => pgn_games(text),
        Some(TextKind::Sgf) => sgf_games(text),
        Some(TextKind::OthelloQuest) => json_games(text).into_iter().flat_map(quest_games).collect(),
        Some(TextKind::Diagram) => position_lines(text),
        Some(TextKind::Transcript) => transcript_lines(text),
        None if text.len() > AnyText::MAX_BYTES => long_list(text),
        _ => Vec::new(),
    };
    if games.len() <= 1 {
        return vec![GamePart { line: 1, text }];
    }
    let (mut line, mut counted) = (1, 0);
    let part = |game: &'_ str| {
        let begin = game.as_ptr().addr() - text.as_ptr().addr();
        line += text[counted..begin].matches('\n').count();
        counted = begin;
        line
    };
    let lines: Vec<usize> = games.iter().copied().map(part).collect();
    lines.into_iter().zip(games).map(|(line, text)| GamePart { line, text }).collect()
}

/// Everything that is readable in a text with one game or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// Readable games, boards and positions, each with the line on which it begins, from 1.
    pub found: Vec<(usize, Reading)>,
    /// The line of each game that cannot be read, and why.
    pub unread: Vec<(usize, AnyTextError)>,
}

impl Collection {
    /// Reads each game of a text by itself, so that an unreadable one does not hinder the others.
    ///
    /// ```
    /// use irogaeshi::notation::Collection;
    ///
    /// let list = Collection::read("f5d6c3\nf6f5e4\nf5f6e6\n");
    /// assert_eq!(list.found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3]);
    /// assert_eq!(list.unread[0].0, 2);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut collection = Self { found: Vec::new(), unread: Vec::new() };
        for GamePart { line, text } in games_in(text) {
            match Reading::of(text) {
                Ok(reading) => collection.found.push((line, reading)),
                Err(error) => collection.unread.push((line, error)),
            }
        }
        collection
    }
}

/// JSON objects: one a line, or else wherever they begin.
fn json_games(text: &str) -> Vec<&str> {
    let lines = json_lines(text);
    if lines.len() > 1 { lines } else { json_objects(text) }
}

/// Lines of a text with a JSON object on each. A single object may contain line breaks too; then neither the first nor
/// the last line is an object.
fn json_lines(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_object = |line: &&&str| line.starts_with('{') && serde_json::from_str::<IgnoredAny>(line).is_ok();
    if lines.first().filter(is_object).or(lines.last().filter(is_object)).is_some() { lines } else { Vec::new() }
}

fn ggf_games(text: &str) -> Vec<&str> {
    let begins: Vec<usize> =
        text.match_indices("(;").map(|(at, _)| at).filter(|at| is_between_games(&text[..*at])).collect();
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(begin, end)| without_number(&text[*begin..end])).collect()
}

/// Returns whether a game can begin after this text, because a comment inside a game may contain "(;" too.
fn is_between_games(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    without_number(line).is_empty() || without_number(before).ends_with(";)")
}

/// Removes the number at the end, which announces the number of further games in a GGF archive.
fn without_number(text: &str) -> &str {
    text.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter.is_whitespace())
}

/// Lines with something other than comments.
fn lines_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line))
}

/// Lines with a position of 64 squares each.
fn position_lines(text: &str) -> Vec<&str> {
    lines_in(text).filter(|line| is_position_line(line)).collect()
}

/// Lines with the moves of a game each; none if the text is a single game, which may go on from line to line.
fn transcript_lines(text: &str) -> Vec<&str> {
    let start = || Diagram::start().variant();
    let lines: Vec<&str> = lines_in(text).filter(|line| looks_like_moves(line)).collect();
    let plies = |read: &Transcript| read.record.ply();
    let games = || lines.iter().filter_map(|line| read_transcript(line, start()).ok());
    // A line on which a single game goes on seldom begins with moves from the start.
    let readable = games().filter(|read| plies(read) > 2 || read.stopped.is_none() && plies(read) > 0);
    if lines.len() < 2 || readable.take(2).count() < 2 {
        return Vec::new();
    }
    let longest = || games().map(|read| plies(&read)).max().unwrap_or_default();
    let goes_on = text.len() <= AnyText::MAX_BYTES
        && read_transcript(text, start()).is_ok_and(|whole| whole.stopped.is_none() && plies(&whole) > longest());
    if goes_on { Vec::new() } else { lines }
}

/// Lines of a list that is longer than any single text.
fn long_list(text: &str) -> Vec<&str> {
    match lines_in(text).next() {
        Some(first) if is_position_line(first) => position_lines(text),
        _ => transcript_lines(text),
    }
}
