//! The local match that waits while a room's match is on the board.

use bevy::prelude::*;

use crate::game::play::match_state::Match;

/// The local match that a room's match has replaced. It returns to the board when the room is left.
#[derive(Resource, Debug, Default)]
pub(crate) struct WaitingMatch(pub(super) Option<Match>);

impl WaitingMatch {
    pub(crate) const fn get(&self) -> Option<&Match> {
        self.0.as_ref()
    }
}
