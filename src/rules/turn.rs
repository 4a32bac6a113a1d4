//! The whole effect of a move.

use serde::{Deserialize, Serialize};

use super::{Move, Outcome, Placement, Player, Square};

/// Everything that follows from one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Number of the placement, from 1; after a free pass, of the placement that was due.
    pub move_number: u32,
    /// Player who moved.
    pub player: Player,
    /// Placed disc, captures and flankers; `None` after a free pass.
    pub placement: Option<Placement>,
    /// Players who must pass afterwards, in turn order; empty when the game is over.
    pub passes: Vec<Player>,
    /// Outcome, if the game is over.
    pub outcome: Option<Outcome>,
}

impl Turn {
    /// The move.
    #[must_use]
    pub fn chosen(&self) -> Move {
        self.square().map_or(Move::Pass, Move::Place)
    }

    /// Square of the placed disc; `None` after a free pass.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.placement.as_ref().map(Placement::square)
    }

    /// Captured squares, as in [`Placement::captured`].
    pub fn captured(&self) -> impl Iterator<Item = Square> + use<> {
        self.placement.into_iter().flat_map(|placement| placement.captured())
    }

    /// Flanking squares, as in [`Placement::flankers`].
    pub fn flankers(&self) -> impl Iterator<Item = Square> + use<> {
        self.placement.into_iter().flat_map(|placement| placement.flankers())
    }

    /// Returns whether the placement set off an explosion.
    #[must_use]
    pub fn explodes(&self) -> bool {
        self.placement.is_some_and(|placement| placement.explodes())
    }

    /// Number of discs that an explosion removed, as in [`Placement::vanished`].
    #[must_use]
    pub fn vanished(&self) -> usize {
        self.placement.map_or(0, |placement| placement.vanished())
    }
}
