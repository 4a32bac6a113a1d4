//! A network together with the board that it is for: what it says of positions.

use std::sync::Arc;

use crate::cpu::shares::network::{Moment, Network, NetworkError};
use crate::cpu::shares::parts::Parts;
use crate::cpu::shares::softmax::softmax;
use crate::rules::{ByPlayer, FastPosition, Player, SquareSet, Variant};

/// Says what share of the win each player can hope for, and which moves are likely.
pub(crate) struct Judge {
    variant: Arc<Variant>,
    parts: Parts,
    network: Network,
}

impl Judge {
    /// By the network in a file, for a variant.
    ///
    /// # Errors
    /// When the file is no network for the board of the variant.
    pub(crate) fn read(file: &[u8], variant: Arc<Variant>) -> Result<Self, NetworkError> {
        let parts = Parts::new(variant.board());
        let network = Network::read(file, &parts)?;
        Ok(Self { variant, parts, network })
    }

    /// The share of the win that each player can hope for when somebody is to move, none for those who cannot win.
    pub(crate) fn shares(&self, position: &FastPosition, mover: Player, room: &mut Vec<u32>) -> ByPlayer<f32> {
        let scored = self.variant.scored();
        let mut worth = [0.0; Player::ALL.len()];
        let worth = &mut worth[..scored.len()];
        for (worth, player) in worth.iter_mut().zip(scored) {
            self.parts.configurations(position, *player, room);
            *worth = self.network.worth(room, Moment::of(position, self.parts.squares(), mover, *player));
        }
        softmax(worth);
        let mut shares = ByPlayer::default();
        for (player, share) in scored.iter().zip(worth) {
            shares[*player] = *share;
        }
        shares
    }

    /// How likely each of the mover's legal moves is, in reading order.
    pub(crate) fn likelihoods(
        &self,
        position: &FastPosition,
        mover: Player,
        squares: SquareSet,
        room: &mut Vec<u32>,
    ) -> Vec<f32> {
        self.parts.configurations(position, mover, room);
        let mut likelihoods: Vec<f32> =
            squares.iter().map(|square| self.network.promise(&self.parts, room, square)).collect();
        softmax(&mut likelihoods);
        likelihoods
    }
}
