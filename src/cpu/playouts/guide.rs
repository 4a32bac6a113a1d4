//! What leads a tree search: where it looks, and what it takes a position for where its tree ends.

use std::ops::Range;

use rand::Rng;

use crate::cpu::playouts::stakes::Stakes;
use crate::rules::{ByPlayer, FastPosition, Player, Square, SquareSet};

/// A position of the tree, and what is known of the move that leads to it.
pub(super) struct Node {
    /// The move.
    pub(super) square: Square,
    pub(super) visits: u32,
    /// The sum of what those visits were worth to whoever made the move.
    pub(super) worth: f64,
    /// Visits through the position before the move in which the same player made it then or later.
    pub(super) later_visits: u32,
    pub(super) later_worth: f64,
    /// How likely the move is at a glance.
    pub(super) likelihood: f32,
    /// Who moves here; nobody where the moves are not part of the tree.
    pub(super) mover: Option<Player>,
    /// Where its moves are among the nodes, in reading order.
    pub(super) first_child: u32,
    pub(super) child_count: u16,
    /// How the game ends from here, if that is known: an index among the ends that the search knows.
    pub(super) known: Option<u32>,
}

/// How a game ends, or what is to be hoped for.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// What it is worth to each player, from 0 to 1.
    pub(super) worth: ByPlayer<f32>,
    /// What is told of it: each player's share of the win, or of the discs.
    pub(super) told: ByPlayer<f32>,
}

/// One way through the tree, and perhaps on to the end of the game.
pub(super) struct Visit {
    pub(super) position: FastPosition,
    /// The nodes on its way through the tree.
    pub(super) path: Vec<usize>,
    /// What each player has played.
    pub(super) played: ByPlayer<SquareSet>,
}

/// Leads a search.
pub(super) trait Guide {
    /// How often a position is reached before its moves become part of the tree.
    const VISITS_TO_EXPAND: u32;

    /// What is at stake.
    fn stakes(&self) -> &Stakes<'_>;

    /// Takes a look at moves that become part of the tree.
    fn expand(
        &mut self,
        position: &FastPosition,
        mover: Player,
        squares: SquareSet,
        children: &mut [Node],
        rng: &mut impl Rng,
    );

    /// Says of each of the moves of a position that is not played out how much it promises to whoever makes it.
    fn promise(&self, before: &Node, children: &[Node]) -> impl Fn(&Node) -> f32;

    /// How good a move looks to whoever makes it, of two that were tried equally often.
    fn mean(&self, after: &Node) -> f32;

    /// What the position is worth in which a visit left the tree; it may be played on there.
    fn judge(&mut self, visit: &mut Visit, rng: &mut impl Rng) -> End;

    /// What final counts are worth.
    fn end(&self, counts: &ByPlayer<u16>) -> End;

    /// Learns from a visit besides what its nodes have learnt.
    fn learn(&mut self, nodes: &mut [Node], visit: &Visit, end: &End);
}

impl Visit {
    /// Where it leaves the tree: its root at least.
    pub(super) fn leaf(&self) -> usize {
        self.path.last().copied().unwrap_or_default()
    }
}

impl Node {
    pub(super) const fn new(square: Square) -> Self {
        Self {
            square,
            visits: 0,
            worth: 0.0,
            later_visits: 0,
            later_worth: 0.0,
            likelihood: 0.0,
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
