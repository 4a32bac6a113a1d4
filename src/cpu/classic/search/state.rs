//! A search in progress: what it works with and how far it is.

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

/// How many nodes are searched between two looks of the watch: some hundred microseconds.
const NODES_PER_LOOK: u64 = 4096;

/// The bytes of the table for the lower part of the tree: they fit into the cache that a processor core has to itself.
const SMALL_TABLE: usize = 512 << 10;

/// What a search is shown now and then, by its nodes so far; it can stop it.
pub type Look<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// What a search is given.
#[derive(Clone, Copy)]
pub(crate) struct Resources<'a> {
    pub(crate) shape: Shape,
    /// The evaluation's patterns on a board of this shape.
    pub(crate) layout: &'a Layout,
    pub(crate) table: &'a Table,
    pub(crate) evaluation: &'a Evaluation,
    /// How many nodes it visits at most.
    pub(crate) node_limit: u64,
    pub(crate) team: &'a Team,
}

/// A search.
pub(crate) struct Search<'a, 'l, M> {
    pub(crate) machine: M,
    pub(crate) shape: Shape,
    pub(crate) layout: &'a Layout,
    /// The corners of the board.
    pub(crate) corners: u64,
    /// Whether the fewest discs win: scores are then turned around.
    pub(crate) is_reversed: bool,
    /// Whether the board is that of 8 x 8 without holes and the most discs win.
    pub(crate) is_usual: bool,
    pub(crate) edges: &'static EdgeStability,
    pub(crate) table: &'a Table,
    pub(crate) small: Table,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) team: &'a Team,
    /// How sure the search must be, as [`CERTAIN`](crate::cpu::classic::search::probcut::CERTAIN) says.
    pub(crate) certainty: u8,
    pub(crate) margins: &'static Margins,
    /// What the team works on.
    pub(crate) step: u32,
    pub(crate) nodes: u64,
    node_limit: u64,
    next_look: u64,
    look: &'l mut Look<'l>,
    /// Whether it was stopped: then no score that it returns means anything.
    pub(crate) is_stopped: bool,
}

impl<'a, 'l, M: Machine> Search<'a, 'l, M> {
    pub(crate) fn new(machine: M, resources: Resources<'a>, look: &'l mut Look<'l>) -> Self {
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
            certainty: 0,
            margins: Margins::with(evaluation.goal(), evaluation.boards()),
            step: 0,
            nodes: 0,
            node_limit,
            next_look: 0,
            look,
            is_stopped: false,
        }
    }

    /// Goes on to the next step of the team.
    pub(crate) fn begin(&mut self, step: u32, certainty: u8) {
        self.step = step;
        self.certainty = certainty;
        self.is_stopped = !self.team.is_at(step);
    }

    /// The score of a game that is over, for the player to move.
    #[inline(always)]
    pub(crate) fn final_score(&self, board: Bitboards) -> i32 {
        let score = board.final_score(self.shape);
        if self.is_reversed { -score } else { score }
    }

    /// Whether the search has to end.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look_up();
        }
        self.is_stopped
    }

    #[cold]
    fn look_up(&mut self) {
        self.next_look = (self.nodes + NODES_PER_LOOK).min(self.node_limit);
        if self.nodes >= self.node_limit || (self.look)(self.nodes).is_break() {
            self.is_stopped = true;
            self.team.stop();
        } else if !self.team.is_at(self.step) {
            self.is_stopped = true;
        }
    }

    /// Whether the player to move wins, draws or loses, which the sign of the score says: it is the score that was
    /// known or the nearest that is still possible. The move is one that wins or draws; where all lose, the one that
    /// was known.
    ///
    /// When it is stopped, the move is one that was found to win or draw; if there is none, there is none.
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

    /// The score of a position, this many plies ahead, and the best move, found by windows around a guess.
    ///
    /// When it is stopped, the move is one that was found to be better than expected before; if there is none, there is
    /// none.
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
                // Where all is worse than expected, a move is nothing without those that were not seen again.
                return if is_worse || best == NO_MOVE { known } else { (score, best) };
            }
            let (is_below, is_above) = (score <= low && low > -64, score >= high && high < 64);
            if !(is_below || is_above) {
                return (score, best);
            }
            widened *= 2;
            // What the table knows from deeper searches can contradict itself: in the end all scores are let in.
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
