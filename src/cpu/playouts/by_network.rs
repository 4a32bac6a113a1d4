//! Tree search policy with a network, which evaluates the leaves and gives prior probabilities of the moves.
//!
//! Descends by PUCT (Silver and others, Mastering the game of Go without human knowledge, Nature 550, 2017, Methods,
//! "Search algorithm"): a move counts with its mean payoff plus a bonus that grows with its prior and shrinks with its
//! visits.

use rand::{Rng, RngExt};

use crate::cpu::playouts::guide::{End, Guide, Node, Visit};
use crate::cpu::playouts::stakes::Stakes;
use crate::cpu::shares::ending::shares_at_end;
use crate::cpu::shares::judge::Judge;
use crate::rules::{ByPlayer, FastPosition, Player, SquareSet};

/// Weight of exploring moves with a high prior and few visits.
const EXPLORATION: f32 = 0.6;

/// Reduction of the siblings' mean, as the value of a move without visits.
const CAUTION: f32 = 0.1;

/// Maximum relative change of a prior by random noise. Nothing else makes two searches of a position differ, and the
/// combined result of several threads is better the more they differ.
const SCATTER: f32 = 0.5;

pub(super) struct ByNetwork<'a> {
    stakes: Stakes<'a>,
    judge: &'a Judge,
    room: Vec<u32>,
}

impl<'a> ByNetwork<'a> {
    pub(super) const fn new(stakes: Stakes<'a>, judge: &'a Judge) -> Self {
        Self { stakes, judge, room: Vec::new() }
    }

    /// Payoffs of these shares of the win; players who cannot win count their own discs.
    fn worth(&self, shares: &ByPlayer<f32>, counts: &ByPlayer<u16>) -> ByPlayer<f32> {
        ByPlayer::from_fn(|player| {
            if self.stakes.is_scored(player) { shares[player] } else { self.stakes.share_of_discs(player, counts) }
        })
    }
}

impl Guide for ByNetwork<'_> {
    const VISITS_TO_EXPAND: u32 = 1;

    fn stakes(&self) -> &Stakes<'_> {
        &self.stakes
    }

    fn expand(
        &mut self,
        position: &FastPosition,
        mover: Player,
        squares: SquareSet,
        children: &mut [Node],
        rng: &mut impl Rng,
    ) {
        let likelihoods = self.judge.likelihoods(position, mover, squares, &mut self.room);
        for (node, likelihood) in children.iter_mut().zip(likelihoods) {
            node.likelihood = likelihood * (1.0 + SCATTER * rng.random_range(-1.0..1.0));
        }
    }

    fn promise(&self, before: &Node, children: &[Node]) -> impl Fn(&Node) -> f32 {
        let (worth, visits) =
            children.iter().fold((0.0, 0), |(worth, visits), after| (worth + after.worth, visits + after.visits));
        let unknown = if visits == 0 { 0.0 } else { (worth / f64::from(visits)) as f32 - CAUTION };
        let exploration = EXPLORATION * (before.visits as f32).sqrt();
        move |after| {
            let known = if after.visits == 0 { unknown } else { mean(after) };
            known + exploration * after.likelihood / (after.visits as f32 + 1.0)
        }
    }

    fn mean(&self, after: &Node) -> f32 {
        mean(after)
    }

    fn judge(&mut self, visit: &mut Visit, _rng: &mut impl Rng) -> End {
        let counts = visit.position.counts();
        let Some(mover) = visit.position.to_move() else { return self.end(&counts) };
        let shares = self.judge.shares(&visit.position, mover, &mut self.room);
        let worth = self.worth(&shares, &counts);
        End { worth, told: worth }
    }

    fn end(&self, counts: &ByPlayer<u16>) -> End {
        let shares = shares_at_end(self.stakes.variant(), counts);
        End { worth: self.worth(&shares, counts), told: self.stakes.told(counts) }
    }

    fn learn(&mut self, _nodes: &mut [Node], _visit: &Visit, _end: &End) {}
}

/// Mean payoff of a move for the player who makes it.
fn mean(node: &Node) -> f32 {
    (node.worth / f64::from(node.visits.max(1))) as f32
}
