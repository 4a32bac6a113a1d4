//! Positions of reversi on 8 x 8 as 64 letters and the player to move.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::square_board::{final_lead, variant_from};
use crate::rules::{Board, Cell, Disc, Player, Position, Variant};

const SIDE: usize = 8;

/// Rows of the usual start, Black to move.
const START: [&str; SIDE] =
    ["........", "........", "........", "...WB...", "...BW...", "........", "........", "........"];

/// A position as text: the squares in reading order, then the player to move.
///
/// `X`, `x`, `*`, `B` and `●` are black discs, `O`, `o`, `W` and `○` white ones, and `-`, `.`, `_` and `□` empty
/// squares. The player to move follows, with or without spaces between.
///
/// ```
/// use irogaeshi::notation::Diagram;
/// let text = "---------------------------OX------XO--------------------------- X;";
/// let diagram: Diagram = text.parse().unwrap();
/// assert_eq!(diagram, Diagram::start());
/// assert_eq!(diagram.to_string(), "---------------------------OX------XO--------------------------- X");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// 8 x 8 squares without holes, with discs of Black and White only.
    board: Board,
    is_black_to_move: bool,
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
    ///
    /// # Panics
    /// Never: the usual start is a board.
    #[must_use]
    pub fn start() -> Self {
        Self { board: Board::from_rows(START).expect("8 rows of 8 squares"), is_black_to_move: true }
    }

    /// Diagram of a position; `None` unless Black and White play on 8 x 8 without holes.
    ///
    /// For a finished game, the first player counts as the player to move.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let variant = position.variant();
        let (board, players) = (position.board(), variant.players());
        let is_full = usize::from(board.columns()) == SIDE && board.squares().count() == SIDE * SIDE;
        if !is_full || !variant.is_for_two() || !players.contains(&Player::Black) || !players.contains(&Player::White) {
            return None;
        }
        let to_move = position.to_move().unwrap_or(players[0]);
        let board = board.clone().with_turning(Board::TURNING_BY_DEFAULT);
        Some(Self { board, is_black_to_move: to_move == Player::Black })
    }

    /// Board, of 8 x 8 squares.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Player to move, even if that player must pass.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        if self.is_black_to_move { Player::Black } else { Player::White }
    }

    /// Black's lead in discs at the end of the game, with the empty squares added to the winner's.
    #[must_use]
    pub fn final_lead(&self) -> i32 {
        final_lead(&self.board)
    }

    /// Variant that starts from this position; ordinary reversi for the usual start.
    #[must_use]
    pub fn variant(&self) -> Variant {
        variant_from(self.board.clone(), self.to_move())
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
        let (mut cells, mut has_discs) = (String::new(), false);
        let mut letters = squares.chars().filter(|letter| !letter.is_whitespace());
        for letter in letters.by_ref().take(SIDE * SIDE) {
            let content = Content::of(letter).ok_or(DiagramError::UnknownSquare(letter))?;
            has_discs |= content != Content::Empty;
            cells.push(content.cell().letter());
        }
        let count = cells.len();
        let rest: Vec<char> = letters.chain(to_move.into_iter().flat_map(str::chars)).collect();
        if count < SIDE * SIDE || rest.len() > 1 {
            return Err(DiagramError::SquareCount(count + rest.len().saturating_sub(1)));
        }
        if !has_discs {
            return Err(DiagramError::NoDiscs);
        }
        let to_move = rest.first().ok_or(DiagramError::NobodyToMove)?;
        let is_black_to_move = match Content::of(*to_move) {
            Some(Content::Black) => true,
            Some(Content::White) => false,
            _ => return Err(DiagramError::NobodyToMove),
        };
        let rows = (0..SIDE).map(|row| &cells[row * SIDE..][..SIDE]);
        let board = Board::from_rows(rows).expect("8 rows of 8 squares");
        Ok(Self { board, is_black_to_move })
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
            'X' | 'x' | '*' | 'B' | 'b' | '●' | '⚫' | '⬤' | '黒' => Some(Self::Black),
            'O' | 'o' | 'W' | 'w' | '○' | '◯' | '〇' | '⚪' | '白' => Some(Self::White),
            '-' | '.' | '_' | '·' | '・' | '□' => Some(Self::Empty),
            _ => None,
        }
    }

    const fn cell(self) -> Cell {
        match self {
            Self::Black => Cell::Occupied(Disc::Black),
            Self::White => Cell::Occupied(Disc::White),
            Self::Empty => Cell::Empty,
        }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.board.cells() {
            formatter.write_str(match cell {
                Cell::Occupied(Disc::Black) => "X",
                Cell::Occupied(_) => "O",
                Cell::Empty | Cell::Hole => "-",
            })?;
        }
        write!(formatter, " {}", if self.is_black_to_move { 'X' } else { 'O' })
    }
}
