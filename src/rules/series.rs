//! Series of matches: games played in a row by the same players on the same board, with their score.

use serde::{Deserialize, Serialize};

use super::{ByPlayer, Player, Rank};

/// Score of a series of matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Series {
    /// Matches won, by the colour that the winner plays now.
    wins: ByPlayer<u16>,
    /// Matches without a single winner.
    draws: u16,
}

impl Series {
    /// Returns whether no match has been played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Matches won by a player.
    #[must_use]
    pub fn wins(&self, player: Player) -> u16 {
        self.wins[player]
    }

    /// Matches without a single winner.
    #[must_use]
    pub const fn draws(&self) -> u16 {
        self.draws
    }

    /// Number of matches.
    #[must_use]
    pub fn games(&self) -> u16 {
        self.wins.iter().fold(self.draws, |games, (_, wins)| games.saturating_add(*wins))
    }

    /// The series with another match, given its final ranking.
    #[must_use]
    pub fn with(mut self, ranks: &[Rank]) -> Self {
        let mut first = ranks.iter().filter(|rank| rank.place == 1);
        match (first.next(), first.next()) {
            (Some(winner), None) => self.wins[winner.player] = self.wins[winner.player].saturating_add(1),
            (Some(_), Some(_)) => self.draws = self.draws.saturating_add(1),
            (None, _) => {}
        }
        self
    }

    /// The series after the players have changed colours: `before` is the colour that each had.
    #[must_use]
    pub fn recoloured(self, before: impl Fn(Player) -> Player) -> Self {
        Self { wins: ByPlayer::from_fn(|player| self.wins[before(player)]), ..self }
    }

    /// Swaps the results of two players who swap their colours.
    pub const fn swap(&mut self, one: Player, other: Player) {
        self.wins.swap(one, other);
    }
}
