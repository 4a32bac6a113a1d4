//! A network with the board that it is for, and its predictions for positions.

use std::sync::Arc;

use crate::cpu::shares::network::{Moment, Network, NetworkError};
use crate::cpu::shares::parts::Parts;
use crate::cpu::shares::softmax::softmax;
use crate::rules::{ByPlayer, FastPosition, Player, SquareSet, Variant};

/// Predicts the players' shares of the win, and the likely moves.
pub(crate) struct BoardNetwork {
    variant: Arc<Variant>,
    parts: Parts,
    network: Network,
}

impl BoardNetwork {
    /// Reads the network of a variant from a file.
    ///
    /// # Errors
    /// A [`NetworkError`] if the file is not a network for the variant's board.
    pub(crate) fn read(file: &[u8], variant: Arc<Variant>) -> Result<Self, NetworkError> {
        let parts = Parts::new(variant.board());
        let network = Network::read(file, &parts)?;
        Ok(Self { variant, parts, network })
    }

    /// Predicted share of the win of each player when `mover` is to move; 0 for players who cannot win.
    pub(crate) fn shares(&self, position: &FastPosition, mover: Player, room: &mut Vec<u32>) -> ByPlayer<f32> {
        let scored = self.variant.scored();
        let mut outputs = [0.0; Player::ALL.len()];
        let outputs = &mut outputs[..scored.len()];
        for (output, player) in outputs.iter_mut().zip(scored) {
            self.parts.configurations(position, *player, room);
            *output = self.network.output(room, Moment::of(position, self.parts.squares(), mover, *player));
        }
        softmax(outputs);
        let mut shares = ByPlayer::default();
        for (player, share) in scored.iter().zip(outputs) {
            shares[*player] = *share;
        }
        shares
    }

    /// Prior probability of each of the mover's legal moves, in reading order.
    pub(crate) fn priors(
        &self,
        position: &FastPosition,
        mover: Player,
        squares: SquareSet,
        room: &mut Vec<u32>,
    ) -> Vec<f32> {
        self.parts.configurations(position, mover, room);
        let mut priors: Vec<f32> =
            squares.iter().map(|square| self.network.move_logit(&self.parts, room, square)).collect();
        softmax(&mut priors);
        priors
    }
}
