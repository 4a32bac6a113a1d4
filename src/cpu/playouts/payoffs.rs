//! Payoffs at the end of a game for each player, as a tree search sees them.

use crate::cpu::report::Score;
use crate::rules::{ByPlayer, Goal, Player, Position, Variant};

/// Aim of the searching player; all others want to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Win, by as much as possible.
    Win,
    /// Own as few discs as possible.
    FewestDiscs,
}

/// Weight of winning in the payoff; the rest is the lead. The lead lets a search make progress even while every move
/// seems to win, or every move to lose.
const WIN_WEIGHT: f32 = 0.5;

/// Payoffs for the players of a variant.
#[derive(Clone, Copy)]
pub(crate) struct Payoffs<'a> {
    variant: &'a Variant,
    searcher: Player,
    aim: Aim,
    squares: f32,
}

impl<'a> Payoffs<'a> {
    /// Payoffs in a search by `searcher`.
    pub(crate) fn new(position: &'a Position, searcher: Player, aim: Aim) -> Self {
        let variant = position.variant();
        Self { variant, searcher, aim, squares: variant.board().squares().count() as f32 }
    }

    pub(crate) const fn variant(&self) -> &'a Variant {
        self.variant
    }

    /// Reported result for these final counts: each player's share of the win, or of the discs if the player does not
    /// aim to win.
    pub(crate) fn reported(&self, counts: &ByPlayer<u16>) -> ByPlayer<f32> {
        ByPlayer::from_fn(|player| {
            if self.wants_to_win(player) {
                self.variant.share_of_win(player, counts)
            } else {
                self.share_of_discs(player, counts)
            }
        })
    }

    /// The searcher's share as a score.
    pub(crate) fn score(&self, reported: &ByPlayer<f32>) -> Score {
        self.score_of(self.share(reported))
    }

    pub(crate) fn share(&self, reported: &ByPlayer<f32>) -> f32 {
        reported[self.searcher]
    }

    /// Wraps a share in the kind of score that the searcher aims for.
    pub(crate) fn score_of(&self, share: f32) -> Score {
        if self.is_about_winning() { Score::Wins(share) } else { Score::Discs(share) }
    }

    /// Returns whether the searcher plays to win. Players who are not scored cannot win.
    pub(crate) fn is_about_winning(&self) -> bool {
        self.wants_to_win(self.searcher)
    }

    fn wants_to_win(&self, player: Player) -> bool {
        self.is_scored(player) && (self.aim == Aim::Win || player != self.searcher)
    }

    pub(crate) fn is_scored(&self, player: Player) -> bool {
        self.variant.scored().contains(&player)
    }

    /// Share of the board's squares that hold a player's discs.
    pub(crate) fn share_of_discs(&self, player: Player, counts: &ByPlayer<u16>) -> f32 {
        f32::from(counts[player]) / self.squares
    }

    /// Payoff of these final counts for each player, from 0 to 1.
    ///
    /// The aim of a player who cannot win is undefined; such a player maximises its own discs, like one who plays for
    /// themselves.
    pub(crate) fn of(&self, counts: &ByPlayer<u16>) -> ByPlayer<f32> {
        ByPlayer::from_fn(|player| {
            if player == self.searcher && self.aim == Aim::FewestDiscs {
                1.0 - self.share_of_discs(player, counts)
            } else if self.wants_to_win(player) {
                let lead = self.lead(player, counts);
                WIN_WEIGHT * self.variant.share_of_win(player, counts) + (1.0 - WIN_WEIGHT) * lead
            } else {
                self.share_of_discs(player, counts)
            }
        })
    }

    /// Lead of a scored player over the best other, mapped to 0 to 1; it saturates at a third of the board either way.
    fn lead(&self, player: Player, counts: &ByPlayer<u16>) -> f32 {
        let others = self.variant.scored().iter().filter(|other| **other != player);
        let best_other = self.variant.goal().best(others.map(|other| counts[*other])).unwrap_or_default();
        let ahead = f32::from(counts[player]) - f32::from(best_other);
        let ahead = match self.variant.goal() {
            Goal::Most => ahead,
            Goal::Fewest => -ahead,
        };
        (0.5 + 1.5 * ahead / self.squares).clamp(0.0, 1.0)
    }
}
