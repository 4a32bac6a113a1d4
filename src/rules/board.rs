//! The board: its squares and the discs on them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::format::MAX_PLACEMENTS;
use super::square::{CODES, ROW_STRIDE};
use super::{ByPlayer, Direction, Disc, Placement, Player, Square, SquareSet};

/// Contents of one place of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Not a square.
    Hole,
    /// A square without a disc.
    Empty,
    /// A square with a disc.
    Occupied(Disc),
}

impl Cell {
    /// All cells, in the order in which error messages list their letters.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Hole, Self::Empty].into_iter().chain(Disc::ALL.map(Self::Occupied))
    }

    /// Letter in board texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Hole => '#',
            Self::Empty => '.',
            Self::Occupied(disc) => disc.letter(),
        }
    }

    /// Reads a letter of a board text, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::all().find(|cell| cell.letter().eq_ignore_ascii_case(&letter))
    }
}

/// A board of any shape within 26 x 26, its discs, and the players whose discs turn.
///
/// The text form has one line a row: `#` for a hole, `.` for an empty square, and a letter for a disc. It does not say
/// whose discs turn; a board read from text uses [`Board::TURNING_BY_DEFAULT`].
///
/// ```
/// # use irogaeshi::rules::{Board, Player};
/// let board: Board = ".WAB".parse().unwrap();
/// let legal = board.legal_squares(Player::Black);
/// assert_eq!(legal.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["a1"]);
/// assert_eq!(board.to_string(), ".WAB\n");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    columns: u8,
    rows: u8,
    /// Contents by code of the square.
    cells: [Cell; CODES],
    turning: ByPlayer<bool>,
}

/// Error from reading a [`Board`]. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text has no rows.
    #[error("the board has no rows")]
    NoRows,
    /// More rows than a board can have.
    #[error("the board has more than {} rows", Square::MAX_SIDE)]
    TooManyRows,
    /// A row is longer than [`Square::MAX_SIDE`].
    #[error("row {row} of the board is longer than {} squares", Square::MAX_SIDE)]
    RowTooLong {
        /// The row, from 1.
        row: usize,
    },
    /// A row differs in length from the first.
    #[error("row {row} of the board has {found} squares, but the first has {expected}")]
    RowLength {
        /// The row, from 1.
        row: usize,
        /// Length of this row.
        found: usize,
        /// Length of the first row.
        expected: usize,
    },
    /// A letter with no meaning in board texts.
    #[error("row {row}, column {column} of the board: '{letter}' is none of # . B W A C Y G R")]
    UnknownLetter {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The unknown letter.
        letter: char,
    },
    /// The board consists of holes only.
    #[error("the board has no squares")]
    NoSquares,
    /// A game on the board could be too long to keep.
    #[error("the board has more than {most} bombs")]
    TooManyBombs {
        /// Maximum number of bombs on a board of this size.
        most: usize,
    },
}

impl BoardError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoRows => "no-rows",
            Self::TooManyRows => "too-many-rows",
            Self::RowTooLong { .. } => "row-too-long",
            Self::RowLength { .. } => "row-length",
            Self::UnknownLetter { .. } => "unknown-letter",
            Self::NoSquares => "no-squares",
            Self::TooManyBombs { .. } => "too-many-bombs",
        }
    }
}

impl Board {
    /// Players whose discs turn by default: Black, White and Ash.
    pub const TURNING_BY_DEFAULT: ByPlayer<bool> = ByPlayer::new([true, true, true, false, false]);

    /// Reads a board from its rows.
    ///
    /// # Errors
    /// Any [`BoardError`].
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, BoardError> {
        let mut cells = [Cell::Hole; CODES];
        let mut columns = 0;
        let mut row_count = 0;
        for (row, text) in rows.into_iter().enumerate() {
            let length = text.chars().count();
            if row >= usize::from(Square::MAX_SIDE) {
                return Err(BoardError::TooManyRows);
            }
            if length > usize::from(Square::MAX_SIDE) {
                return Err(BoardError::RowTooLong { row: row + 1 });
            }
            if row == 0 {
                columns = length;
            } else if length != columns {
                return Err(BoardError::RowLength { row: row + 1, found: length, expected: columns });
            }
            for (column, letter) in text.chars().enumerate() {
                let cell = Cell::from_letter(letter).ok_or(BoardError::UnknownLetter {
                    row: row + 1,
                    column: column + 1,
                    letter,
                })?;
                cells[row * usize::from(ROW_STRIDE) + column] = cell;
            }
            row_count = row + 1;
        }
        if row_count == 0 {
            return Err(BoardError::NoRows);
        }
        if cells.iter().all(|cell| *cell == Cell::Hole) {
            return Err(BoardError::NoSquares);
        }
        let most = max_bombs(columns, row_count);
        if cells.iter().filter(|cell| matches!(cell, Cell::Occupied(disc) if disc.is_bomb())).count() > most {
            return Err(BoardError::TooManyBombs { most });
        }
        Ok(Self { columns: columns as u8, rows: row_count as u8, cells, turning: Self::TURNING_BY_DEFAULT })
    }

    /// Returns the board with another set of players whose discs turn.
    #[must_use]
    pub const fn with_turning(self, turning: ByPlayer<bool>) -> Self {
        Self { turning, ..self }
    }

    /// Players whose discs take the mover's colour when captured.
    #[must_use]
    pub const fn turning(&self) -> &ByPlayer<bool> {
        &self.turning
    }

    /// Returns whether this disc takes the mover's colour when captured. Green and red discs never do.
    #[must_use]
    pub fn turns(&self, disc: Disc) -> bool {
        disc.player().is_some_and(|owner| self.turning[owner])
    }

