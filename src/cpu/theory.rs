//! What players know by heart of the opening books.

use rand::Rng;

use crate::cpu::classic::{Bitboards, Book, bitboards};
use crate::cpu::decision::Decision;
use crate::cpu::engine_level::decision;
use crate::rules::Position;

/// The move of a player who knows the first `plies` plies of the book for the board; `None` once the game is past them,
/// or if no book knows the position.
pub(crate) fn recalled(plies: u32, position: &Position, rng: &mut impl Rng) -> Option<Decision> {
    let (board, shape) = bitboards(position)?;
    let played = board.discs().count_ones().checked_sub(Bitboards::START.discs().count_ones())?;
    if played >= plies {
        return None;
    }
    Some(decision(&Book::built_in_for(shape)?.recall(board, rng)?))
}
