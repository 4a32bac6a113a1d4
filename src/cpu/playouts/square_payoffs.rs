//! Mean payoff of playing a square, by player, over all playouts of one search (MAST).

use crate::rules::{Player, Square};

/// Means by player and square.
pub(crate) struct SquarePayoffs(Vec<Mean>);

#[derive(Clone, Copy)]
struct Mean {
    payoff: f32,
    /// Number of playouts in the mean, plus one for the prior, which smooths the start.
    count: f32,
}

impl SquarePayoffs {
    /// Starts with the same mean for all squares.
    pub(crate) fn new() -> Self {
        Self(vec![Mean { payoff: 0.5, count: 1.0 }; Player::ALL.len() * Square::COUNT])
    }

    /// Mean payoff for the player when playing the square.
    pub(crate) fn of(&self, player: Player, square: Square) -> f32 {
        self.0[index(player, square)].payoff
    }

    /// Adds the payoff of a playout in which the player played the square.
    pub(crate) fn learn(&mut self, player: Player, square: Square, payoff: f32) {
        let mean = &mut self.0[index(player, square)];
        mean.count += 1.0;
        mean.payoff += (payoff - mean.payoff) / mean.count;
    }
}

const fn index(player: Player, square: Square) -> usize {
    player as usize * Square::COUNT + square.index()
}
