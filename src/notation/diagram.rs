//! Positions of reversi on 8 x 8 as 64 letters and the player to move.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::cpu::classic::{Bitboards, Shape, bitboards_for_any_goal};
use crate::rules::{Board, Cell, Disc, Player, Position, Variant};

const SIDE: usize = 8;

/// A position as text: the squares in reading order, then the player to move.
///
/// `X`, `x`, `*`, `B` and `●` are black discs, `O`, `o`, `W` and `○` white ones, and `-`, `.`, `_` and `□` empty
/// squares. The player to move follows, with or without spaces between.
///
/// ```
/// use irogaeshi::cpu::classic::Bitboards;
/// use irogaeshi::notation::Diagram;
/// let text = "---------------------------OX------XO--------------------------- X;";
/// let diagram: Diagram = text.parse().unwrap();
/// assert_eq!(diagram.bitboards, Bitboards::START);
/// assert_eq!(diagram.to_string(), "---------------------------OX------XO--------------------------- X");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Position.
    pub bitboards: Bitboards,
    /// True if Black is to move.
    pub is_black_to_move: bool,
}

/// Error from parsing a [`Diagram`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The number of squares is not 64.
    #[error("{0} squares, but a position has 64")]
    SquareCount(usize),
    /// A character is not a square.
    #[error("'{0}' is not a square: X is a black disc, O a white one, - an empty square")]
    UnknownSquare(char),
    /// The player to move is missing.
    #[error("the player to move is missing: write X or O after the 64 squares")]
    NobodyToMove,
    /// The board has no discs.
    #[error("there is no disc on the board")]
    NoDiscs,
}

impl DiagramError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SquareCount(_) => "square-count",
            Self::UnknownSquare(_) => "unknown-square",
            Self::NobodyToMove => "nobody-to-move",
            Self::NoDiscs => "no-discs",
        }
    }
}

impl Diagram {
    /// Usual starting position.
    pub const START: Self = Self { bitboards: Bitboards::START, is_black_to_move: true };

    /// Diagram of a position; `None` unless Black and White play on 8 x 8 without holes.
    ///
    /// For a finished game, the first player counts as the player to move.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let (bitboards, shape) = bitboards_for_any_goal(position)?;
        let players = position.variant().players();
        let to_move = position.to_move().unwrap_or(players[0]);
        let is_usual = shape == Shape::FULL && players.contains(&Player::Black) && players.contains(&Player::White);
        is_usual.then_some(Self { bitboards, is_black_to_move: to_move == Player::Black })
    }

    /// Player to move, even if that player must pass.
    #[must_use]
    pub const fn to_move(self) -> Player {
        if self.is_black_to_move { Player::Black } else { Player::White }
    }

    /// Black's lead in discs at the end of the game, with the empty squares added to the winner's.
    #[must_use]
    pub const fn final_lead(self) -> i32 {
        let score = self.bitboards.final_score(Shape::FULL);
        if self.is_black_to_move { score } else { -score }
    }

    /// Variant that starts from this position; ordinary reversi for the usual start.
    #[must_use]
    pub fn variant(self) -> Variant {
        match Variant::classic(SIDE as u8) {
            Some(classic) if self == Self::START => classic,
            _ => self.variant_of_its_own(),
        }
    }

    fn variant_of_its_own(self) -> Variant {
        let players =
            if self.is_black_to_move { [Player::Black, Player::White] } else { [Player::White, Player::Black] };
        let rows: Vec<String> =
            (0..SIDE).map(|row| (0..SIDE).map(|column| self.cell(row * SIDE + column).letter()).collect()).collect();
        let board = Board::from_rows(rows.iter().map(String::as_str)).expect("8 rows of 8 squares");
        Variant::new("8 × 8", board, players.to_vec(), Vec::new(), players.to_vec()).expect("two players")
    }

    /// Contents of the square with this index in reading order.
    const fn cell(self, index: usize) -> Cell {
        let Bitboards { own, other } = self.bitboards;
        let (black, white) = if self.is_black_to_move { (own, other) } else { (other, own) };
        match (black >> index & 1, white >> index & 1) {
            (0, 0) => Cell::Empty,
            (0, _) => Cell::Occupied(Disc::White),
            _ => Cell::Occupied(Disc::Black),
        }
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().trim_end_matches(';').trim_end();
        let (squares, to_move) = match text.rsplit_once(char::is_whitespace) {
            Some((squares, to_move)) if to_move.chars().count() == 1 => (squares, Some(to_move)),
            _ => (text, None),
        };
        let (mut black, mut white, mut count) = (0_u64, 0_u64, 0);
        let mut letters = squares.chars().filter(|letter| !letter.is_whitespace());
        for letter in letters.by_ref().take(SIDE * SIDE) {
            match Content::of(letter).ok_or(DiagramError::UnknownSquare(letter))? {
                Content::Black => black |= 1 << count,
                Content::White => white |= 1 << count,
                Content::Empty => {}
            }
            count += 1;
        }
        let rest: Vec<char> = letters.chain(to_move.into_iter().flat_map(str::chars)).collect();
        if count < SIDE * SIDE || rest.len() > 1 {
            return Err(DiagramError::SquareCount(count + rest.len().saturating_sub(1)));
        }
        if black | white == 0 {
            return Err(DiagramError::NoDiscs);
        }
        let to_move = rest.first().ok_or(DiagramError::NobodyToMove)?;
        let is_black_to_move = match Content::of(*to_move) {
            Some(Content::Black) => true,
            Some(Content::White) => false,
            _ => return Err(DiagramError::NobodyToMove),
        };
        let (own, other) = if is_black_to_move { (black, white) } else { (white, black) };
        Ok(Self { bitboards: Bitboards { own, other }, is_black_to_move })
    }
}

/// Contents of a square, as a letter gives them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Black,
    White,
    Empty,
}

impl Content {
    pub(super) const fn of(letter: char) -> Option<Self> {
        match letter {
            'X' | 'x' | '*' | 'B' | 'b' | '●' | '⚫' | '黒' => Some(Self::Black),
            'O' | 'o' | 'W' | 'w' | '○' | '◯' | '⚪' | '白' => Some(Self::White),
            '-' | '.' | '_' | '·' | '・' | '□' => Some(Self::Empty),
            _ => None,
        }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..SIDE * SIDE {
            formatter.write_str(match self.cell(index) {
                Cell::Occupied(Disc::Black) => "X",
                Cell::Occupied(_) => "O",
                Cell::Empty | Cell::Hole => "-",
            })?;
        }
        write!(formatter, " {}", if self.is_black_to_move { 'X' } else { 'O' })
    }
}
