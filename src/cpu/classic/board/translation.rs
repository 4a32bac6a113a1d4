//! Conversion between the positions of the rules and those of the engine.

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::rules::{Board, Disc, Goal, Player, Position, Square, Variant};

/// Maximum side of the engine's boards.
const SIDE: u8 = 8;

/// Returns whether the engine can play this variant: two players whose discs turn, no other discs, a board of at most 8
/// x 8, and the most discs win.
#[must_use]
pub fn suits_engine(variant: &Variant) -> bool {
    variant.goal() == Goal::Most && suits_engine_for_any_goal(variant)
}

/// Like [`suits_engine`], for either goal. The engine needs an evaluation for the goal.
#[must_use]
pub fn suits_engine_for_any_goal(variant: &Variant) -> bool {
    variant.is_for_two() && variant.board().columns() <= SIDE && variant.board().rows() <= SIDE
}

/// Converts a position for the engine, from the side of the player to move; a finished game, from the first player's
/// side.
///
/// `None` if [`suits_engine`] is false.
#[must_use]
pub fn bitboards(position: &Position) -> Option<(Bitboards, Shape)> {
    if suits_engine(position.variant()) { bitboards_for_any_goal(position) } else { None }
}

/// Like [`bitboards`]; `None` if [`suits_engine_for_any_goal`] is false.
#[must_use]
pub fn bitboards_for_any_goal(position: &Position) -> Option<(Bitboards, Shape)> {
    let variant = position.variant();
    if !suits_engine_for_any_goal(variant) {
        return None;
    }
    let own = position.to_move().unwrap_or(variant.players()[0]);
    Some((Bitboards::of(position.board(), own), Shape::of(position.board())))
}

impl Bitboards {
    /// Discs of a board of at most 8 x 8 squares, from the side of a player; squares beyond are left out.
    #[must_use]
    pub fn of(board: &Board, own: Player) -> Self {
        let mut bitboards = Self { own: 0, other: 0 };
        for square in board.squares().filter(|square| is_within(*square)) {
            match board.disc(square).and_then(Disc::player) {
                Some(player) if player == own => bitboards.own |= 1 << bit_of(square),
                Some(_) => bitboards.other |= 1 << bit_of(square),
                None => {}
            }
        }
        bitboards
    }
}

impl Shape {
    /// Squares of a board of at most 8 x 8 squares; those beyond are left out.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self(board.squares().filter(|square| is_within(*square)).fold(0, |shape, square| shape | 1 << bit_of(square)))
    }
}

/// Returns whether a square has an index of the engine.
const fn is_within(square: Square) -> bool {
    square.column() < SIDE && square.row() < SIDE
}

/// The engine's index of a square on a board of at most 8 x 8.
pub(crate) fn bit_of(square: Square) -> u8 {
    square.row() * SIDE + square.column()
}

/// Square with this index of the engine, less than 64.
#[must_use]
pub fn square_of(bit: u8) -> Square {
    // The rules' grid is larger than 8 x 8, so every index of the engine is within.
    Square::new(bit % SIDE, bit / SIDE).unwrap_or(Square::A1)
}

#[cfg(test)]
mod tests {
    use crate::rules::SquareSet;

    use super::*;

    /// Squares of an engine's word.
    fn squares_of(word: u64) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
            squares.insert(square_of(bit));
        }
        squares
    }

    #[test]
    fn the_engine_sees_what_the_rules_see() {
        for key in ["classic", "classic-6", "octagon", "cross"] {
            let mut position = Position::start(Variant::built_in(key).expect("is built in"));
            while let Some(player) = position.to_move() {
                let (bitboards, shape) = bitboards(&position).expect("suits the engine");
                let legal = position.legal_squares();
                assert_eq!(squares_of(bitboards.legal_moves(shape)), legal, "{key}");
                let square = legal.iter().nth(position.move_number() as usize % legal.len()).expect("is legal");
                position.play(player, square).expect("is legal");
            }
            let (bitboards, shape) = bitboards(&position).expect("suits the engine");
            assert!(bitboards.is_over(shape), "{key}");
        }
    }

    #[test]
    fn unknown_variants_do_not_suit_the_engine() {
        let unsuited = ["colour", "five", "classic-10"];
        for key in unsuited {
            assert!(!suits_engine_for_any_goal(&Variant::built_in(key).expect("is built in")), "{key}");
        }
        let classic = Variant::classic(8).expect("is played");
        assert!(suits_engine(&classic));
        let reverse = classic.with_goal(Goal::Fewest);
        assert!(!suits_engine(&reverse) && suits_engine_for_any_goal(&reverse));
        for text in [".WBG", ".WBR", ".WBA"] {
            let variant = format!("name: x\nplayers: black white\nboard:\n{text}\n").parse().expect("is a variant");
            assert!(!suits_engine_for_any_goal(&variant), "{text}");
        }
        let (one_turns, both_turn) = ("turns: cyan\nboard:\n.CY.\n", "turns: cyan yamabuki\nboard:\n.CY.\n");
        for (text, suits) in [(one_turns, false), (both_turn, true)] {
            let variant = format!("name: x\nplayers: cyan yamabuki\n{text}").parse().expect("is a variant");
            assert_eq!(suits_engine(&variant), suits, "{text}");
        }
    }
}
