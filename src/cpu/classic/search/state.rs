//! State of a search in progress: its resources and counters.

use std::ops::ControlFlow;

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::board::stability::{EdgeStability, edge_stability};
use crate::cpu::classic::evaluation::layout::Layout;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::margins::Margins;
use crate::cpu::classic::search::processor::Processor;
use crate::cpu::classic::search::table::Table;
use crate::cpu::classic::search::team::Team;
use crate::rules::Goal;

/// Number of nodes between two calls of `should_stop`: some hundred microseconds.
const NODES_PER_CHECK: u64 = 4096;

/// Size in bytes of the table for the lower part of the tree, which fits into the cache of one processor core.
const SMALL_TABLE: usize = 512 << 10;

/// Callback that can stop the search.
pub(crate) type ShouldStop<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

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
    /// Level of selectivity; see [`Budget::FULL_WIDTH`](crate::cpu::Budget::FULL_WIDTH).
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

impl<'a, 'l, M: Processor> Search<'a, 'l, M> {
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
        if self.nodes >= self.node_limit || (self.should_stop)().is_break() {
            self.is_stopped = true;
            self.team.stop();
        } else if !self.team.is_at(self.step) {
            self.is_stopped = true;
        }
    }
}
