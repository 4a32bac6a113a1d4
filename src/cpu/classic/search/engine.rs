//! The engine: what is asked of it, and what it finds.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::evaluation::layout::Layout;
use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::machine::{Machine, MachineKind, Task};
use crate::cpu::classic::search::probcut::CERTAIN;
use crate::cpu::classic::search::state::{Look, Resources, Search};
use crate::cpu::classic::search::table::{Key, NO_MOVE, Table};
use crate::cpu::classic::search::team::Team;
use crate::cpu::crew::{Crew, alone};
use crate::rules::Goal;

/// How far the engine looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// How many plies, where the end of the game is further away.
    pub depth: u32,
    /// From how many empties on it plays perfectly.
    pub exact_from: u32,
    /// How sure it is of what lies within the depth: [`Reach::CERTAIN`] of all, less where what a shallow search makes
    /// unlikely is not looked at.
    pub certainty: u8,
    /// After how many nodes it stops, on each thread. An end of the game with eleven empties or fewer that is being
    /// solved then is solved first: some ten thousand nodes more.
    pub nodes: u64,
}

impl Reach {
    /// To the end of the game, however long it takes.
    pub const TO_THE_END: Self = Self { depth: 64, exact_from: 64, certainty: Self::CERTAIN, nodes: u64::MAX };
    /// The certainty of a search that leaves nothing out.
    pub const CERTAIN: u8 = CERTAIN;
}

/// What the engine found out about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How it expects the game to go on: squares by their bits, the best move first. Passes are left out.
    pub line: Vec<u8>,
    /// The discs by which the player to move is expected to be ahead; behind, where the fewest discs win.
    pub score: i32,
    /// How many plies it looked ahead; where it was stopped, perhaps with some of the moves only.
    pub depth: u32,
    /// Whether that is the end of the game, and the score certain.
    pub is_exact: bool,
    /// How many positions were visited.
    pub nodes: u64,
}

/// Is told each answer on the way to the last.
pub type Tell<'a> = dyn FnMut(&Finding) + 'a;

/// A search program for two players, with what it remembers.
pub struct Engine {
    evaluation: Arc<Evaluation>,
    /// Whether the evaluation is the one that the game comes with for the shape.
    is_built_in: bool,
    table: Table,
    /// What the positions in the table are on: they do not say it themselves.
    shape: Shape,
    /// The evaluation's patterns on a board of this shape.
    layout: Arc<Layout>,
    /// Always one that is at hand.
    machine: MachineKind,
}

impl Engine {
    /// The bytes of the table of an engine that looks far: the same everywhere, as what is found within a number of
    /// nodes depends on it, and few enough for a page.
    pub const TABLE_BYTES: usize = 32 << 20;

    /// An engine that plays for the goal of an evaluation, whose transposition table takes about this many bytes.
    #[must_use]
    pub fn new(evaluation: Arc<Evaluation>, table_bytes: usize) -> Self {
        Self::with(evaluation, false, Shape::FULL, table_bytes)
    }

    /// An engine with the evaluations that the game comes with for a goal: that for boards of this shape, and those for
    /// others as soon as they are searched.
    #[must_use]
    pub fn built_in(goal: Goal, shape: Shape, table_bytes: usize) -> Self {
        Self::with(Evaluation::built_in_for(goal, shape), true, shape, table_bytes)
    }

    fn with(evaluation: Arc<Evaluation>, is_built_in: bool, shape: Shape, table_bytes: usize) -> Self {
        let (table, layout) = (Table::new(table_bytes), evaluation.layout(shape));
        Self { evaluation, is_built_in, table, shape, layout, machine: MachineKind::best() }
    }

    /// The same, searching on this kind of processor; `None` where the one at hand is not of it.
    #[must_use]
    pub fn on(self, machine: MachineKind) -> Option<Self> {
        machine.is_at_hand().then_some(Self { machine, ..self })
    }

    /// The goal for which it plays.
    pub(crate) fn goal(&self) -> Goal {
        self.evaluation.goal()
    }

    /// Forgets all that it remembers: then the same question gets the same answer.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The score of a position without looking ahead: the true one if the game is over.
    #[must_use]
    pub fn glance(&mut self, board: Bitboards, shape: Shape) -> i32 {
        if self.shape != shape {
            self.turn_to(shape);
        }
        self.glance_here(board)
    }

    fn glance_here(&self, board: Bitboards) -> i32 {
        if !board.is_over(self.shape) {
            return self.evaluation.glance_on(&self.layout, board);
        }
        let score = board.final_score(self.shape);
        match self.evaluation.goal() {
            Goal::Most => score,
            Goal::Fewest => -score,
        }
    }

    /// Turns to boards of another shape, on which nothing is known yet.
    fn turn_to(&mut self, shape: Shape) {
        self.forget();
        self.shape = shape;
        if self.is_built_in {
            self.evaluation = Evaluation::built_in_for(self.evaluation.goal(), shape);
        }
        self.layout = self.evaluation.layout(shape);
    }

