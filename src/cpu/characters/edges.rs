//! Ranks of squares on a board of any shape: corners, edges, inner squares, and squares beside empty corners.

use crate::cpu::characters::around::{around, is_corner};
use crate::rules::{Board, Cell, Direction, Square};

/// Rank of a square to play, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EdgeRank {
    /// Beside an empty corner, which the next player may be able to take.
    BesideEmptyCorner,
    /// Surrounded by squares.
    Inside,
    /// Beside the edge of the board or a hole.
    Edge,
    /// A disc here can never be captured.
    Corner,
}

pub(crate) fn edge_rank(board: &Board, square: Square) -> EdgeRank {
    let is_empty_corner = |neighbour: Square| board.cell(neighbour) == Cell::Empty && is_corner(board, neighbour);
    if is_corner(board, square) {
        EdgeRank::Corner
    } else if around(board, square).any(is_empty_corner) {
        EdgeRank::BesideEmptyCorner
    } else if around(board, square).count() < Direction::ALL.len() {
        EdgeRank::Edge
    } else {
        EdgeRank::Inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_rank_by_the_shape_and_the_discs_in_its_corners() {
        use EdgeRank::{BesideEmptyCorner, Corner, Edge, Inside};
        let rank = |board: &str, square: &str| edge_rank(&board.parse().unwrap(), square.parse().unwrap());
        let board = format!("B{}", "........\n".repeat(8).split_off(1));
        for (square, expected) in [
            ("h1", Corner),
            ("b2", Inside),
            ("b1", Edge),
            ("g1", BesideEmptyCorner),
            ("g2", BesideEmptyCorner),
            ("h7", BesideEmptyCorner),
            ("d8", Edge),
            ("c3", Inside),
        ] {
            assert_eq!(rank(&board, square), expected, "{square}");
        }
        // A hole makes edges inside the board.
        let ring = ".......\n.......\n.......\n...#...\n.......\n.......\n.......\n";
        for (square, expected) in [("c3", Edge), ("d3", Edge), ("c4", Edge), ("f4", Inside), ("f6", BesideEmptyCorner)]
        {
            assert_eq!(rank(ring, square), expected, "{square}");
        }
    }
}
