//! What the end of a game is worth to each player, as a tree search sees it.

use crate::cpu::decision::Score;
use crate::rules::{ByPlayer, Goal, Player, Position, Variant};

/// What the player wants who searches; all others want to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To win, by as much as possible.
    Win,
    /// To own as few discs as possible.
    FewestDiscs,
}

/// How much of what an end is worth the winning decides; the rest is decided by how far ahead a player is. A search
/// that sees neither way to win nor to lose still sees how to come closer, or to stay away from it.
const WIN_WEIGHT: f32 = 0.5;

/// What is at stake for each player of a variant.
#[derive(Clone, Copy)]
pub(crate) struct Stakes<'a> {
    variant: &'a Variant,
    searcher: Player,
    aim: Aim,
    squares: f32,
}

impl<'a> Stakes<'a> {
    /// What is at stake where the searcher looks for a move.
    pub(crate) fn new(position: &'a Position, searcher: Player, aim: Aim) -> Self {
        let variant = position.variant();
        Self { variant, searcher, aim, squares: variant.board().squares().count() as f32 }
    }

    /// What is played.
    pub(crate) const fn variant(&self) -> &'a Variant {
        self.variant
    }

    /// What is told of these final counts: each player's share of the win, or of the discs where it is not about
    /// winning.
    pub(crate) fn told(&self, counts: &ByPlayer<u16>) -> ByPlayer<f32> {
        ByPlayer::from_fn(|player| {
            if self.wants_to_win(player) {
                self.variant.share_of_win(player, counts)
            } else {
                self.share_of_discs(player, counts)
            }
        })
    }

    /// What the searcher is told, with what it means.
    pub(crate) fn score(&self, told: &ByPlayer<f32>) -> Score {
        self.score_of(self.share(told))
    }

    /// The searcher's share of the win.
    pub(crate) fn share(&self, told: &ByPlayer<f32>) -> f32 {
        told[self.searcher]
    }

    /// A share of the searcher, with what it means.
    pub(crate) fn score_of(&self, share: f32) -> Score {
        if self.is_about_winning() { Score::Wins(share) } else { Score::Discs(share) }
    }

    /// Whether the searcher plays to win: those who only cut in cannot.
    pub(crate) fn is_about_winning(&self) -> bool {
        self.wants_to_win(self.searcher)
    }

    fn wants_to_win(&self, player: Player) -> bool {
        self.is_scored(player) && (self.aim == Aim::Win || player != self.searcher)
    }

    pub(crate) fn is_scored(&self, player: Player) -> bool {
        self.variant.scored().contains(&player)
    }

    /// The share of the board that a player's discs hold.
    pub(crate) fn share_of_discs(&self, player: Player, counts: &ByPlayer<u16>) -> f32 {
        f32::from(counts[player]) / self.squares
    }

    /// What these final counts are worth to each player, from 0 to 1.
    ///
    /// Nobody knows what a player wants who cannot win. As one does who plays for oneself, it counts its own discs.
    pub(crate) fn worth(&self, counts: &ByPlayer<u16>) -> ByPlayer<f32> {
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

    /// How far a scored player is ahead of the best other, from 0 to 1: a third of the board either way is all there
    /// is.
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
