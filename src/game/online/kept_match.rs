//! The match at this screen that waits while a room's is on the board.

use bevy::prelude::*;

use crate::game::play::match_state::Match;

/// The match at this screen that a room's has replaced; it comes back when the room is left.
#[derive(Resource, Debug, Default)]
pub(crate) struct KeptMatch(pub(super) Option<Match>);

impl KeptMatch {
    /// The match that waits.
    pub(crate) const fn get(&self) -> Option<&Match> {
        self.0.as_ref()
    }
}
