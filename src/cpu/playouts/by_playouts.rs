//! Tree search policy with random playouts from the leaves.
//!
//! Descends by UCT, blended with all-moves-as-first values (RAVE) while a move has few visits. Random moves prefer
//! squares with a higher mean payoff for their player in this search (MAST).

use rand::Rng;

use crate::cpu::playouts::payoffs::Payoffs;
use crate::cpu::playouts::policy::{End, Policy, TreeNode, Visit};
use crate::cpu::playouts::square_payoffs::SquarePayoffs;
use crate::rules::{ByPlayer, FastPosition, Player, SquareSet};

/// Weight of exploring moves with few visits.
const EXPLORATION: f32 = 0.2;
/// Number of visits from which a move's own mean counts more than its RAVE mean.
const LATER_WEIGHT: f32 = 100.0;

pub(super) struct ByPlayouts<'a> {
    payoffs: Payoffs<'a>,
    square_payoffs: SquarePayoffs,
}

impl<'a> ByPlayouts<'a> {
    pub(super) fn new(payoffs: Payoffs<'a>) -> Self {
        Self { payoffs, square_payoffs: SquarePayoffs::new() }
    }
}

impl Policy for ByPlayouts<'_> {
    const VISITS_TO_EXPAND: u32 = 2;

    fn payoffs(&self) -> &Payoffs<'_> {
        &self.payoffs
    }

    fn expand(&mut self, _: &FastPosition, _: Player, _: SquareSet, _: &mut [TreeNode], _: &mut impl Rng) {}

    /// UCT: mean value plus an exploration bonus that shrinks with each visit.
    fn selection_score(&self, before: &TreeNode, _children: &[TreeNode]) -> impl Fn(&TreeNode) -> f32 {
        let exploration = EXPLORATION * log2(before.visits + 1).sqrt();
        move |after| mean_payoff(after) + exploration / (after.visits as f32 + 1.0).sqrt()
    }

    fn mean(&self, after: &TreeNode) -> f32 {
        mean_payoff(after)
    }

    fn evaluate_leaf(&mut self, visit: &mut Visit, rng: &mut impl Rng) -> End {
        let rank = |player, square| self.square_payoffs.of(player, square);
        while let Some((player, square)) = visit.position.play_better_of_two(rng, rank) {
            visit.played[player].insert(square);
        }
        self.end(&visit.position.counts())
    }

    fn end(&self, counts: &ByPlayer<u16>) -> End {
        End { payoff: self.payoffs.of(counts), reported: self.payoffs.reported(counts) }
    }

    /// Adds a visit to the RAVE statistics of its later moves, and to the statistics of squares.
    fn learn(&mut self, nodes: &mut [TreeNode], visit: &Visit, end: &End) {
        for index in &visit.path {
            let Some(mover) = nodes[*index].mover else { continue };
            let children = nodes[*index].children();
            for after in &mut nodes[children] {
                if visit.played[mover].contains(after.square) {
                    after.later_visits += 1;
                    after.later_payoff_sum += f64::from(end.payoff[mover]);
                }
            }
        }
        for player in Player::ALL {
            for square in visit.played[player] {
                self.square_payoffs.learn(player, square, end.payoff[player]);
            }
        }
    }
}

/// Mean value of a move for the player who makes it; the maximum while nothing is known.
fn mean_payoff(node: &TreeNode) -> f32 {
    let mean = |sum: f64, count: u32| (sum / f64::from(count)) as f32;
    match (node.visits, node.later_visits) {
        (0, 0) => 1.0,
        (0, later) => mean(node.later_payoff_sum, later),
        (visits, 0) => mean(node.payoff_sum, visits),
        (visits, later) => {
            let (now, then) = (visits as f32, later as f32);
            let share = then / (then + now + then * now / LATER_WEIGHT);
            (1.0 - share) * mean(node.payoff_sum, visits) + share * mean(node.later_payoff_sum, later)
        }
    }
}

/// Base-2 logarithm of a positive number, linear between the powers of two. The library's logarithm may differ in the
/// last bit from machine to machine.
fn log2(number: u32) -> f32 {
    let exponent = number.ilog2();
    exponent as f32 + (number as f32 / (1_u64 << exponent) as f32 - 1.0)
}