    /// The best move; `None` if the player to move has none. `tell` is told each better answer on the way; `look` is
    /// shown the nodes so far, thousands of times a second, and can end the search: then the last answer counts.
    ///
    /// What an engine that has forgotten everything finds within a number of nodes is always the same.
    ///
    /// # Panics
    /// As all that looks at a position: when a square has discs of both players.
    pub fn search(
        &mut self,
        board: Bitboards,
        shape: Shape,
        reach: Reach,
        tell: &mut Tell<'_>,
        look: &mut Look<'_>,
    ) -> Option<Finding> {
        self.search_together(board, shape, reach, tell, look, &alone)
    }

    /// As [`Self::search`], on all the threads that a crew lends. Which of several best moves is found, and how many
    /// nodes it takes, is then up to chance.
    pub fn search_together(
        &mut self,
        board: Bitboards,
        shape: Shape,
        reach: Reach,
        tell: &mut Tell<'_>,
        look: &mut Look<'_>,
        crew: &Crew<'_>,
    ) -> Option<Finding> {
        self.begin(shape);
        self.find(board, reach, tell, look, crew)
    }

    /// Begins a question about a position on a board: what the table knows from those before gives way first.
    pub(crate) fn begin(&mut self, shape: Shape) {
        if self.shape == shape {
            self.table.grow_old();
        } else {
            self.turn_to(shape);
        }
    }

    /// As [`Self::search_together`], for the question that was begun last.
    fn find(
        &mut self,
        board: Bitboards,
        reach: Reach,
        tell: &mut Tell<'_>,
        look: &mut Look<'_>,
        crew: &Crew<'_>,
    ) -> Option<Finding> {
        let shape = self.shape;
        let first_legal = board.legal_moves(shape).checked_ilog2()?;
        let mut found = Finding { line: vec![first_legal as u8], score: 0, depth: 0, is_exact: false, nodes: 0 };
        let team = Team::new();
        let Self { evaluation, layout, table, machine, .. } = self;
        let resources = Resources { shape, layout, table, evaluation, node_limit: reach.nodes, team: &team };
        let deepening = Deepening { board, reach, resources };
        crew(
            &|| {
                machine.run(Work { deepening, look: &mut |_| ControlFlow::Continue(()), tell: &mut |_| {} });
            },
            &mut || {
                let keep = &mut |finding| {
                    found = finding;
                    tell(&found);
                };
                machine.run(Work { deepening, look: &mut *look, tell: keep });
            },
        );
        Some(Finding { nodes: team.nodes(), ..found })
    }

    /// As [`Self::search_together`], also where the player to move must pass or the game is over: then the line is
    /// empty.
    pub fn judge(
        &mut self,
        board: Bitboards,
        shape: Shape,
        reach: Reach,
        tell: &mut Tell<'_>,
        look: &mut Look<'_>,
        crew: &Crew<'_>,
    ) -> Finding {
        self.begin(shape);
        self.settle(board, reach, tell, look, crew)
    }

    /// As [`Self::judge`], for the question that was begun last.
    pub(crate) fn settle(
        &mut self,
        board: Bitboards,
        reach: Reach,
        tell: &mut Tell<'_>,
        look: &mut Look<'_>,
        crew: &Crew<'_>,
    ) -> Finding {
        if let Some(found) = self.find(board, reach, tell, look, crew) {
            return found;
        }
        let of_pass = |found: &Finding| Finding { score: -found.score, line: Vec::new(), ..*found };
        let mut tell_pass = |found: &Finding| tell(&of_pass(found));
        let passed = self.find(board.passed(), reach, &mut tell_pass, look, crew);
        passed.as_ref().map_or_else(
            || Finding { line: Vec::new(), score: self.glance_here(board), depth: 0, is_exact: true, nodes: 0 },
            of_pass,
        )
    }
}

/// How many plies before the end of the game a search leaps to it.
const LEAP: u32 = 10;

/// With at most this many empties, the leap to the end is not refined step by step.
const SURE: u32 = 14;

/// The winner is in doubt when the lead is at most this many discs: the errors of a search that leaves little out are
/// smaller by far, and elsewhere a proof of it is time spent for nothing.
const IN_DOUBT: i32 = 6;

/// What a step asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sought {
    /// How many discs the player to move is ahead.
    Score,
    /// Only whether they win, draw or lose, if that is in doubt.
    Outcome,
}

/// One search of those that a thought consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u32,
    certainty: u8,
    sought: Sought,
}

/// What a thought goes through: ever deeper, and at the end of the game ever surer. Before it is certain by how much
/// somebody wins, it is that they do: a thought that is stopped then does not give a won game away for a few discs.
fn steps(empties: u32, reach: Reach) -> Vec<Step> {
    let score = |depth, certainty| Step { depth, certainty, sought: Sought::Score };
    if empties > reach.exact_from && reach.depth < empties {
        return (1..=reach.depth).map(|depth| score(depth, reach.certainty)).collect();
    }
    let deepening = (1..empties.saturating_sub(LEAP)).map(|depth| score(depth, 0));
    let last = score(empties, CERTAIN);
    let surer = (0..3).map(|certainty| score(empties, certainty)).chain([Step { sought: Sought::Outcome, ..last }]);
    deepening.chain(surer.filter(|_| empties > SURE)).chain([last]).collect()
}