    /// Width in columns, holes included.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Height in rows, holes included.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Contents of a place; [`Cell::Hole`] beyond the edge.
    #[must_use]
    pub const fn cell(&self, square: Square) -> Cell {
        self.cells[square.code() as usize]
    }

    /// Returns whether the board has this square.
    #[must_use]
    pub fn has(&self, square: Square) -> bool {
        self.cell(square) != Cell::Hole
    }

    /// Disc on a square; `None` on an empty square or a hole.
    #[must_use]
    pub const fn disc(&self, square: Square) -> Option<Disc> {
        match self.cell(square) {
            Cell::Occupied(disc) => Some(disc),
            Cell::Hole | Cell::Empty => None,
        }
    }

    /// Iterates over all squares but the holes, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.places().filter(|square| self.has(*square))
    }

    /// Iterates over the empty squares, in reading order.
    pub fn empties(&self) -> impl Iterator<Item = Square> {
        self.places().filter(|square| self.cell(*square) == Cell::Empty)
    }

    /// Number of discs of a kind.
    #[must_use]
    pub fn count(&self, disc: Disc) -> u16 {
        self.cells.iter().filter(|cell| **cell == Cell::Occupied(disc)).count() as u16
    }

    /// Squares on which a player can place a disc.
    #[must_use]
    pub fn legal_squares(&self, player: Player) -> SquareSet {
        self.empties().filter(|square| self.is_legal(player, *square)).collect()
    }

    /// Returns whether the player has a legal move.
    #[must_use]
    pub fn can_play(&self, player: Player) -> bool {
        self.empties().any(|square| self.is_legal(player, square))
    }

    /// Returns whether the player can place a disc on this square.
    #[must_use]
    pub fn is_legal(&self, player: Player, square: Square) -> bool {
        self.cell(square) == Cell::Empty
            && Direction::ALL.into_iter().any(|direction| self.captured_towards(player, square, direction) > 0)
    }

    /// Effect of placing a disc; `None` if the move is illegal.
    #[must_use]
    pub fn placement(&self, player: Player, square: Square) -> Option<Placement> {
        if self.cell(square) != Cell::Empty {
            return None;
        }
        let captured = Direction::ALL.map(|direction| self.captured_towards(player, square, direction));
        let explodes = || {
            Placement::new(player, square, captured, false)
                .captured()
                .any(|square| self.disc(square).is_some_and(Disc::is_bomb))
        };
        captured.iter().any(|count| *count > 0).then(|| Placement::new(player, square, captured, explodes()))
    }

    /// Number of discs captured in one direction: those between the square and the flanker.
    ///
    /// The flanker is the player's first disc behind an unbroken run of others or, without one, the farthest wild disc
    /// of that run.
    fn captured_towards(&self, player: Player, square: Square, direction: Direction) -> u8 {
        let own = player.disc();
        let mut passed = 0;
        let mut before_wild = 0;
        let mut place = square;
        while let Some(next) = place.step(direction) {
            match self.disc(next) {
                None => break,
                Some(disc) if disc == own => return passed,
                Some(disc) if disc.is_wild() => before_wild = passed,
                Some(_) => {}
            }
            passed += 1;
            place = next;
        }
        before_wild
    }

    /// Carries out a placement that [`Board::placement`] found on this same board.
    pub(super) fn place(&mut self, placement: &Placement) {
        if placement.explodes() {
            for square in placement.captured().chain(placement.flankers()) {
                self.cells[square.code() as usize] = Cell::Empty;
            }
        } else {
            let own = Cell::Occupied(placement.player().disc());
            self.cells[placement.square().code() as usize] = own;
            for square in placement.captured() {
                if self.disc(square).is_some_and(|disc| self.turns(disc)) {
                    self.cells[square.code() as usize] = own;
                }
            }
        }
    }

    /// Replaces the contents of one of the board's squares.
    pub(super) const fn set(&mut self, square: Square, cell: Cell) {
        self.cells[square.code() as usize] = cell;
    }

    /// Returns whether both boards have the same squares, whatever discs they hold.
    #[must_use]
    pub fn has_squares_of(&self, other: &Self) -> bool {
        self.columns == other.columns && self.rows == other.rows && self.squares().eq(other.squares())
    }

    /// Contents of every place of the grid, holes included, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.places().map(|square| self.cell(square))
    }

    fn places(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).filter_map(move |column| Square::new(column, row)))
    }

    /// Rows as text, top to bottom.
    pub fn row_texts(&self) -> impl Iterator<Item = String> {
        (0..self.rows).map(|row| {
            (0..self.columns)
                .filter_map(|column| Square::new(column, row))
                .map(|square| self.cell(square).letter())
                .collect()
        })
    }
}

/// Maximum number of bombs on a board of this size, so that no game has more than [`MAX_PLACEMENTS`].
///
/// Each explosion removes a bomb and at most the other discs on the lines through one square. Every other placed disc
/// stays, or is removed like this.
fn max_bombs(columns: usize, rows: usize) -> usize {
    let squares = columns * rows;
    let on_lines = (columns - 1) + (rows - 1) + 2 * (columns.min(rows) - 1);
    let longest_games = (1..=squares).scan(squares, |longest, bombs| {
        *longest += 1 + on_lines.saturating_sub(1).min(squares - bombs);
        Some(*longest)
    });
    longest_games.take_while(|longest| *longest <= MAX_PLACEMENTS).count()
}

impl FromStr for Board {
    type Err = BoardError;

    /// Reads one row from each line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_rows(text.lines())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.row_texts().try_for_each(|row| writeln!(formatter, "{row}"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
