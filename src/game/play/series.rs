//! Series of matches: games played in a row by the same players on the same board, with their score.

use serde::{Deserialize, Serialize};

use crate::rules::{ByPlayer, Player, Rank};

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

    /// Swaps the scores of two players who swap colours.
    pub(super) fn swap(&mut self, one: Player, other: Player) {
        (self.wins[one], self.wins[other]) = (self.wins[other], self.wins[one]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play::match_state::Match;
    use crate::game::play::seat::Seat;
    use crate::game::play::terms::{ColourAssignment, Terms};
    use crate::rules::{Ending, Variant};

    /// The shortest game of ordinary reversi: Black wins 13–0 with the ninth move.
    const SHORTEST: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

    fn humans(sides: ColourAssignment) -> Match {
        let mut game = Match::new(Variant::classic(8).expect("a side"), ByPlayer::from_fn(|_| Seat::Human), 1);
        game.terms = Terms { sides, ..Terms::default() };
        game
    }

    fn score(game: &Match) -> (u16, u16, u16) {
        let series = game.series_so_far();
        (series.wins(Player::Black), series.wins(Player::White), series.draws())
    }

    #[test]
    fn a_finished_match_counts_once_whatever_is_taken_back_in_it() {
        let mut game = humans(ColourAssignment::AsSeated);
        game.record.play_moves(SHORTEST).expect("is legal");
        assert_eq!(score(&game), (1, 0, 0));
        game.record.jump(8);
        assert_eq!(score(&game), (0, 0, 0), "it goes on");
        game.record.jump(9);
        game = game.again(2);
        assert_eq!((score(&game), game.series.games()), ((1, 0, 0), 1));
        game = game.again(3);
        assert_eq!(score(&game), (1, 0, 0), "an unfinished match counts for nobody");
        game.ended_early = Some(Ending::Resigned(Player::Black));
        assert_eq!(score(&game), (1, 1, 0));
        game = game.again(4);
        game.ended_early = Some(Ending::DrawAgreed);
        assert_eq!((score(&game), game.series_so_far().games()), ((1, 1, 1), 3));
        game.ended_early = Some(Ending::Abandoned);
        assert_eq!(score(&game), (1, 1, 0));
    }

    #[test]
    fn wins_follow_players_who_swap_colours() {
        let mut game = humans(ColourAssignment::Alternate);
        game.record.play_moves(SHORTEST).expect("is legal");
        game = game.again(2);
        assert_eq!(score(&game), (0, 1, 0), "the winner plays White now");
        game.record.play_moves(SHORTEST).expect("is legal");
        game = game.again(3);
        assert_eq!(score(&game), (1, 1, 0));
    }
}
