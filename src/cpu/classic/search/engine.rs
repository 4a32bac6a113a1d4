//! The engine: the interface of the search.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::board::translation::square_of;
use crate::cpu::classic::evaluation::layout::Layout;
use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::machine::kind::{MachineKind, Task};
use crate::cpu::classic::search::state::{Resources, Search, ShouldStop};
use crate::cpu::classic::search::table::{Key, NO_MOVE, Table};
use crate::cpu::classic::search::team::Team;
use crate::cpu::control::{Control, Threads};
use crate::cpu::progress::Progress;
use crate::cpu::report::{Line, Report, Score};
use crate::rules::{Goal, Square};

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResult {
    /// Expected moves (principal variation), the best move first. Passes are left out; empty if the player to move must
    /// pass, or at the end of the game.
    pub line: Vec<Square>,
    /// Expected final lead of the player to move in discs; if the fewest discs win, by how many they are behind.
    pub score: i32,
    /// Search depth in plies. A stopped search may have covered only some of the moves at this depth.
    pub depth: u32,
    /// True if the search reached the end of the game, so that the score is exact.
    pub is_exact: bool,
    /// Number of visited positions.
    pub nodes: u64,
}

/// Callback with each preliminary result.
pub(crate) type OnResult<'a> = dyn FnMut(&SearchResult) + 'a;

impl From<&SearchResult> for Report {
    fn from(found: &SearchResult) -> Self {
        let SearchResult { depth, is_exact, nodes, .. } = *found;
        let line = Line { moves: found.line.clone(), score: Some(Score::Lead(found.score)) };
        let lines = if line.moves.is_empty() { Vec::new() } else { vec![line] };
        Self { lines, depth, is_exact, nodes }
    }
}

/// A search engine for two players, with its transposition table.
pub struct Engine {
    evaluation: Arc<Evaluation>,
    /// True if the evaluation is the built-in one for the shape.
    is_built_in: bool,
    table: Table,
    /// Shape of the board of all positions in the table, which do not store it.
    shape: Shape,
    /// The evaluation's patterns on a board of this shape.
    layout: Arc<Layout>,
    /// Kind of processor to use; always one that is available.
    machine: MachineKind,
}

impl Engine {
    /// Size in bytes of the transposition table for deep searches. The same everywhere, because the results of a
    /// limited search depend on it, and small enough for a web page.
    pub const TABLE_BYTES: usize = 32 << 20;

    /// Creates an engine with one evaluation for all boards, for its goal, with a transposition table of about this
    /// size in bytes.
    #[must_use]
    pub fn new(evaluation: Arc<Evaluation>, table_bytes: usize) -> Self {
        Self::with(evaluation, false, Shape::FULL, table_bytes)
    }

    /// Creates an engine with the built-in evaluations for a goal: the one for boards of this shape now, and the others
    /// when they are needed.
    #[must_use]
    pub fn built_in(goal: Goal, shape: Shape, table_bytes: usize) -> Self {
        Self::with(Evaluation::built_in_for(goal, shape), true, shape, table_bytes)
    }

    fn with(evaluation: Arc<Evaluation>, is_built_in: bool, shape: Shape, table_bytes: usize) -> Self {
        let (table, layout) = (Table::new(table_bytes), evaluation.layout(shape));
        Self { evaluation, is_built_in, table, shape, layout, machine: MachineKind::best() }
    }

    /// Returns the engine with code for another kind of processor; `None` if it is not available.
    #[must_use]
    pub fn on(self, machine: MachineKind) -> Option<Self> {
        machine.is_available().then_some(Self { machine, ..self })
    }

    pub(crate) fn goal(&self) -> Goal {
        self.evaluation.goal()
    }

    /// Clears the transposition table, so that the same search has the same result again.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Static evaluation of a position; the exact score if the game is over.
    #[must_use]
    pub fn evaluate(&mut self, board: Bitboards, shape: Shape) -> i32 {
        if self.shape != shape {
            self.turn_to(shape);
        }
        self.evaluate_here(board)
    }

    fn evaluate_here(&self, board: Bitboards) -> i32 {
        if !board.is_over(self.shape) {
            return self.evaluation.evaluate_on(&self.layout, board);
        }
        let score = board.final_score(self.shape);
        match self.evaluation.goal() {
            Goal::Most => score,
            Goal::Fewest => -score,
        }
    }

    /// Switches to boards of another shape, with an empty table.
    fn turn_to(&mut self, shape: Shape) {
        self.forget();
        self.shape = shape;
        if self.is_built_in {
            self.evaluation = Evaluation::built_in_for(self.evaluation.goal(), shape);
        }
        self.layout = self.evaluation.layout(shape);
    }

