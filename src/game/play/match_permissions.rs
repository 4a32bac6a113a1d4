//! Actions that a match allows to the players at this screen.

use crate::game::play::match_state::Match;
use crate::notation::TimeControl;

/// Actions allowed to the players at this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a permission of its own")]
pub struct Permissions {
    /// The player to move is a human at this screen, on a board with free passes.
    pub pass: bool,
    /// Turns may be taken back.
    pub take_back: bool,
    /// Turns that were taken back may be played again.
    pub redo: bool,
    /// The players may agree on a draw: all of them are at this screen.
    pub agree_draw: bool,
    /// Time may be added to the clocks.
    pub give_time: bool,
    /// Hints and analyses may be asked for.
    pub advice: AdvicePermission,
    /// Advice on the current position may be shown: only to a human to move, or to a spectator of CPU players.
    pub advice_now: bool,
}

/// Permission to ask for advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvicePermission {
    /// Without asking the other players.
    Yes,
    /// Advice would help one player at this screen against another, so all have to agree.
    IfAllAgree,
    /// Not in this match, or not any more.
    No,
}

impl Match {
    #[must_use]
    pub fn permissions(&self) -> Permissions {
        let goes_on = self.ending().is_none();
        // Once a match is over, advice gives nobody an advantage.
        let has_moves_after_end = !goes_on && self.record.position().to_move().is_some();
        Permissions {
            pass: self.human_to_move().is_some() && self.record.position().can_pass(),
            take_back: self.can_reopen() || self.undo_target().is_some(),
            redo: self.redo_target().is_some(),
            agree_draw: self.is_unfinished() && self.humans() == self.record.variant().everybody().len(),
            give_time: goes_on && self.room.is_none() && self.clock.control().is_some_and(TimeControl::can_grow),
            advice: match self.humans() {
                _ if has_moves_after_end => AdvicePermission::Yes,
                _ if !goes_on || self.forbids_advice() => AdvicePermission::No,
                0 | 1 => AdvicePermission::Yes,
                _ => AdvicePermission::IfAllAgree,
            },
            advice_now: has_moves_after_end
                || !self.forbids_advice()
                    && (self.human_to_move().is_some() || self.humans() == 0 && goes_on && !self.is_blocked()),
        }
    }

    /// Returns whether the room forbids advice; after the end it never does.
    #[must_use]
    pub fn forbids_advice(&self) -> bool {
        self.ending().is_none() && self.room.is_some_and(|room| !room.allows_advice)
    }
}
