//! The clock of a match: whose time runs, and when it rests.

use std::time::Duration;

use crate::game::play::match_state::Match;
use crate::notation::TimeControl;
use crate::online::{Clock, Deadline};
use crate::rules::Player;

/// A player's time as the clock shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownTime {
    /// Milliseconds left: of the main time, or of the period of byo-yomi once that is used up.
    pub left_ms: u64,
    /// Set in byo-yomi.
    pub is_period: bool,
}

impl Match {
    /// Time that players can add to all clocks at once.
    pub const GIVEN_TIME: Duration = Duration::from_millis(Clock::GIVEN_MS);

    /// Milliseconds left to a player at `now_ms`, or at the start of the turn for `None`. Returns `None` without a
    /// clock, and for a player who has forfeited. A time per move starts anew each turn, so waiting players have all of
    /// it.
    #[must_use]
    pub fn time_left(&self, player: Player, now_ms: Option<u64>) -> Option<u64> {
        let control = self.clock.control().filter(|_| !self.has_lost(player))?;
        // In a room the server already runs the next player's clock while discs still turn here.
        let running = self.clock.running().map(|(player, _)| player);
        match (control, running.or(self.to_move().map(|(player, _)| player))) {
            (TimeControl::PerMove { limit_ms }, Some(mover)) if mover != player => Some(limit_ms),
            _ => match now_ms {
                Some(now_ms) => self.clock.remaining(player, now_ms),
                None => self.clock.at_rest().remaining(player, 0),
            },
        }
    }

    /// Like [`Match::time_left`], with the main time and the period of byo-yomi apart.
    #[must_use]
    pub fn shown_time(&self, player: Player, now_ms: Option<u64>) -> Option<ShownTime> {
        let left_ms = self.time_left(player, now_ms)?;
        Some(match self.clock.control() {
            Some(TimeControl::ByoYomi { period_ms, .. }) => {
                let is_period = left_ms <= period_ms;
                ShownTime { left_ms: if is_period { left_ms } else { left_ms - period_ms }, is_period }
            }
            _ => ShownTime { left_ms, is_period: false },
        })
    }

    /// Starts the clock for the player to move. Players who have forfeited lose no time, and the clock stops while the
    /// match is held.
    pub(super) fn start_turn(&mut self, now_ms: u64) {
        match self.to_move().filter(|_| !self.is_blocked()) {
            Some((player, _)) if self.has_lost(player) => self.clock.start_untimed(player, now_ms),
            Some((player, _)) => self.clock.start(player, now_ms),
            None => self.clock.stop(now_ms),
        }
    }

    /// Stops the clock when the match is left: nobody loses time to a position they do not see. In a room the clock
    /// runs on.
    pub(super) fn pause(&mut self, now_ms: u64) {
        if self.room.is_none() {
            self.clock.pause(now_ms);
        }
    }

    /// Deadline of the running clock, if it is enforced here; in a room its server enforces it.
    #[must_use]
    pub fn own_deadline(&self) -> Option<Deadline> {
        self.clock.deadline().filter(|_| self.room.is_none())
    }

    /// Resumes the turn when the match is shown again.
    pub(super) fn resume(&mut self, now_ms: u64) {
        if self.room.is_some() {
            return;
        }
        let resumes = |game: &mut Self| game.to_move().is_some_and(|(player, _)| game.clock.resume(player, now_ms));
        if self.clock.running().is_none() && !resumes(self) {
            self.start_turn(now_ms);
        }
    }
}