    /// Searches for the best move; `None` if the player to move has none. Reports each completed depth. If `control`
    /// stops the search, the last result counts.
    ///
    /// With an empty table, a budget without a time and one thread, the result is always the same.
    ///
    /// # Panics
    /// If a square has discs of both players.
    pub fn search(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: Budget,
        control: &mut Control<'_>,
    ) -> Option<SearchResult> {
        (board.legal_moves(shape) != 0).then(|| self.search_or_pass(board, shape, budget, control))
    }

    /// Like [`Self::search`], even if the player to move must pass or the game is over; the line is then empty.
    pub fn search_or_pass(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: Budget,
        control: &mut Control<'_>,
    ) -> SearchResult {
        self.begin(shape);
        let empties = board.empties(shape).count_ones();
        let of = if empties <= budget.exact_from { empties } else { budget.depth.min(empties) };
        let (threads, done) = (control.threads(), Cell::new(0));
        let Control { on_progress, on_report, .. } = control;
        let mut report = |found: &SearchResult| {
            done.set(found.depth);
            if let Some(on_report) = on_report {
                on_report(&found.into());
            }
        };
        let mut should_stop = || match on_progress {
            Some(on_progress) => on_progress(Progress { done: done.get(), of }),
            None => ControlFlow::Continue(()),
        };
        self.find_or_pass(board, budget, &mut report, &mut should_stop, threads)
    }

    /// Starts a new search on a board; entries of earlier searches in the table are replaced first.
    pub(crate) fn begin(&mut self, shape: Shape) {
        if self.shape == shape {
            self.table.grow_old();
        } else {
            self.turn_to(shape);
        }
    }

    /// Finds the best move, within the search started by [`Self::begin`].
    fn find(
        &mut self,
        board: Bitboards,
        budget: Budget,
        report: &mut OnResult<'_>,
        should_stop: &mut ShouldStop<'_>,
        threads: &Threads<'_>,
    ) -> Option<SearchResult> {
        let shape = self.shape;
        let first_legal = board.legal_moves(shape).checked_ilog2()?;
        let mut found =
            SearchResult { line: vec![square_of(first_legal as u8)], score: 0, depth: 0, is_exact: false, nodes: 0 };
        let team = Team::new();
        let Self { evaluation, layout, table, machine, .. } = self;
        let resources = Resources { shape, layout, table, evaluation, node_limit: budget.nodes, team: &team };
        let deepening = Deepening { board, budget, resources };
        threads(
            &|| {
                machine.run(Work { deepening, should_stop: &mut || ControlFlow::Continue(()), report: &mut |_| {} });
            },
            &mut || {
                let keep = &mut |result| {
                    found = result;
                    report(&found);
                };
                machine.run(Work { deepening, should_stop: &mut *should_stop, report: keep });
            },
        );
        Some(SearchResult { nodes: team.nodes(), ..found })
    }

    /// Like [`Self::search_or_pass`], within the search started by [`Self::begin`].
    pub(crate) fn find_or_pass(
        &mut self,
        board: Bitboards,
        budget: Budget,
        report: &mut OnResult<'_>,
        should_stop: &mut ShouldStop<'_>,
        threads: &Threads<'_>,
    ) -> SearchResult {
        if let Some(found) = self.find(board, budget, report, should_stop, threads) {
            return found;
        }
        let of_pass = |found: &SearchResult| SearchResult { score: -found.score, line: Vec::new(), ..*found };
        let mut report_pass = |found: &SearchResult| report(&of_pass(found));
        let passed = self.find(board.passed(), budget, &mut report_pass, should_stop, threads);
        passed.as_ref().map_or_else(
            || SearchResult { line: Vec::new(), score: self.evaluate_here(board), depth: 0, is_exact: true, nodes: 0 },
            of_pass,
        )
    }
}

/// Iterative deepening to the end of the game jumps to full depth from this many plies before it.
const LEAP: u32 = 10;

/// Maximum number of empties for which the full depth is searched without selective steps first.
const SURE: u32 = 14;

/// Maximum lead in discs at which the winner is in doubt. The errors of a slightly selective search are much smaller,
/// so beyond it proving the winner separately wastes time.
const IN_DOUBT: i32 = 6;

/// Goal of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sought {
    /// Lead of the player to move in discs.
    Score,
    /// Win, draw or loss only, if in doubt.
    Outcome,
}

/// One iteration of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u32,
    selectivity: u8,
    sought: Sought,
}

