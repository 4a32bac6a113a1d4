//! Positions for two players, by the plain rules and as bitboards.

use irogaeshi::cpu::classic::{Bitboards, Shape};
use irogaeshi::rules::{Board, Player, Position, Square, Variant};
use proptest::prelude::*;
use proptest::sample::select;

use super::final_score::opponent;
use super::random_board::random_board;

/// Maximum side of a board for bitboards.
const SIDE: u8 = 8;

/// Mixes of holes, empty squares and discs for random boards: empty, crowded, nearly full, full of holes.
const MIXES: [&str; 5] = ["......BW", "..BBWW", ".BBBWWWW", "#....BBWW", "####....BBWW"];

/// A random board of up to 8 x 8; at least its first place is a square.
pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    let side = || prop_oneof![2 => Just(usize::from(SIDE)), 1 => 1..=usize::from(SIDE)];
    (side(), side(), select(MIXES.to_vec())).prop_flat_map(|(columns, rows, mix)| random_board(columns, rows, mix))
}

/// A game of ordinary reversi from this board, Black first.
pub(crate) fn game_from(board: Board) -> Position {
    let players = vec![Player::Black, Player::White];
    let variant = Variant::new("Made up", board, players.clone(), Vec::new(), players);
    Position::start(variant.expect("Black and White can play on any board"))
}

/// Bit index of a square.
pub(crate) fn bit_of(square: Square) -> u8 {
    square.row() * SIDE + square.column()
}

/// Square with this bit index.
pub(crate) fn square_of(bit: u8) -> Square {
    Square::new(bit % SIDE, bit / SIDE).expect("bitboards lie within the grid")
}

/// Bit set of these squares.
pub(crate) fn word_of(squares: impl Iterator<Item = Square>) -> u64 {
    squares.fold(0, |word, square| word | 1 << bit_of(square))
}

/// The board from the side of one of the players.
pub(crate) fn bitboards_of(board: &Board, player: Player) -> (Bitboards, Shape) {
    let discs = |player: Player| word_of(board.squares().filter(|square| board.disc(*square) == Some(player.disc())));
    (Bitboards { own: discs(player), other: discs(opponent(player)) }, Shape(word_of(board.squares())))
}
