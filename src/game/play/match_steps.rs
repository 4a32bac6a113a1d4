//! Steps through a match: undo, redo and jumps come to rest where a human is to move.

use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::online::Clock;
use crate::rules::{Ending, Position};

impl Match {
    /// Returns whether an undo takes back an early end; never in a room, because its server decides.
    #[must_use]
    pub fn can_reopen(&self) -> bool {
        self.ended_early.is_some() && self.room.is_none()
    }

    /// Takes back an early end; the position stays. After a loss on time everyone gets their full time again, otherwise
    /// the same player would lose at once.
    pub(super) fn reopen(&mut self) {
        let ending = self.ended_early.take();
        self.ended = None;
        let loser = ending.and_then(Ending::loser);
        self.forfeits.retain(|forfeit| Some(forfeit.player) != loser);
        if matches!(ending, Some(Ending::OutOfTime(_))) {
            self.clock = Clock::new(self.clock.control());
        }
    }

    /// Ply to which an undo leads: the last earlier one with a human to move, or one ply back if no human plays. Turns
    /// before a forfeit stay.
    #[must_use]
    pub fn undo_target(&self) -> Option<usize> {
        if self.ended_early.is_some() || self.room.is_some() {
            return None;
        }
        // The answer to the swap question is a step of its own.
        if self.has_just_answered_swap() {
            return Some(self.record.ply());
        }
        let earlier = self.forfeits.last().map_or(0, |forfeit| forfeit.ply).max(self.first_ply())..self.record.ply();
        if self.has_human() { earlier.rev().find(|ply| self.is_humans(*ply)) } else { earlier.last() }
    }

    /// Ply to which a redo leads: the next one with a human to move, otherwise the last.
    #[must_use]
    pub fn redo_target(&self) -> Option<usize> {
        let last = self.last_within_reach();
        let mut later = self.record.ply() + 1..=last;
        if later.is_empty() || self.ended_early.is_some() || self.room.is_some() {
            None
        } else if self.has_human() {
            later.find(|ply| self.is_humans(*ply)).or(Some(last))
        } else {
            later.next()
        }
    }

    /// Ply at which a jump to `ply` comes to rest: the first from there on with a human to move, otherwise the last.
    /// `None` if that is the current ply or jumps are not allowed.
    #[must_use]
    pub fn target_near(&self, ply: usize) -> Option<usize> {
        if self.ended_early.is_some() || self.room.is_some() {
            return None;
        }
        let now = self.record.ply();
        let first = self.forfeits.last().map_or(0, |forfeit| forfeit.ply).max(self.first_ply());
        let last = self.last_within_reach();
        let can_rest = |ply: &usize| *ply == last || !self.has_human() || self.is_humans(*ply);
        (ply.max(first)..=last).find(can_rest).filter(|target| *target != now)
    }

    /// Last ply to which a redo may lead at once. An open swap question has to be answered first.
    fn last_within_reach(&self) -> usize {
        let now = self.record.ply();
        let last = now + self.record.undone().len();
        let open = self.swap_ply().filter(|swap| self.swapped.is_none() && *swap >= now);
        open.map_or(last, |swap| swap.min(last))
    }

    fn is_humans(&self, ply: usize) -> bool {
        let to_move = self.record.position_at(ply).and_then(Position::to_move);
        to_move.is_some_and(|player| self.seat_at(ply, player) == Seat::Human)
    }
}
