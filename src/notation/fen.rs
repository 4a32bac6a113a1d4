//! Positions of 8 x 8 squares in the Forsyth–Edwards notation (FEN) of chess, with pawns as discs.
//!
//! Edax writes black discs as `p`, and `b` or `w` for the player to move. The site Play Strategy and chess engines
//! write the first player's as `P` and that player as `w`, often with the discs in hand.

use super::Diagram;
use crate::rules::{Cell, Disc, Player};

/// A position found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fen {
    /// Position, with Black to move if the text does not say.
    pub(super) position: Diagram,
    /// True if the text names the player to move.
    pub(super) says_mover: bool,
}

const SIDE: usize = 8;

/// Number of discs of the usual start.
const STARTING_DISCS: usize = 4;

/// Squares d4, e4, d5 and e5 with `p` for Black.
const USUAL_MIDDLE: [(usize, char); STARTING_DISCS] = [(27, 'P'), (28, 'p'), (35, 'p'), (36, 'P')];

impl Fen {
    /// Finds the first position in a text.
    pub(super) fn find(text: &str) -> Option<Self> {
        let mut words = text.split(|letter: char| letter.is_whitespace() || "\"'(),;".contains(letter)).peekable();
        while let Some(word) = words.next() {
            if let Some((squares, has_hand)) = read_squares(word) {
                let mover = words.find(|word| !word.is_empty()).filter(|word| ["b", "w"].contains(word));
                return Self::of(&squares, has_hand, mover);
            }
        }
        None
    }

    fn of(squares: &[char], has_hand: bool, mover: Option<&str>) -> Option<Self> {
        let is_at = |(at, letter): (usize, char)| squares[at] == letter;
        let is_start = squares.iter().filter(|letter| **letter != EMPTY).count() == STARTING_DISCS;
        // Only the usual start says by itself which discs are black.
        let starts = |is_swapped: bool| {
            let swapped = |(at, letter)| (at, if is_swapped { other(letter) } else { letter });
            is_start && USUAL_MIDDLE.into_iter().map(swapped).all(is_at)
        };
        let is_of_first_player = starts(true) || has_hand && !starts(false);
        let is_black_to_move = match mover {
            Some("w") => is_of_first_player,
            // Some programs of the other kind call Black by its colour at the start.
            Some(_) => !is_of_first_player || starts(true),
            None => true,
        };
        let black = if is_of_first_player { 'P' } else { 'p' };
        let letter = |letter: &char| match *letter {
            EMPTY => '-',
            disc if disc == black => 'X',
            _ => 'O',
        };
        let squares: String = squares.iter().map(letter).collect();
        let position = format!("{squares} {}", if is_black_to_move { 'X' } else { 'O' }).parse().ok()?;
        Some(Self { position, says_mover: mover.is_some() })
    }
}

const EMPTY: char = '.';

const fn other(letter: char) -> char {
    if letter == 'P' { 'p' } else { 'P' }
}

/// Squares of a word in reading order, and whether discs in hand follow them.
fn read_squares(word: &str) -> Option<(Vec<char>, bool)> {
    let (board, bracket) = word.split_once('[').map_or((word, None), |(board, hand)| (board, Some(hand)));
    let mut rows = board.split('/');
    let mut squares = Vec::new();
    for row in rows.by_ref().take(SIDE) {
        let before = squares.len();
        for letter in row.chars() {
            match letter {
                'P' | 'p' => squares.push(letter),
                '1'..='8' => squares.extend(std::iter::repeat_n(EMPTY, letter.to_digit(10)? as usize)),
                _ => return None,
            }
        }
        if squares.len() != before + SIDE {
            return None;
        }
    }
    let is_hand = |text: &str| text.chars().all(|letter| "Pp]".contains(letter));
    let hand = bracket.or_else(|| rows.next());
    let is_whole = squares.len() == SIDE * SIDE && rows.next().is_none() && hand.is_none_or(is_hand);
    is_whole.then_some((squares, hand.is_some_and(|hand| !hand.is_empty())))
}

/// Position in FEN as Edax writes it.
pub(super) fn fen_of(position: &Diagram) -> String {
    let cells: Vec<Cell> = position.board().cells().collect();
    let rows = cells.chunks(SIDE).map(|row| {
        let mut text = String::new();
        let mut empties = 0;
        for cell in row.iter().map(Some).chain([None]) {
            let disc = match cell {
                Some(Cell::Occupied(Disc::Black)) => "p",
                Some(Cell::Occupied(_)) => "P",
                Some(_) => {
                    empties += 1;
                    continue;
                }
                None => "",
            };
            if empties > 0 {
                text.push_str(&empties.to_string());
                empties = 0;
            }
            text.push_str(disc);
        }
        text
    });
    let mover = if position.to_move() == Player::Black { 'b' } else { 'w' };
    format!("{} {mover} - - 0 1", rows.collect::<Vec<_>>().join("/"))
}
