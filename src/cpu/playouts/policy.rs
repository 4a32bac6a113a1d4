//! The policy of a tree search: which moves it visits, and how it evaluates the leaves.

use std::ops::Range;

use rand::Rng;

use crate::cpu::playouts::payoffs::Payoffs;
use crate::rules::{ByPlayer, FastPosition, Player, Square, SquareSet};

/// A node of the tree: a position, and statistics of the move that leads to it.
pub(super) struct TreeNode {
    pub(super) square: Square,
    pub(super) visits: u32,
    /// Sum of the visits' payoffs for the player who made the move.
    pub(super) payoff_sum: f64,
    /// Visits through the parent in which the same player made this move then or later (RAVE).
    pub(super) later_visits: u32,
    pub(super) later_payoff_sum: f64,
    /// Prior probability of the move.
    pub(super) prior: f32,
    /// Player to move; `None` while the node has no children.
    pub(super) mover: Option<Player>,
    /// Index of the first child among the nodes; children are in reading order.
    pub(super) first_child: u32,
    pub(super) child_count: u16,
    /// Index of the proven end of the game from here in the search's list of ends, if proven.
    pub(super) known: Option<u32>,
}

/// A final result, or an estimate of it.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// Payoff for each player, from 0 to 1.
    pub(super) payoff: ByPlayer<f32>,
    /// Reported result: each player's share of the win, or of the discs.
    pub(super) reported: ByPlayer<f32>,
}

/// One descent through the tree, optionally followed by a playout.
pub(super) struct Visit {
    pub(super) position: FastPosition,
    /// Indices of the nodes on the path.
    pub(super) path: Vec<usize>,
    pub(super) played: ByPlayer<SquareSet>,
}

/// Policy of a search.
pub(super) trait Policy {
    /// Number of visits to a position before its moves join the tree.
    const VISITS_TO_EXPAND: u32;

    /// Payoffs of the game.
    fn payoffs(&self) -> &Payoffs<'_>;

    /// Initialises the new children of a node, for example with priors.
    fn expand(
        &mut self,
        position: &FastPosition,
        mover: Player,
        squares: SquareSet,
        children: &mut [TreeNode],
        rng: &mut impl Rng,
    );

    /// Returns a function that scores the children of a node, for choosing the next move of a descent.
    fn selection_score(&self, before: &TreeNode, children: &[TreeNode]) -> impl Fn(&TreeNode) -> f32;

    /// Mean value of a move for the player who makes it, to compare two equally visited moves.
    fn mean(&self, after: &TreeNode) -> f32;

    /// Evaluates the leaf of a visit; may play the position on.
    fn evaluate_leaf(&mut self, visit: &mut Visit, rng: &mut impl Rng) -> End;

    /// Result of these final counts.
    fn end(&self, counts: &ByPlayer<u16>) -> End;

    /// Updates further statistics after a visit; the nodes on the path are already updated.
    fn learn(&mut self, nodes: &mut [TreeNode], visit: &Visit, end: &End);
}

impl Visit {
    /// Leaf of the descent; at least the root.
    pub(super) fn leaf(&self) -> usize {
        self.path.last().copied().unwrap_or_default()
    }
}

impl TreeNode {
    pub(super) const fn new(square: Square) -> Self {
        Self {
            square,
            visits: 0,
            payoff_sum: 0.0,
            later_visits: 0,
            later_payoff_sum: 0.0,
            prior: 0.0,
            mover: None,
            first_child: 0,
            child_count: 0,
            known: None,
        }
    }

    pub(super) const fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.child_count as usize
    }
}
