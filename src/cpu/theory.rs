//! What players know by heart of the opening book.

use rand::Rng;

use crate::cpu::classic::{Bitboards, Book, Shape, bitboards, square_of};
use crate::cpu::decision::{Decision, Outlook, Score};
use crate::rules::Position;

/// The move of a player who knows the first `plies` plies of the book; `None` once the game is past them, or if the
/// book lacks the position.
pub(crate) fn recalled(plies: u32, position: &Position, rng: &mut impl Rng) -> Option<Decision> {
    let (board, shape) = bitboards(position)?;
    let played = board.discs().count_ones().checked_sub(Bitboards::START.discs().count_ones())?;
    if shape != Shape::FULL || played >= plies {
        return None;
    }
    let book = Book::built_in();
    let chosen = book.choose(board, Book::MARGIN, rng)?;
    let line = book.line(board, chosen.square).into_iter().map(square_of).collect();
    let outlook = Outlook { score: Score::Lead(chosen.lead()), depth: book.depth(), nodes: 0, line };
    Some(Decision { square: square_of(chosen.square), outlook: Some(outlook) })
}
