//! Tree search policy with a network, which evaluates the leaves and gives prior probabilities of the moves.
//!
//! Descends by PUCT (Silver and others, Mastering the game of Go without human knowledge, Nature 550, 2017, Methods,
//! "Search algorithm"): a move counts with its mean payoff plus a bonus that grows with its prior and shrinks with its
//! visits.

use rand::{Rng, RngExt};

use crate::cpu::playouts::payoffs::Payoffs;
use crate::cpu::playouts::policy::{End, Policy, TreeNode, Visit};
use crate::cpu::shares::board_network::BoardNetwork;
use crate::cpu::shares::ending::shares_at_end;
use crate::rules::{ByPlayer, FastPosition, Player, SquareSet};

/// Weight of exploring moves with a high prior and few visits.
const EXPLORATION: f32 = 0.6;

/// Reduction of the siblings' mean, as the value of a move without visits.
const CAUTION: f32 = 0.1;

/// Maximum relative change of a prior by random noise. Nothing else makes two searches of a position differ, and the
/// combined result of several threads is better the more they differ.
const SCATTER: f32 = 0.5;

pub(super) struct ByNetwork<'a> {
    payoffs: Payoffs<'a>,
    network: &'a BoardNetwork,
    room: Vec<u32>,
}

impl<'a> ByNetwork<'a> {
    pub(super) const fn new(payoffs: Payoffs<'a>, network: &'a BoardNetwork) -> Self {
        Self { payoffs, network, room: Vec::new() }
    }

    /// Payoffs of these shares of the win; players who cannot win count their own discs.
    fn payoffs_of(&self, shares: &ByPlayer<f32>, counts: &ByPlayer<u16>) -> ByPlayer<f32> {
        ByPlayer::from_fn(|player| {
            if self.payoffs.is_scored(player) { shares[player] } else { self.payoffs.share_of_discs(player, counts) }
        })
    }
}

impl Policy for ByNetwork<'_> {
    const VISITS_TO_EXPAND: u32 = 1;

    fn payoffs(&self) -> &Payoffs<'_> {
        &self.payoffs
    }

    fn expand(
        &mut self,
        position: &FastPosition,
        mover: Player,
        squares: SquareSet,
        children: &mut [TreeNode],
        rng: &mut impl Rng,
    ) {
        let priors = self.network.priors(position, mover, squares, &mut self.room);
        for (node, prior) in children.iter_mut().zip(priors) {
            node.prior = prior * (1.0 + SCATTER * rng.random_range(-1.0..1.0));
        }
    }

    fn selection_score(&self, before: &TreeNode, children: &[TreeNode]) -> impl Fn(&TreeNode) -> f32 {
        let (payoff_sum, visits) = children
            .iter()
            .fold((0.0, 0), |(payoff_sum, visits), after| (payoff_sum + after.payoff_sum, visits + after.visits));
        let unknown = if visits == 0 { 0.0 } else { (payoff_sum / f64::from(visits)) as f32 - CAUTION };
        let exploration = EXPLORATION * (before.visits as f32).sqrt();
        move |after| {
            let known = if after.visits == 0 { unknown } else { mean(after) };
            known + exploration * after.prior / (after.visits as f32 + 1.0)
        }
    }

    fn mean(&self, after: &TreeNode) -> f32 {
        mean(after)
    }

    fn evaluate_leaf(&mut self, visit: &mut Visit, _rng: &mut impl Rng) -> End {
        let counts = visit.position.counts();
        let Some(mover) = visit.position.to_move() else { return self.end(&counts) };
        let shares = self.network.shares(&visit.position, mover, &mut self.room);
        let payoff = self.payoffs_of(&shares, &counts);
        End { payoff, reported: payoff }
    }

    fn end(&self, counts: &ByPlayer<u16>) -> End {
        let shares = shares_at_end(self.payoffs.variant(), counts);
        End { payoff: self.payoffs_of(&shares, counts), reported: self.payoffs.reported(counts) }
    }

    fn learn(&mut self, _nodes: &mut [TreeNode], _visit: &Visit, _end: &End) {}
}

/// Mean payoff of a move for the player who makes it.
fn mean(node: &TreeNode) -> f32 {
    (node.payoff_sum / f64::from(node.visits.max(1))) as f32
}
