//! Rotations and reflections of a board.

use crate::rules::{Board, Square};

/// One of the eight rotations and reflections of a rectangle. Those that exchange rows and columns need a square one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Symmetry {
    /// Bits: 1 mirrors the columns, 2 mirrors the rows, 4 exchanges them afterwards.
    bits: u8,
    columns: u8,
    rows: u8,
}

impl Symmetry {
    /// Rotations and reflections that map the squares of a board onto themselves, the identity first.
    pub(super) fn of(board: &Board) -> Vec<Self> {
        let (columns, rows) = (board.columns(), board.rows());
        let all = (0..8).map(|bits| Self { bits, columns, rows });
        let fits = |symmetry: &Self| columns == rows || symmetry.bits & 4 == 0;
        let keeps = |symmetry: &Self| board.squares().all(|square| board.has(symmetry.image(square)));
        all.filter(fits).filter(keeps).collect()
    }

    /// Place to which a square of the board moves.
    pub(super) fn image(self, square: Square) -> Square {
        let mirrored = |place: u8, bit: u8, side: u8| if self.bits & bit == 0 { place } else { side - 1 - place };
        let column = mirrored(square.column(), 1, self.columns);
        let row = mirrored(square.row(), 2, self.rows);
        let (column, row) = if self.bits & 4 == 0 { (column, row) } else { (row, column) };
        Square::new(column, row).unwrap_or(square)
    }

    /// The symmetry that undoes this one.
    pub(super) fn inverse(self) -> Self {
        // Exchanging first and mirroring then mirrors the other side.
        let bits = match self.bits {
            5 => 6,
            6 => 5,
            bits => bits,
        };
        Self { bits, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn inverses_lead_back() {
        for (key, count) in [("classic-8", 8), ("rectangle", 4), ("classic-4", 8)] {
            let variant = Variant::built_in(key).expect("is built in");
            let symmetries = Symmetry::of(variant.board());
            assert_eq!(symmetries.len(), count, "{key}");
            for symmetry in symmetries {
                for square in variant.board().squares() {
                    assert_eq!(symmetry.inverse().image(symmetry.image(square)), square, "{key}");
                }
            }
        }
    }
}
