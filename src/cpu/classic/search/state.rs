//! State of a search in progress: its resources and counters.

use std::ops::ControlFlow;

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::board::stability::{EdgeStability, edge_stability};
use crate::cpu::classic::evaluation::layout::Layout;
use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::probcut::Margins;
use crate::cpu::classic::search::table::{NO_MOVE, Table};
use crate::cpu::classic::search::team::Team;
use crate::rules::Goal;

/// Number of nodes between two calls of `should_stop`: some hundred microseconds.
const NODES_PER_CHECK: u64 = 4096;

/// Size in bytes of the table for the lower part of the tree, which fits into the cache of one processor core.
const SMALL_TABLE: usize = 512 << 10;

/// Callback with the number of nodes so far; can stop the search.
pub type ShouldStop<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

#[derive(Clone, Copy)]
pub(crate) struct Resources<'a> {
    pub(crate) shape: Shape,
    /// The evaluation's patterns on a board of this shape.
    pub(crate) layout: &'a Layout,
    pub(crate) table: &'a Table,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) node_limit: u64,
    pub(crate) team: &'a Team,
}

pub(crate) struct Search<'a, 'l, M> {
    pub(crate) machine: M,
    pub(crate) shape: Shape,
    pub(crate) layout: &'a Layout,
    pub(crate) corners: u64,
    /// True if the fewest discs win, so that scores are negated.
    pub(crate) is_reversed: bool,
    /// True on 8 x 8 without holes if the most discs win; selects the table-driven score of the last move.
    pub(crate) is_usual: bool,
    pub(crate) edges: &'static EdgeStability,
    pub(crate) table: &'a Table,
    pub(crate) small: Table,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) team: &'a Team,
    /// Level of selectivity; see [`FULL_WIDTH`](crate::cpu::classic::search::probcut::FULL_WIDTH).
    pub(crate) selectivity: u8,
    pub(crate) margins: &'static Margins,
    /// Step on which the team works.
    pub(crate) step: u32,
    pub(crate) nodes: u64,
    node_limit: u64,
    next_check: u64,
    should_stop: &'l mut ShouldStop<'l>,
    /// Set once the search is stopped. The scores that it returns are then meaningless.
    pub(crate) is_stopped: bool,
}

impl<'a, 'l, M: Machine> Search<'a, 'l, M> {
    pub(crate) fn new(machine: M, resources: Resources<'a>, should_stop: &'l mut ShouldStop<'l>) -> Self {
        let Resources { shape, layout, table, evaluation, node_limit, team } = resources;
        Self {
            machine,
            shape,
            layout,
            corners: shape.corners(),
            is_reversed: evaluation.goal() == Goal::Fewest,
            is_usual: shape == Shape::FULL && evaluation.goal() == Goal::Most,
            edges: edge_stability(),
            table,
            small: Table::new(SMALL_TABLE),
            evaluation,
            team,
            selectivity: 0,
            margins: Margins::with(evaluation.goal(), evaluation.boards()),
            step: 0,
            nodes: 0,
            node_limit,
            next_check: 0,
            should_stop,
            is_stopped: false,
        }
    }

    /// Begins the next step of the team.
    pub(crate) fn begin(&mut self, step: u32, selectivity: u8) {
        self.step = step;
        self.selectivity = selectivity;
        self.is_stopped = !self.team.is_at(step);
    }

    /// Score of a finished game for the player to move.
    #[inline(always)]
    pub(crate) fn final_score(&self, board: Bitboards) -> i32 {
        let score = board.final_score(self.shape);
        if self.is_reversed { -score } else { score }
    }

    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_stop();
        }
        self.is_stopped
    }

    #[cold]
    fn check_stop(&mut self) {
        self.next_check = (self.nodes + NODES_PER_CHECK).min(self.node_limit);
        if self.nodes >= self.node_limit || (self.should_stop)(self.nodes).is_break() {
            self.is_stopped = true;
            self.team.stop();
        } else if !self.team.is_at(self.step) {
            self.is_stopped = true;
        }
    }

    /// Determines whether the player to move wins, draws or loses, given by the sign of the score. The score is the
    /// known one, or the nearest that is still possible. The move is one that wins or draws; if all lose, the known
    /// one.
    ///
    /// If stopped, the move is one found to win or draw, or [`NO_MOVE`].
    pub(crate) fn outcome(&mut self, node: &Node, depth: u32, known: (i32, u8)) -> (i32, u8) {
        let (score, best) = if self.is_stopped { (-1, NO_MOVE) } else { self.principal(node, depth, -1, 1) };
        match score {
            1.. => (score.max(known.0), best),
            0 => (0, best),
            _ if self.is_stopped => (known.0, NO_MOVE),
            // No move was found to be better than the others.
            _ => (score.min(known.0), known.1),
        }
    }

    /// Aspiration search: score of a position at this depth and the best move, by widening windows around a guess.
    ///
    /// If stopped, the move is one found to be better than expected, or [`NO_MOVE`].
    pub(crate) fn aspire(&mut self, node: &Node, depth: u32, guess: i32, width: i32) -> (i32, u8) {
        let mut known = (guess, NO_MOVE);
        if self.is_stopped {
            return known;
        }
        let (mut low, mut high) = ((guess - width).max(-64), (guess + width).min(64));
        let mut widened = width;
        let mut is_worse = false;
        loop {
            let (score, best) = self.principal(node, depth, low, high);
            if self.is_stopped {
                // If all moves are worse than expected, one of them means nothing before the others are searched again.
                return if is_worse || best == NO_MOVE { known } else { (score, best) };
            }
            let (is_below, is_above) = (score <= low && low > -64, score >= high && high < 64);
            if !(is_below || is_above) {
                return (score, best);
            }
            widened *= 2;
            // Table entries of deeper searches may contradict each other, so the window finally opens completely.
            (low, high) = match is_below {
                _ if widened > 64 => (-64, 64),
                true => ((score - widened).max(-64), score + 1),
                false => (score - 1, (score + widened).min(64)),
            };
            if is_above {
                known = (score, best);
            }
            is_worse |= is_below;
        }
    }
}
