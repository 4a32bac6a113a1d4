//! The boards of books: square ones with the usual start.

use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};

/// A square board with the usual start in its middle.
///
/// In the game, squares of any board are indexed from a1. In a book, the board is in the middle of the 64 squares, so
/// that all its symmetric images cover the same squares, and every board has the same start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookBoard {
    side: u8,
}

/// Side of the board of 64 squares.
const FULL_SIDE: u8 = 8;

impl BookBoard {
    /// The board of 6 x 6.
    pub const SIX: Self = Self { side: 6 };
    /// The board of ordinary reversi.
    pub const EIGHT: Self = Self { side: FULL_SIDE };

    /// Board with this side: 4, 6 or 8.
    #[must_use]
    pub const fn of_side(side: u8) -> Option<Self> {
        if matches!(side, 4 | 6 | FULL_SIDE) { Some(Self { side }) } else { None }
    }

    /// Side of the board.
    #[must_use]
    pub const fn side(self) -> u8 {
        self.side
    }

    /// Squares as indexed in the game.
    #[must_use]
    pub const fn shape(self) -> Shape {
        Shape(self.middle().0 >> self.shift())
    }

    /// Squares as indexed in a book.
    #[must_use]
    pub const fn middle(self) -> Shape {
        let inner = 0xFF >> (FULL_SIDE - self.side);
        let (mut squares, mut row) = (0, 0);
        while row < self.side {
            squares |= inner << (FULL_SIDE * row);
            row += 1;
        }
        Shape(squares << self.shift())
    }

    /// Number of empties at the start.
    pub(crate) const fn empties(self) -> u32 {
        Bitboards::START.empties(self.middle()).count_ones()
    }

    /// Difference between a square's index in a book and in the game.
    const fn shift(self) -> u8 {
        (FULL_SIDE - self.side) / 2 * (FULL_SIDE + 1)
    }

    /// Converts a position of the game to its place in a book; `None` if it is on another board.
    pub(crate) const fn in_book(self, board: Bitboards) -> Option<Bitboards> {
        if board.discs() & !self.shape().0 != 0 {
            return None;
        }
        Some(Bitboards { own: board.own << self.shift(), other: board.other << self.shift() })
    }

    /// Canonical image of the position after a legal move, both placed as in a book.
    pub(crate) fn next_in_book(self, board: Bitboards, square: u8) -> Bitboards {
        Next::after(board, square, self.middle()).board.canonical_image().0
    }

    /// Index in the game of a square of a book.
    pub(crate) const fn in_game(self, square: usize) -> u8 {
        square as u8 - self.shift()
    }
}

/// The position after a legal move, from the side of the next player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Next {
    pub(crate) board: Bitboards,
    /// True if the same player moves again, because the opponent must pass.
    pub(crate) is_same_player: bool,
}

impl Next {
    pub(crate) const fn after(board: Bitboards, square: u8, shape: Shape) -> Self {
        let next = after(board, square);
        let is_same_player = next.legal_moves(shape) == 0 && !next.is_over(shape);
        Self { board: if is_same_player { next.passed() } else { next }, is_same_player }
    }

    /// Converts a score of this position to the side of the player who has just moved.
    pub(crate) const fn before(self, score: i32) -> i32 {
        if self.is_same_player { score } else { -score }
    }
}

/// Position after a legal move, from the opponent's side.
pub(crate) const fn after(board: Bitboards, square: u8) -> Bitboards {
    board.played(square as usize, board.flips(square as usize))
}

pub(crate) fn legal_squares(board: Bitboards, shape: Shape) -> impl Iterator<Item = u8> {
    Squares(board.legal_moves(shape)).map(|square| square as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::classic::board::translation::bitboards;
    use crate::rules::{Position, Variant};

    #[test]
    fn every_board_has_the_same_start_in_a_book() {
        for side in [4, 6, 8] {
            let board = BookBoard::of_side(side).expect("there can be a book");
            let start = Position::start(Variant::classic(side).expect("is played"));
            let (bitboards, shape) = bitboards(&start).expect("the engine knows it");
            assert_eq!((board.side(), board.shape()), (side, shape));
            assert_eq!(board.in_book(bitboards), Some(Bitboards::START));
            assert_eq!(board.empties(), u32::from(side * side) - 4);
            let squares = Squares(board.middle().0).map(|square| 1_u64 << board.in_game(square));
            assert_eq!(squares.fold(0, |all, square| all | square), shape.0);
        }
        assert_eq!([3, 5, 10].map(BookBoard::of_side), [None; 3]);
        assert_eq!(BookBoard::SIX.in_book(Bitboards { own: 1 << 6, other: 1 }), None);
    }

    #[test]
    fn the_images_of_a_board_in_a_book_are_on_the_same_squares() {
        for board in [BookBoard::SIX, BookBoard::EIGHT] {
            let all = Bitboards { own: board.middle().0, other: 0 };
            assert_eq!(all.symmetries(), [all; 8]);
        }
    }

    #[test]
    fn a_player_without_a_move_is_passed_over() {
        // Black's a1 leaves White without a move, and Black can go on.
        let rows = ["-OX-----", "--------", "XO------", "--------", "--------", "--------", "--------", "--------"];
        let board = Bitboards::drawn(&rows.concat());
        let next = Next::after(board, 0, Shape::FULL);
        assert!(next.is_same_player && next.board == after(board, 0).passed());
        assert_eq!(next.before(3), 3);
        let usual = Next::after(Bitboards::START, 19, Shape::FULL);
        assert_eq!((usual.board, usual.before(3)), (after(Bitboards::START, 19), -3));
    }
}
