//! The turns that come next, assuming that nobody has to pass.

use crate::rules::{Player, Position};

/// Number of turns shown after the current one.
const COMING: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct ComingTurn {
    pub(in crate::game) move_number: u32,
    pub(in crate::game) player: Player,
    pub(in crate::game) is_cut_in: bool,
}

/// The current turn and the next ones; empty when the game is over.
pub(in crate::game) fn coming_turns(position: &Position) -> impl Iterator<Item = ComingTurn> {
    position.schedule().take(1 + COMING).map(|(move_number, player)| {
        let is_cut_in = position.variant().cut_in_at(move_number) == Some(player);
        ComingTurn { move_number, player, is_cut_in }
    })
}