/// A search ply by ply deeper.
#[derive(Clone, Copy)]
struct Deepening<'a> {
    board: Bitboards,
    reach: Reach,
    resources: Resources<'a>,
}

/// One worker's part of it.
struct Work<'a, 'l> {
    deepening: Deepening<'a>,
    look: &'l mut Look<'l>,
    tell: &'l mut dyn FnMut(Finding),
}

impl Task for Work<'_, '_> {
    type Output = ();

    fn run(self, machine: impl Machine) {
        let Self { deepening: Deepening { board, reach, resources }, look, tell } = self;
        let Resources { shape, layout, table, team, .. } = resources;
        let empties = board.empties(shape).count_ones();
        let mut search = Search::new(machine, resources, look);
        let node = Node::new(board, layout);
        let glance = search.glance(&node);
        let (mut known, mut known_before, mut counted) = ((glance, NO_MOVE), glance, 0);
        for (step, Step { depth, certainty, sought }) in (0..).zip(steps(empties, reach)) {
            search.begin(step, certainty);
            let result = match sought {
                Sought::Outcome if known.0.abs() > IN_DOUBT => known,
                Sought::Outcome => search.outcome(&node, depth, known),
                Sought::Score if depth == empties => search.aspire(&node, depth, known.0, 2),
                // Two plies ago the same player was to move where the search ended.
                Sought::Score => search.aspire(&node, depth, known_before, 4),
            };
            team.add_nodes(search.nodes - counted);
            counted = search.nodes;
            if !search.is_stopped {
                team.finish(step, result);
            }
            // Somebody else may have been first. Where nobody got to the end, a better move that was found on the way
            // counts.
            let finished = team.result(step);
            let better = Some(result).filter(|(_, best)| *best != NO_MOVE);
            let Some((score, best)) = finished.or(better) else { return };
            known_before = known.0;
            known = (score, best);
            let is_last = depth == empties && certainty == CERTAIN && sought == Sought::Score;
            let is_exact = finished.is_some() && is_last;
            tell(Finding { line: line_of(table, board, shape, best), score, depth, is_exact, nodes: team.nodes() });
            if finished.is_none() {
                return;
            }
        }
    }
}

/// The moves that the table knows as best, one after the other.
fn line_of(table: &Table, board: Bitboards, shape: Shape, best: u8) -> Vec<u8> {
    let (mut line, mut board, mut square) = (Vec::new(), board, best);
    while square != NO_MOVE && board.legal_moves(shape) >> square & 1 == 1 {
        line.push(square);
        board = board.played(square.into(), board.flips(square.into()));
        if board.legal_moves(shape) == 0 {
            board = board.passed();
        }
        square = table.get(Key::of(board)).map_or(NO_MOVE, |found| found.best[0]);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_the_end_is_to_the_end_of_any_board() {
        // A board can hold a single disc: 63 squares are empty.
        for empties in 1..=63 {
            let last = steps(empties, Reach::TO_THE_END).last().copied();
            assert_eq!(last, Some(Step { depth: empties, certainty: CERTAIN, sought: Sought::Score }));
        }
    }

    #[test]
    fn whatever_is_asked_makes_what_was_known_before_old_once() {
        let mut engine = Engine::new(Evaluation::built_in(), 1 << 16);
        let reach = Reach { depth: 4, exact_from: 0, ..Reach::TO_THE_END };
        let look: &mut Look<'_> = &mut |_| ControlFlow::Continue(());
        engine.rank(Bitboards::START, Shape::FULL, reach, &mut |_| {}, look, &alone);
        assert_eq!(engine.table.age(), 1);
        engine.search(Bitboards::START, Shape::FULL, reach, &mut |_| {}, look);
        assert_eq!(engine.table.age(), 2);
        // White must pass: the question is one all the same.
        let passes = Bitboards { own: 1 << 63, other: 0b110 };
        assert_eq!(passes.legal_moves(Shape::FULL), 0);
        engine.judge(passes, Shape::FULL, reach, &mut |_| {}, look, &alone);
        assert_eq!(engine.table.age(), 3);
    }

    #[test]
    fn an_engine_is_only_for_a_processor_that_is_there() {
        let best = MachineKind::ALL.iter().position(|kind| *kind == MachineKind::best()).expect("it is one of them");
        for (place, kind) in MachineKind::ALL.iter().enumerate() {
            let engine = Engine::new(Evaluation::built_in(), 1 << 16).on(*kind);
            assert_eq!(engine.is_some(), place >= best, "{kind:?}");
        }
    }
}
