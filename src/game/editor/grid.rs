//! The grid of a draft: any size up to the largest, even with no square at all.

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Cell, Direction, Square, SquareSet};

/// The cells of a draft, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Grid {
    columns: u8,
    rows: u8,
    cells: Vec<Cell>,
}

impl Grid {
    /// A grid with the same cell everywhere.
    ///
    /// # Panics
    /// If a side is 0 or longer than [`Square::MAX_SIDE`].
    #[must_use]
    pub fn filled(columns: u8, rows: u8, cell: Cell) -> Self {
        let allowed = 1..=Square::MAX_SIDE;
        assert!(allowed.contains(&columns) && allowed.contains(&rows), "no board has {columns} x {rows} places");
        Self { columns, rows, cells: vec![cell; usize::from(columns) * usize::from(rows)] }
    }

    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// All places, in reading order.
    pub fn places(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).filter_map(move |column| Square::new(column, row)))
    }

    /// Returns whether the grid has this place.
    #[must_use]
    pub const fn has(&self, place: Square) -> bool {
        place.column() < self.columns && place.row() < self.rows
    }

    /// The cell at a place; [`Cell::Hole`] outside of the grid.
    #[must_use]
    pub fn cell(&self, place: Square) -> Cell {
        if self.has(place) { self.cells[self.index(place)] } else { Cell::Hole }
    }

    /// The places that are joined to this one side by side and are the same to `is_same`, itself first; empty outside
    /// of the grid.
    #[must_use]
    pub fn area(&self, place: Square, is_same: impl Fn(Square) -> bool) -> Vec<Square> {
        let mut area: Vec<Square> = Some(place).filter(|place| self.has(*place)).into_iter().collect();
        let mut met: SquareSet = area.iter().copied().collect();
        let mut next = 0;
        while let Some(from) = area.get(next).copied() {
            next += 1;
            for direction in [Direction::North, Direction::East, Direction::South, Direction::West] {
                if let Some(beside) = from.step(direction)
                    && self.has(beside)
                    && is_same(beside)
                    && !met.contains(beside)
                {
                    met.insert(beside);
                    area.push(beside);
                }
            }
        }
        area
    }

    /// Sets the cell at a place; does nothing outside of the grid.
    pub fn set(&mut self, place: Square, cell: Cell) {
        if self.has(place) {
            let index = self.index(place);
            self.cells[index] = cell;
        }
    }

    /// Replaces each cell with the result of `cell`.
    pub fn map(&mut self, cell: impl Fn(Cell) -> Cell) {
        self.cells.iter_mut().for_each(|here| *here = cell(*here));
    }

    /// A grid of another size, with the content kept in the middle as far as whole places allow.
    ///
    /// Adding and then removing a column or row changes nothing. Sides are clamped to the sizes of boards.
    #[must_use]
    pub fn resized(&self, columns: u8, rows: u8) -> Self {
        let (columns, rows) = (columns.clamp(1, Square::MAX_SIDE), rows.clamp(1, Square::MAX_SIDE));
        let mut resized = Self::filled(columns, rows, Cell::Empty);
        for place in self.places() {
            if let Some(target) = self.place_on(&resized, place) {
                resized.set(target, self.cell(place));
            }
        }
        resized
    }

    /// The place of a resized grid to which the content of this place has moved.
    #[must_use]
    pub fn place_on(&self, resized: &Self, place: Square) -> Option<Square> {
        let right = middle(resized.columns) - middle(self.columns);
        let down = middle(resized.rows) - middle(self.rows);
        let column = u8::try_from(i16::from(place.column()) + right).ok()?;
        let row = u8::try_from(i16::from(place.row()) + down).ok()?;
        Square::new(column, row)
    }

    /// The grid moved by one place; cells that leave at one side come in at the other.
    #[must_use]
    pub fn shifted(&self, direction: Direction) -> Self {
        let mut shifted = self.clone();
        for place in self.places() {
            if let Some(target) = self.place_beside(place, direction) {
                shifted.set(target, self.cell(place));
            }
        }
        shifted
    }

    /// The place to which [`Grid::shifted`] moves the content of this place.
    #[must_use]
    pub fn place_beside(&self, place: Square, direction: Direction) -> Option<Square> {
        let (right, down) = direction.delta();
        Square::new(wrapped(place.column(), right, self.columns), wrapped(place.row(), down, self.rows))
    }

    /// The rows in the letters of board texts.
    pub fn row_texts(&self) -> impl Iterator<Item = String> {
        self.cells.chunks(usize::from(self.columns)).map(|row| row.iter().map(|cell| cell.letter()).collect())
    }

    fn index(&self, place: Square) -> usize {
        usize::from(place.row()) * usize::from(self.columns) + usize::from(place.column())
    }
}

