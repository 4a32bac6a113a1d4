//! Opening book moves of CPU players.

use rand::Rng;

use crate::cpu::classic::{Bitboards, Book, bitboards};
use crate::cpu::cpu_player::CpuPlayer;
use crate::cpu::report::Report;
use crate::rules::Position;

/// Book move of a player; `None` if it knows no book that far, or if the position is not in one.
pub(crate) fn book_move(player: CpuPlayer, position: &Position, rng: &mut impl Rng) -> Option<Report> {
    let CpuPlayer::Engine(level) = player else { return None };
    let (board, shape) = bitboards(position)?;
    let plies = board.discs().count_ones().checked_sub(Bitboards::START.discs().count_ones())?;
    if plies >= level.book_plies() {
        return None;
    }
    Book::built_in_for(shape)?.draw_move(board, rng).as_ref().map(Report::from)
}