/// Iterations of a search: ever deeper, and at the end of the game ever less selective. The winner is proved before the
/// exact score, so that a search stopped in between does not give away a won game for a few discs.
fn steps(empties: u32, budget: Budget) -> Vec<Step> {
    let score = |depth, selectivity| Step { depth, selectivity, sought: Sought::Score };
    if empties > budget.exact_from && budget.depth < empties {
        return (1..=budget.depth).map(|depth| score(depth, budget.selectivity)).collect();
    }
    let deepening = (1..empties.saturating_sub(LEAP)).map(|depth| score(depth, 0));
    let last = score(empties, Budget::FULL_WIDTH);
    let surer = (0..3).map(|selectivity| score(empties, selectivity)).chain([Step { sought: Sought::Outcome, ..last }]);
    deepening.chain(surer.filter(|_| empties > SURE)).chain([last]).collect()
}

#[derive(Clone, Copy)]
struct Deepening<'a> {
    board: Bitboards,
    budget: Budget,
    resources: Resources<'a>,
}

/// One thread's part of the search.
struct Work<'a, 'l> {
    deepening: Deepening<'a>,
    should_stop: &'l mut ShouldStop<'l>,
    report: &'l mut dyn FnMut(SearchResult),
}

impl Task for Work<'_, '_> {
    type Output = ();

    fn run(self, machine: impl Machine) {
        let Self { deepening: Deepening { board, budget, resources }, should_stop, report } = self;
        let Resources { shape, layout, table, team, .. } = resources;
        let empties = board.empties(shape).count_ones();
        let mut search = Search::new(machine, resources, should_stop);
        let node = Node::new(board, layout);
        let static_score = search.evaluate(&node);
        let (mut known, mut known_before, mut counted) = ((static_score, NO_MOVE), static_score, 0);
        for (step, Step { depth, selectivity, sought }) in (0..).zip(steps(empties, budget)) {
            search.begin(step, selectivity);
            let result = match sought {
                Sought::Outcome if known.0.abs() > IN_DOUBT => known,
                Sought::Outcome => search.outcome(&node, depth, known),
                Sought::Score if depth == empties => search.aspire(&node, depth, known.0, 2),
                // Two plies ago the search ended with the same player to move.
                Sought::Score => search.aspire(&node, depth, known_before, 4),
            };
            team.add_nodes(search.nodes - counted);
            counted = search.nodes;
            if !search.is_stopped {
                team.finish(step, result);
            }
            // Another thread may have finished the step first. If none has finished it, a better move found so far
            // counts.
            let finished = team.result(step);
            let better = Some(result).filter(|(_, best)| *best != NO_MOVE);
            let Some((score, best)) = finished.or(better) else { return };
            known_before = known.0;
            known = (score, best);
            let is_last = depth == empties && selectivity == Budget::FULL_WIDTH && sought == Sought::Score;
            let is_exact = finished.is_some() && is_last;
            report(SearchResult {
                line: line_of(table, board, shape, best),
                score,
                depth,
                is_exact,
                nodes: team.nodes(),
            });
            if finished.is_none() {
                return;
            }
        }
    }
}

/// Follows the best moves in the table.
fn line_of(table: &Table, board: Bitboards, shape: Shape, best: u8) -> Vec<Square> {
    let (mut line, mut board, mut square) = (Vec::new(), board, best);
    while square != NO_MOVE && board.legal_moves(shape) >> square & 1 == 1 {
        line.push(square_of(square));
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
        // A board can have a single disc, with 63 squares empty.
        for empties in 1..=63 {
            let last = steps(empties, Budget::TO_THE_END).last().copied();
            assert_eq!(last, Some(Step { depth: empties, selectivity: Budget::FULL_WIDTH, sought: Sought::Score }));
        }
    }

    #[test]
    fn whatever_is_asked_makes_what_was_known_before_old_once() {
        let mut engine = Engine::new(Evaluation::built_in(), 1 << 16);
        let budget = Budget { depth: 4, exact_from: 0, ..Budget::TO_THE_END };
        engine.rank(Bitboards::START, Shape::FULL, budget, &mut Control::new());
        assert_eq!(engine.table.age(), 1);
        engine.search(Bitboards::START, Shape::FULL, budget, &mut Control::new());
        assert_eq!(engine.table.age(), 2);
        // White must pass, which counts as a search too.
        let passes = Bitboards { own: 1 << 63, other: 0b110 };
        assert_eq!(passes.legal_moves(Shape::FULL), 0);
        engine.search_or_pass(passes, Shape::FULL, budget, &mut Control::new());
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
