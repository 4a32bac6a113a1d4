//! Quietness of a square, the measure used by the CPU player of the Power Apps reversi.

use crate::cpu::characters::around::{around, is_corner};
use crate::rules::{Board, Cell, Square};

/// Weight of a corner, greater than any other.
const CORNER: i32 = 100;
/// Weight of any other square, before subtracting its empty neighbours.
const ELSEWHERE: i32 = 10;
/// Weight of a square next to a corner (a C or X square), before the same subtraction.
const BESIDE_CORNER: i32 = 0;

/// Weight of playing a square; each empty neighbour subtracts 1.
pub(crate) fn quietness(board: &Board, square: Square) -> i32 {
    if is_corner(board, square) {
        return CORNER;
    }
    let is_beside_corner = around(board, square).any(|neighbour| is_corner(board, neighbour));
    let weight = if is_beside_corner { BESIDE_CORNER } else { ELSEWHERE };
    let empties = around(board, square).filter(|neighbour| board.cell(*neighbour) == Cell::Empty);
    empties.fold(weight, |weight, _| weight - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Record, Variant};

    #[test]
    fn squares_weigh_as_worked_out_after_eight_moves() {
        let mut record = Record::new(Variant::classic(8).unwrap());
        record.play_moves("f5 d6 c3 d3 c4 f4 f6 f3").unwrap();
        let position = record.position();
        let table: Vec<String> = position
            .legal_squares()
            .iter()
            .map(|square| format!("{square} {}", quietness(position.board(), square)))
            .collect();
        assert_eq!(table.join(", "), "c2 4, d2 4, e2 4, f2 3, e3 7, g3 4, g4 5, c5 6, e6 7, c7 3, d7 3");
    }

    #[test]
    fn corners_weigh_most_and_squares_beside_them_least() {
        let weight = |board: &str, square: &str| quietness(&board.parse().unwrap(), square.parse().unwrap());
        let empty = "........\n".repeat(8);
        for (square, expected) in [("a1", 100), ("h8", 100), ("b2", -8), ("b1", -5), ("a7", -5), ("c1", 5), ("c3", 2)] {
            assert_eq!(weight(&empty, square), expected, "{square}");
        }
        // Both squares of the upper tip are corners although they are neighbours.
        let diamond = "##..##\n#....#\n......\n......\n#....#\n##..##\n";
        for (square, expected) in [("c1", 100), ("d1", 100), ("a3", 100), ("c2", -7), ("b2", -5), ("c3", 2)] {
            assert_eq!(weight(diamond, square), expected, "{square}");
        }
    }
}
