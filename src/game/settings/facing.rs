//! Orientation of the board on the screen, one of eight. The rules do not depend on it.
//!
//! Places on the screen count columns from the left and rows from the top of the shown board.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};
use crate::rules::{Direction, Square};

/// Size or place in squares: columns, rows.
type Squares = (u8, u8);

/// Orientation of the shown board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
// Saves of older versions lack newer fields.
#[serde(default)]
pub struct Facing {
    /// Applied first.
    pub rotation: Rotation,
    /// Set if left and right are swapped after the rotation.
    pub mirrored: bool,
}

/// Clockwise rotation of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rotation {
    #[default]
    None,
    /// To the right.
    Quarter,
    /// Upside down.
    Half,
    /// To the left.
    ThreeQuarters,
}

impl Rotation {
    pub const ALL: [Self; 4] = [Self::None, Self::Quarter, Self::Half, Self::ThreeQuarters];

    const fn quarters(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Quarter => 1,
            Self::Half => 2,
            Self::ThreeQuarters => 3,
        }
    }

    #[must_use]
    pub fn name(self) -> Phrase {
        say!("rotation-degrees", degrees = usize::from(self.quarters()) * 90)
    }
}

/// Counts a place from the other end.
const fn mirrored(place: u8, length: u8) -> u8 {
    // Before the first layout, the board has size 0.
    length.saturating_sub(1).saturating_sub(place)
}

/// Rotates a place and the size of the board by a quarter turn.
const fn turned((x, y): Squares, (width, height): Squares) -> (Squares, Squares) {
    ((mirrored(y, height), x), (height, width))
}

fn turned_often(times: u8, place: Squares, size: Squares) -> (Squares, Squares) {
    (0..times).fold((place, size), |(place, size), _| turned(place, size))
}

impl Facing {
    pub fn all() -> impl Iterator<Item = Self> {
        Rotation::ALL.into_iter().flat_map(|rotation| [false, true].map(|mirrored| Self { rotation, mirrored }))
    }

    /// Returns true if columns are shown as rows.
    #[must_use]
    pub const fn swaps_sides(self) -> bool {
        self.rotation.quarters() % 2 == 1
    }

    /// Size of the shown board.
    #[must_use]
    pub const fn size(self, (columns, rows): Squares) -> Squares {
        if self.swaps_sides() { (rows, columns) } else { (columns, rows) }
    }

    /// Place of a square; `board` is columns and rows.
    #[must_use]
    pub fn place_of(self, square: Square, board: Squares) -> Squares {
        let ((x, y), (width, _)) = turned_often(self.rotation.quarters(), (square.column(), square.row()), board);
        (if self.mirrored { mirrored(x, width) } else { x }, y)
    }

    /// Square at a place; `board` is columns and rows.
    #[must_use]
    pub fn square_at(self, (x, y): Squares, board: Squares) -> Option<Square> {
        let (width, height) = self.size(board);
        if x >= width || y >= height {
            return None;
        }
        let x = if self.mirrored { mirrored(x, width) } else { x };
        let ((column, row), _) = turned_often(4 - self.rotation.quarters(), (x, y), (width, height));
        Square::new(column, row)
    }

    /// Direction on the screen of a direction on the board.
    #[must_use]
    pub fn shown(self, direction: Direction) -> Direction {
        let (columns, rows) = direction.delta();
        let (x, y) = (0..self.rotation.quarters()).fold((columns, rows), |(x, y), _| (-y, x));
        let delta = if self.mirrored { (-x, y) } else { (x, y) };
        Direction::ALL.into_iter().find(|direction| direction.delta() == delta).unwrap_or(direction)
    }

    /// Direction on the board of a direction on the screen.
    #[must_use]
    pub fn on_board(self, shown: Direction) -> Direction {
        Direction::ALL.into_iter().find(|direction| self.shown(*direction) == shown).unwrap_or(shown)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::Variant;

    #[test]
    fn every_square_of_every_board_has_its_own_place_and_is_found_there() {
        for facing in Facing::all() {
            for variant in Variant::built_in_keys().filter_map(|key| Variant::built_in(&key)) {
                let board = variant.board();
                let size = (board.columns(), board.rows());
                let (width, height) = facing.size(size);
                let mut places = HashSet::new();
                for square in board.squares() {
                    let (x, y) = facing.place_of(square, size);
                    assert!(x < width && y < height, "{facing:?} shows {square} beside the board");
                    assert!(places.insert((x, y)), "{facing:?} shows two squares at {x}, {y}");
                    assert_eq!(facing.square_at((x, y), size), Some(square), "{facing:?}");
                }
                assert_eq!(facing.square_at((width, 0), size), None);
                assert_eq!(facing.square_at((0, height), size), None);
            }
        }
    }

    #[test]
    fn neighbours_are_shown_as_neighbours_in_the_shown_direction() {
        let size = (5, 9);
        let from = Square::new(2, 4).unwrap();
        for facing in Facing::all() {
            let (x, y) = facing.place_of(from, size);
            for direction in Direction::ALL {
                let (to_x, to_y) = facing.place_of(from.step(direction).unwrap(), size);
                let (columns, rows) = facing.shown(direction).delta();
                let shown = (x.checked_add_signed(columns), y.checked_add_signed(rows));
                assert_eq!(shown, (Some(to_x), Some(to_y)), "{facing:?} {direction:?}");
                assert_eq!(facing.on_board(facing.shown(direction)), direction);
            }
        }
    }

    #[test]
    fn eight_facings_show_one_corner_in_all_four_each_in_two_ways() {
        let (corner, beside) = (Square::new(0, 0).unwrap(), Square::new(1, 0).unwrap());
        let seen: HashSet<_> =
            Facing::all().map(|facing| (facing.place_of(corner, (8, 8)), facing.place_of(beside, (8, 8)))).collect();
        assert_eq!(seen.len(), 8);
        let quarter = Facing { rotation: Rotation::Quarter, mirrored: false };
        assert_eq!(quarter.place_of(corner, (8, 6)), (5, 0), "clockwise, the upper left comes to the upper right");
        assert_eq!(quarter.size((8, 6)), (6, 8));
    }

    #[test]
    fn every_facing_is_saved() {
        for facing in Facing::all() {
            let saved = serde_json::to_string(&facing).unwrap();
            assert_eq!(serde_json::from_str::<Facing>(&saved).unwrap(), facing);
        }
        assert_eq!(serde_json::from_str::<Facing>(r#"{"new":1}"#).unwrap(), Facing::default());
    }
}
