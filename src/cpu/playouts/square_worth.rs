//! What playing a square has been worth to each player, anywhere in the playouts of one search.

use crate::rules::{Player, Square};

/// Means by player and square.
pub(crate) struct SquareWorth(Vec<Mean>);

#[derive(Clone, Copy)]
struct Mean {
    worth: f32,
    /// How many playouts it is the mean of, and one that makes the beginning less abrupt.
    count: f32,
}

impl SquareWorth {
    /// Nothing is known: all squares are worth the same.
    pub(crate) fn new() -> Self {
        Self(vec![Mean { worth: 0.5, count: 1.0 }; Player::ALL.len() * Square::COUNT])
    }

    /// What playing the square has been worth to the player on average.
    pub(crate) fn of(&self, player: Player, square: Square) -> f32 {
        self.0[index(player, square)].worth
    }

    /// Takes in what the end of a playout was worth in which the player played the square.
    pub(crate) fn learn(&mut self, player: Player, square: Square, worth: f32) {
        let mean = &mut self.0[index(player, square)];
        mean.count += 1.0;
        mean.worth += (worth - mean.worth) / mean.count;
    }
}

const fn index(player: Player, square: Square) -> usize {
    player as usize * Square::COUNT + square.index()
}
