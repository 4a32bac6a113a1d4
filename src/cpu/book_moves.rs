//! Opening book moves of CPU players.

use rand::Rng;

use crate::cpu::classic::{Bitboards, Book, bitboards};
use crate::cpu::decision::Decision;
use crate::cpu::engine_level::decision;
use crate::rules::Position;

/// Book move of a player that knows the first `plies` plies of the board's book; `None` beyond that, or if the position
/// is not in a book.
pub(crate) fn book_move(plies: u32, position: &Position, rng: &mut impl Rng) -> Option<Decision> {
    let (board, shape) = bitboards(position)?;
    let played = board.discs().count_ones().checked_sub(Bitboards::START.discs().count_ones())?;
    if played >= plies {
        return None;
    }
    Some(decision(&Book::built_in_for(shape)?.draw_move(board, rng)?))
}
