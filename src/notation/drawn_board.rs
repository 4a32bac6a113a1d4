//! Finds boards as people copy them: in brackets, with coordinates, among words, and often without the player to move.

use super::Diagram;
use super::diagram::Content;
use super::word::{Piece, narrow, pieces};

/// A board found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawnBoard {
    /// Position, with Black to move if the text does not say.
    pub(super) position: Diagram,
    /// True if the text names the player to move.
    pub(super) says_mover: bool,
}

const SQUARES: usize = 64;

impl DrawnBoard {
    /// Finds the first board in a text: 64 consecutive squares, or eight rows of eight, with or without blanks between.
    pub(super) fn find(text: &str) -> Option<Self> {
        let text = narrow(text);
        let mut groups: Vec<&str> = Vec::new();
        for line in text.lines().filter(|line| !is_edge(line)) {
            for group in line.split(is_frame).map(without_number).filter(|group| !group.is_empty()) {
                if group.chars().all(|letter| Content::of(letter).is_some()) {
                    groups.push(group);
                } else if let Some(found) = Self::of_groups(&groups, &text) {
                    return Some(found);
                } else {
                    groups.clear();
                }
            }
        }
        Self::of_groups(&groups, &text)
    }

    /// Board at the beginning of consecutive groups of squares.
    fn of_groups(groups: &[&str], text: &str) -> Option<Self> {
        let length = |group: &&str| group.chars().count();
        let mut squares = 0;
        let count = 1 + groups.iter().position(|group| {
            squares += length(group);
            squares >= SQUARES
        })?;
        let rest = &groups[count..];
        // A ninth row may be a line above the board, so the start of the board is ambiguous.
        let widest = groups[..count].iter().map(length).max()?;
        if widest < SQUARES && rest.first().is_some_and(|next| length(next) == widest && widest > 1) {
            return None;
        }
        let mut letters: Vec<char> = groups[..count].iter().flat_map(|group| group.chars()).collect();
        let glued = letters.split_off(SQUARES);
        let is_disc = |letter: &char| matches!(Content::of(*letter), Some(Content::Black | Content::White));
        let reported = match &glued[..] {
            [] => rest.first().filter(|next| length(next) == 1).and_then(|next| next.chars().next()),
            [mover] if is_disc(mover) => Some(*mover),
            _ => return None,
        };
        let mover = reported.filter(is_disc).or_else(|| mover_in_words(text));
        letters.push(mover.unwrap_or('X'));
        let position = letters.into_iter().collect::<String>().parse().ok()?;
        Some(Self { position, says_mover: mover.is_some() })
    }
}

/// Returns whether a line names the columns.
fn is_edge(line: &str) -> bool {
    let letters = line.chars().filter(char::is_ascii_alphabetic);
    letters.map(|letter| letter.to_ascii_lowercase()).eq('a'..='h')
}

/// Returns whether a character can frame squares.
fn is_frame(letter: char) -> bool {
    letter.is_whitespace() || "[](){}|:;,\"'/<>=│┃\u{FE0E}\u{FE0F}".contains(letter)
}

/// Removes a row number, or the number of the board's size, next to squares.
fn without_number(group: &str) -> &str {
    group.trim_matches(|letter: char| letter.is_ascii_digit())
}

/// Finds the player to move in words such as "White to move", "Black's turn" or 「黒番」.
fn mover_in_words(text: &str) -> Option<char> {
    let words: Vec<String> = pieces(text)
        .filter_map(|piece| match piece {
            Piece::Word(word) => Some(word.to_lowercase()),
            Piece::Between(_) => None,
        })
        .collect();
    let player = |word: Option<&String>| match word?.as_str() {
        "black" | "x" | "b" | "黒" => Some('X'),
        "white" | "o" | "w" | "白" => Some('O'),
        _ => None,
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let before = |by: usize| player(at.checked_sub(by).and_then(|at| words.get(at)));
        match word.as_str() {
            "move" | "play" if at > 0 && words[at - 1] == "to" => before(2).or_else(|| player(words.get(at + 1))),
            "turn" => {
                before(1).or_else(|| before(2).filter(|_| words[at - 1] == "s")).or_else(|| player(words.get(at + 1)))
            }
            "手番" => player(words.get(at + 1)),
            _ if ["黒番", "黒の番", "黒の手番"].iter().any(|turn| word.starts_with(turn)) => Some('X'),
            _ if ["白番", "白の番", "白の手番"].iter().any(|turn| word.starts_with(turn)) => Some('O'),
            _ => None,
        }
    })
}
