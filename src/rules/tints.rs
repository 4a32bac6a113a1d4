//! Tints of the places of a board.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::runs::{read_runs, write_runs};
use super::{Board, Square, Tint};

/// Tints of squares and kinds of holes, by place.
///
/// The text form has the rows from the top, separated by slashes, with a letter for each place: `-` for none, `a` to
/// `p` for a tint, and `x`, `y` or `z` for a kind of hole. A number repeats the letter after it, and the ends of rows
/// and the last rows may be missing. Anything else means no tint.
///
/// ```
/// # use irogaeshi::rules::Tints;
/// let tints = Tints::from("/2-3a".to_owned());
/// assert!(tints.get("c2".parse().unwrap()).is_some() && tints.get("b2".parse().unwrap()).is_none());
/// assert_eq!(tints.to_string(), "/2-3a");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Tints([Option<Tint>; Square::COUNT]);

/// Letter of a place without a tint.
const NONE: char = '-';
/// Separates rows.
const NEXT_ROW: char = '/';

impl Default for Tints {
    fn default() -> Self {
        Self([None; Square::COUNT])
    }
}

impl Tints {
    /// Tint of a place.
    #[must_use]
    pub const fn get(&self, place: Square) -> Option<Tint> {
        self.0[place.index()]
    }

    /// Gives a place a tint, or none.
    pub const fn set(&mut self, place: Square, tint: Option<Tint>) {
        self.0[place.index()] = tint;
    }

    /// Places that have a tint, with it, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Tint)> {
        Square::all().filter_map(|place| Some((place, self.get(place)?)))
    }

    /// Returns whether no place has a tint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The tints that a board can have: tints on its squares, and kinds of holes on its holes.
    #[must_use]
    pub fn fitting(&self, board: &Board) -> Self {
        let is_within = |place: Square| place.column() < board.columns() && place.row() < board.rows();
        let mut fitting = Self::default();
        for (place, tint) in self.iter().filter(|(place, tint)| is_within(*place) && tint.fits(board.cell(*place))) {
            fitting.set(place, Some(tint));
        }
        fitting
    }
}

impl fmt::Display for Tints {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter =
            |row, column| Square::new(column, row).and_then(|place| self.get(place)).map_or(NONE, Tint::letter);
        let rows = (0..Square::MAX_SIDE).map(|row| {
            let letters: Vec<char> = (0..Square::MAX_SIDE).map(|column| letter(row, column)).collect();
            let length = letters.iter().rposition(|letter| *letter != NONE).map_or(0, |last| last + 1);
            write_runs(&letters[..length])
        });
        let rows = rows.collect::<Vec<_>>().join(&NEXT_ROW.to_string());
        formatter.write_str(rows.trim_end_matches(NEXT_ROW))
    }
}

impl fmt::Debug for Tints {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Tints({self})")
    }
}

impl From<String> for Tints {
    fn from(text: String) -> Self {
        let mut tints = Self::default();
        for (row, runs) in (0..Square::MAX_SIDE).zip(text.split(NEXT_ROW)) {
            let letters = read_runs(runs.trim()).unwrap_or_default();
            for (column, letter) in (0..Square::MAX_SIDE).zip(letters) {
                if let Some(place) = Square::new(column, row) {
                    tints.set(place, Tint::from_letter(letter));
                }
            }
        }
        tints
    }
}

impl From<Tints> for String {
    fn from(tints: Tints) -> Self {
        tints.to_string()
    }
}
