//! Texts with several games: GGF or PGN files, or one match as JSON on each line.

use serde::de::IgnoredAny;

use super::any::{TextKind, without_mark};
use super::pgn::pgn_games;

/// Splits a text into its games; returns the whole text if it does not hold several.
///
/// ```
/// use irogaeshi::notation::games_in;
///
/// let archive = "2 (;GM[Othello]B[F5];)(;GM[Othello]B[D3];)";
/// assert_eq!(games_in(archive), ["(;GM[Othello]B[F5];)", "(;GM[Othello]B[D3];)"]);
/// assert_eq!(games_in("f5d6c3"), ["f5d6c3"]);
/// ```
#[must_use]
pub fn games_in(text: &str) -> Vec<&str> {
    let text = without_mark(text);
    let games = match TextKind::of(text) {
        Some(TextKind::GameRecord) => json_lines(text),
        Some(TextKind::Ggf) => ggf_games(text),
        Some(TextKind::Pgn) => pgn_games(text),
        _ => Vec::new(),
    };
    if games.len() > 1 { games } else { vec![text] }
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
