//! Squares of the largest board, their names, and the eight directions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A square of the 26 x 26 grid that contains every board, counted from the upper left.
///
/// Squares are ordered row by row, left to right. Players name a square by a letter for the column and a number for the
/// row.
///
/// ```
/// # use irogaeshi::rules::Square;
/// let square: Square = "f5".parse().unwrap();
/// assert_eq!((square.column(), square.row()), (5, 4));
/// assert_eq!(square.to_string(), "f5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square(u16);

/// Distance of the codes of two rows: a power of two, so that column and row are found without division.
pub(super) const ROW_STRIDE: u16 = 32;
/// Codes are less than this.
pub(super) const CODES: usize = Square::MAX_SIDE as usize * ROW_STRIDE as usize;

/// Error from parsing a [`Square`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a square: a square is a letter from a to z and a number from 1 to 26, such as f5")]
pub struct ParseSquareError(pub String);

impl Square {
    /// Maximum side of a board: one column for each letter.
    pub const MAX_SIDE: u8 = 26;
    /// Number of squares of the largest board.
    pub const COUNT: usize = Self::MAX_SIDE as usize * Self::MAX_SIDE as usize;
    /// The first square.
    pub const A1: Self = Self(0);

    /// Square in a column and row, both from 0; `None` from [`Square::MAX_SIDE`] on.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < Self::MAX_SIDE && row < Self::MAX_SIDE {
            Some(Self(row as u16 * ROW_STRIDE + column as u16))
        } else {
            None
        }
    }

    /// Square in a column and row that are less than [`Square::MAX_SIDE`].
    pub(super) const fn at(column: u8, row: u8) -> Self {
        Self::from_code(row as u16 * ROW_STRIDE + column as u16)
    }

    /// Square with a [code](Self::code).
    pub(super) const fn from_code(code: u16) -> Self {
        debug_assert!((code as usize) < CODES && code % ROW_STRIDE < Self::MAX_SIDE as u16, "the code of a square");
        Self(code)
    }

    /// Number of the row times [`ROW_STRIDE`], plus the number of the column.
    pub(super) const fn code(self) -> u16 {
        self.0
    }

    /// Iterates over the squares of the grid, in reading order.
    pub fn all() -> impl Iterator<Item = Self> {
        let rows = 0..u16::from(Self::MAX_SIDE);
        rows.flat_map(|row| (0..u16::from(Self::MAX_SIDE)).map(move |column| Self(row * ROW_STRIDE + column)))
    }

    /// Index in reading order on the 26 x 26 grid, less than [`Square::COUNT`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.row() as usize * Self::MAX_SIDE as usize + self.column() as usize
    }

    /// Column, from 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.0 % ROW_STRIDE) as u8
    }

    /// Row, from 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 / ROW_STRIDE) as u8
    }

    /// Next square in a direction; `None` beyond the grid.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let next = STEPS[self.0 as usize][direction as usize];
        if next == BEYOND { None } else { Some(Self(next)) }
    }

    /// Letter of a column counted from 0.
    ///
    /// # Panics
    /// If the column is [`Square::MAX_SIDE`] or more.
    ///
    /// ```
    /// # use irogaeshi::rules::Square;
    /// assert_eq!(Square::column_letter(2), 'c');
    /// ```
    #[must_use]
    pub const fn column_letter(column: u8) -> char {
        assert!(column < Self::MAX_SIDE, "no board has so many columns");
        (b'a' + column) as char
    }
}

/// Entry of [`STEPS`] beyond the grid.
const BEYOND: u16 = u16::MAX;

/// Code of the next square by code and direction. Precomputed, because the rules spend nearly all their time
/// stepping.
static STEPS: [[u16; Direction::ALL.len()]; CODES] = {
    let mut steps = [[BEYOND; Direction::ALL.len()]; CODES];
    let mut code = 0;
    while code < CODES {
        let square = Square(code as u16);
        let mut turn = 0;
        while turn < Direction::ALL.len() {
            let (columns, rows) = Direction::ALL[turn].delta();
            let column = square.column().wrapping_add_signed(columns);
            let row = square.row().wrapping_add_signed(rows);
            if let Some(Square(next)) = Square::new(column, row) {
                steps[code][turn] = next;
            }
            turn += 1;
        }
        code += 1;
    }
    steps
};

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a name in either case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let mut characters = text.chars();
            let letter = characters.next()?.to_ascii_lowercase();
            let number = characters.as_str();
            if !letter.is_ascii_lowercase()
                || !number.bytes().all(|byte| byte.is_ascii_digit())
                || number.starts_with('0')
            {
                return None;
            }
            let column = letter as u8 - b'a';
            let row = number.parse::<u8>().ok()?.checked_sub(1)?;
            Self::new(column, row)
        };
        parse().ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}

impl TryFrom<String> for Square {
    type Error = ParseSquareError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", Self::column_letter(self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// One of the eight directions of capture, in the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// All eight directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Change of column and row for one step; rows grow downwards.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }
}
