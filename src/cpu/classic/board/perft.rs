//! Counts the leaves of the game tree (perft) with bitboards, as their test and benchmark.

use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};

/// Number of move sequences of this length; a pass counts as a ply, and a game that ends earlier as one sequence.
///
/// Equals [`rules::perft`](crate::rules::perft) with [`PassCounting::Ply`](crate::rules::PassCounting::Ply).
///
/// ```
/// use irogaeshi::cpu::classic::{Bitboards, Shape, perft};
/// assert_eq!(perft(Bitboards::START, Shape::FULL, 5), 1396);
/// ```
#[must_use]
pub fn perft(board: Bitboards, shape: Shape, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves(shape);
    if moves == 0 {
        let passed = board.passed();
        return if passed.legal_moves(shape) == 0 { 1 } else { perft(passed, shape, depth - 1) };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    Squares(moves).map(|square| perft(board.played(square, board.flips(square)), shape, depth - 1)).sum()
}
