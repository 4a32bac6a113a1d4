//! Tells drawn discs which of them turn on the board of the current screen; the others get a ring.

use bevy::prelude::*;

use crate::rules::{Board, ByPlayer, Disc};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Turning>();
}

/// Players whose discs turn.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning(pub ByPlayer<bool>);

impl Default for Turning {
    fn default() -> Self {
        Self(Board::TURNING_BY_DEFAULT)
    }
}

impl Turning {
    /// Returns true if the disc takes the mover's colour when it is captured.
    #[must_use]
    pub fn turns(self, disc: Disc) -> bool {
        disc.player().is_some_and(|owner| self.0[owner])
    }
}