/// The place that stays when a side grows: for an even length, the right or lower one of the middle two.
fn middle(side: u8) -> i16 {
    i16::from(side / 2)
}

const fn wrapped(place: u8, by: i8, side: u8) -> u8 {
    (place as i16 + by as i16).rem_euclid(side as i16) as u8
}

impl From<&Board> for Grid {
    fn from(board: &Board) -> Self {
        let mut grid = Self::filled(board.columns(), board.rows(), Cell::Hole);
        for square in board.squares() {
            grid.set(square, board.cell(square));
        }
        grid
    }
}

impl From<Grid> for Vec<String> {
    fn from(grid: Grid) -> Self {
        grid.row_texts().collect()
    }
}

impl TryFrom<Vec<String>> for Grid {
    type Error = String;

    fn try_from(rows: Vec<String>) -> Result<Self, String> {
        let allowed = 1..=usize::from(Square::MAX_SIDE);
        let columns = rows.first().map_or(0, |row| row.chars().count());
        if !allowed.contains(&rows.len()) || !allowed.contains(&columns) {
            return Err(format!("a board cannot have {columns} x {} places", rows.len()));
        }
        if rows.iter().any(|row| row.chars().count() != columns) {
            return Err("the rows differ in length".to_owned());
        }
        let cells = rows
            .iter()
            .flat_map(|row| row.chars())
            .map(|letter| Cell::from_letter(letter).ok_or_else(|| format!("'{letter}' stands for nothing on a board")));
        Ok(Self { columns: columns as u8, rows: rows.len() as u8, cells: cells.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&str]) -> Grid {
        rows.iter().map(ToString::to_string).collect::<Vec<_>>().try_into().unwrap()
    }

    #[test]
    fn a_grid_grows_around_its_middle() {
        assert_eq!(grid(&["WB"]).resized(4, 3), grid(&["....", ".WB.", "...."]));
        assert_eq!(grid(&["BWB"]).resized(1, 1), grid(&["W"]));
        for side in 1..Square::MAX_SIDE {
            let drawn = grid(&vec!["R".repeat(side.into()).as_str(); side.into()]);
            assert_eq!(drawn.resized(side + 1, side + 1).resized(side, side), drawn, "from {side} on and back");
        }
    }

    #[test]
    fn a_grid_moves_around_its_rim() {
        let drawn = grid(&["#WB", "G.R"]);
        assert_eq!(drawn.shifted(Direction::East), grid(&["B#W", "RG."]));
        assert_eq!(drawn.shifted(Direction::North), grid(&["G.R", "#WB"]));
        assert_eq!(drawn.shifted(Direction::East).shifted(Direction::West), drawn);
    }

    #[test]
    fn an_area_is_joined_by_sides_alone() {
        let drawn = grid(&["..#.", "W.#.", ".#..", "...."]);
        let area_of = |place: Square| drawn.area(place, |other| drawn.cell(other) == drawn.cell(place));
        let area = |place: &str| {
            let mut names: Vec<String> = area_of(place.parse().unwrap()).iter().map(ToString::to_string).collect();
            assert_eq!(names.first().map(String::as_str), Some(place));
            names.sort();
            names.join(" ")
        };
        assert_eq!(area("b1"), "a1 b1 b2");
        assert_eq!(area("d1"), "a3 a4 b4 c3 c4 d1 d2 d3 d4");
        assert_eq!(area("c2"), "c1 c2");
        assert_eq!(area("b3"), "b3");
        assert!(area_of("e1".parse().unwrap()).is_empty());
        let full = Grid::filled(Square::MAX_SIDE, Square::MAX_SIDE, Cell::Empty);
        assert_eq!(full.area("c5".parse().unwrap(), |_| true).len(), full.places().count());
    }

    #[test]
    fn an_invalid_grid_is_refused_in_words() {
        let refused = |rows: &[&str]| Grid::try_from(rows.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(refused(&[]), Err("a board cannot have 0 x 0 places".to_owned()));
        assert_eq!(refused(&["."; 27]), Err("a board cannot have 1 x 27 places".to_owned()));
        assert_eq!(refused(&["..", "."]), Err("the rows differ in length".to_owned()));
        assert_eq!(refused(&["X"]), Err("'X' stands for nothing on a board".to_owned()));
    }
}
