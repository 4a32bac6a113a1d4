//! Positions for two players, as the plain rules have them and as bitboards.

use irogaeshi::cpu::classic::{Bitboards, Shape};
use irogaeshi::rules::{Board, Player, Position, Square, Variant};
use proptest::prelude::*;
use proptest::sample::select;

use super::final_score::opponent;
use super::random_board::random_board;

/// The side of the largest board that fits into bitboards.
const SIDE: u8 = 8;

/// Mixes of holes, empty squares and discs from which boards are drawn: empty, crowded, nearly full, full of holes.
const MIXES: [&str; 5] = ["......BW", "..BBWW", ".BBBWWWW", "#....BBWW", "####....BBWW"];

/// A board of up to 8 x 8 whose first place, at least, is a square.
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

/// The number that bitboards have for a square.
pub(crate) fn bit_of(square: Square) -> u8 {
    square.row() * SIDE + square.column()
}

/// The square with this number.
pub(crate) fn square_of(bit: u8) -> Square {
    Square::new(bit % SIDE, bit / SIDE).expect("bitboards lie within the grid")
}

/// These squares as a word.
pub(crate) fn word_of(squares: impl Iterator<Item = Square>) -> u64 {
    squares.fold(0, |word, square| word | 1 << bit_of(square))
}

/// The board from the side of one of the two.
pub(crate) fn bitboards_of(board: &Board, player: Player) -> (Bitboards, Shape) {
    let discs = |player: Player| word_of(board.squares().filter(|square| board.disc(*square) == Some(player.disc())));
    (Bitboards { own: discs(player), other: discs(opponent(player)) }, Shape(word_of(board.squares())))
}
