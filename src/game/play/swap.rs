//! The swap rule: after two moves, the second player may take over the first one's side.

use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::terms::ColourAssignment;
use crate::game::text::{Phrase, say};
use crate::rules::{MOVES_BEFORE_SWAP, Player};

/// Sentence about the answer of the player of `own`, for the player of `you`, if there is one at this screen.
/// `called` is that player's name.
pub(in crate::game) fn swap_answer(
    takes_over: bool,
    (own, other): (Player, Player),
    called: Phrase,
    you: Option<Player>,
) -> Phrase {
    match (takes_over, you) {
        (true, Some(_)) => say!("swap-taken-yours", other = Phrase::from(other), own = Phrase::from(own)),
        (true, None) => say!("swap-taken", player = called, other = Phrase::from(other)),
        (false, _) => say!("swap-kept", player = called, own = Phrase::from(own)),
    }
}

impl Match {
    /// Ply at which the second player may take over the first one's side, if so agreed.
    #[must_use]
    pub fn swap_ply(&self) -> Option<usize> {
        let swaps = self.terms.sides == ColourAssignment::Swap && self.record.variant().has_two_players();
        swaps.then(|| self.first_ply() + MOVES_BEFORE_SWAP)
    }

    /// The player who must now answer whether to take over the other's side, with their seat: the second in the turn
    /// order. Nobody moves until they answer.
    #[must_use]
    pub fn swap_question(&self) -> Option<(Player, Seat)> {
        let is_now = self.swap_ply() == Some(self.record.ply()) && self.swapped.is_none() && self.ending().is_none();
        let second = self.record.variant().everybody().get(1).copied();
        second.filter(|_| is_now).map(|player| (player, self.seats[player]))
    }

    /// Returns whether the last action of a human at this screen was to answer the swap question.
    pub(super) fn has_just_answered_swap(&self) -> bool {
        let Some(swap) = self.swap_ply().filter(|swap| *swap == self.record.ply()) else { return false };
        let second = self.record.variant().everybody().get(1).copied();
        self.swapped.is_some() && second.is_some_and(|second| self.seat_at(swap - 1, second) == Seat::Human)
    }

    /// The seat that made a player's moves at a ply. Before the swap, that was the other player's.
    pub(super) fn seat_at(&self, ply: usize, player: Player) -> Seat {
        let is_before = self.swapped == Some(true) && self.swap_ply().is_some_and(|swap| ply < swap);
        let other = self.record.variant().everybody().into_iter().find(|other| *other != player);
        self.seats[other.filter(|_| is_before).unwrap_or(player)]
    }

    /// Answers the swap question.
    pub(super) fn decide_swap(&mut self, takes_over: bool) {
        self.swapped = Some(takes_over);
        if takes_over {
            self.swap_seats();
        }
    }

    /// Takes back the answer to the swap question.
    pub(in crate::game) fn reopen_swap(&mut self) {
        if self.swapped.take() == Some(true) {
            self.swap_seats();
        }
    }

    /// Swaps seats, names, time and results of the two players.
    pub(super) fn swap_seats(&mut self) {
        if let [first, second] = self.record.variant().players()[..] {
            self.seats.swap(first, second);
            self.names.swap(first, second);
            self.clock.swap(first, second);
            self.series.swap(first, second);
        }
    }
}
