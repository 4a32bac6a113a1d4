//! The engine as configured by the terminal tool, and its results.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use irogaeshi::cpu::classic::{Bitboards, Book, Engine, SearchResult, Shape};
use irogaeshi::cpu::{Budget, Control, Report};
use irogaeshi::rules::Goal;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::engine::budget::should_stop;
use crate::engine::evaluation_file::EvaluationFile;
use crate::engine::interrupt::Interrupt;
use crate::engine::memory::read_table_mib;
use crate::out::parallel::read_threads;

/// Arguments that configure the engine.
#[derive(Clone, clap::Args)]
pub(crate) struct EngineArguments {
    /// Size of the transposition table in MiB [default: 256].
    ///
    /// `analyse` takes 16 by default.
    #[arg(long, value_name = "N", value_parser = read_table_mib)]
    table_mib: Option<u32>,
    /// Number of threads to search with.
    #[arg(long = "threads", value_name = "N", default_value_t = NonZeroUsize::MIN, value_parser = read_threads)]
    threads: NonZeroUsize,
    /// Evaluation to search with [default: the built-in ones].
    ///
    /// `irogaeshi-cli train` makes such files. One for boards of 8 x 8 values other boards roughly.
    #[arg(long, value_name = "FILE")]
    evaluation: Option<EvaluationFile>,
}

impl EngineArguments {
    const USUAL_TABLE_MIB: u32 = 256;
    const SMALL_TABLE_MIB: u32 = 16;

    /// One thread and a table of this size.
    pub(crate) const fn with_table(table_mib: u32) -> Self {
        Self { table_mib: Some(table_mib), threads: NonZeroUsize::MIN, evaluation: None }
    }

    pub(crate) fn with_evaluation(self, evaluation: Option<EvaluationFile>) -> Self {
        Self { evaluation, ..self }
    }

    /// For one position, defaults to a small table: a search of seconds does not fill a large one, and clearing that
    /// would take most of a second.
    pub(crate) fn for_one_position(self) -> Self {
        Self { table_mib: self.table_mib.or(Some(Self::SMALL_TABLE_MIB)), ..self }
    }
}

/// Result of the engine for a position, and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TimedResult {
    pub(crate) found: SearchResult,
    pub(crate) time: Duration,
}

/// A configured engine.
pub(crate) struct EngineSession {
    engine: Engine,
    threads: NonZeroUsize,
    interrupt: Interrupt,
    /// Dice for choosing among the book's moves; `None` to play without the book.
    book_dice: Option<Xoshiro256PlusPlus>,
}

impl EngineSession {
    pub(crate) fn new(arguments: EngineArguments) -> Self {
        let table_mib = arguments.table_mib.unwrap_or(EngineArguments::USUAL_TABLE_MIB);
        let table_bytes = (table_mib as usize) << 20;
        let engine = match arguments.evaluation {
            Some(file) => Engine::new(file.evaluation(), table_bytes),
            None => Engine::built_in(Goal::Most, Shape::FULL, table_bytes),
        };
        Self { engine, threads: arguments.threads, interrupt: Interrupt::default(), book_dice: None }
    }

    /// Enables the opening book, with this seed for the choice among its moves.
    pub(crate) fn with_book(self, seed: u64) -> Self {
        Self { book_dice: Some(Xoshiro256PlusPlus::seed_from_u64(seed)), ..self }
    }

    /// Chooses a move: from the book if it has the position, at once if there is only one legal move, otherwise by a
    /// search within the budget. Calls `report` after every ply with the time so far.
    pub(crate) fn choose(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: Budget,
        report: &mut dyn FnMut(&Report, Duration),
    ) -> TimedResult {
        if let Some(known) = self.book_move(board, shape) {
            report(&Report::from(&known.found), known.time);
            return known;
        }
        let is_forced = board.legal_moves(shape).is_power_of_two();
        self.think(board, shape, if is_forced { Budget::plies(1) } else { budget }, report)
    }

    /// The book's move for a position, if it has one.
    fn book_move(&mut self, board: Bitboards, shape: Shape) -> Option<TimedResult> {
        let found = Book::built_in_for(shape)?.draw_move(board, self.book_dice.as_mut()?)?;
        Some(TimedResult { found, time: Duration::ZERO })
    }

    /// Lets this interrupt its searches.
    pub(crate) fn interrupted_by(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Handle that interrupts its searches.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// Forgets earlier positions.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Searches a position within the budget. Calls `report` after every ply with the time so far.
    pub(crate) fn think(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: Budget,
        report: &mut dyn FnMut(&Report, Duration),
    ) -> TimedResult {
        let start = Instant::now();
        let found = self
            .controlled(budget, start, report, |engine, control| engine.search_or_pass(board, shape, budget, control));
        TimedResult { found, time: start.elapsed() }
    }

    /// Scores all legal moves within the budget. Calls `report` after every depth with the time so far.
    pub(crate) fn rank(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: Budget,
        report: &mut dyn FnMut(&Report, Duration),
    ) -> Option<Report> {
        self.controlled(budget, Instant::now(), report, |engine, control| engine.rank(board, shape, budget, control))
    }

    /// Runs a search that begins now, on all threads, until its budget is spent or it is interrupted.
    fn controlled<T>(
        &mut self,
        budget: Budget,
        start: Instant,
        report: &mut dyn FnMut(&Report, Duration),
        search: impl FnOnce(&mut Engine, &mut Control<'_>) -> T,
    ) -> T {
        let Self { engine, threads, interrupt, .. } = self;
        let mut on_report = |found: &Report| report(found, start.elapsed());
        let mut on_progress = |_| should_stop(budget, start, interrupt);
        let threads = scoped_threads(*threads);
        let control = Control::new().on_progress(&mut on_progress).on_report(&mut on_report);
        search(engine, &mut control.with_threads(&threads))
    }
}

/// Nodes a second. Counts a time too short to measure as one nanosecond, to avoid dividing by zero.
pub(crate) fn nodes_a_second(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(Duration::from_nanos(1).as_secs_f64())
}

/// Runs `help` on all but one of the threads while `work` runs on this one.
fn scoped_threads(threads: NonZeroUsize) -> impl Fn(&(dyn Fn() + Sync), &mut dyn FnMut()) {
    move |help, work| {
        thread::scope(|scope| {
            for _ in 1..threads.get() {
                scope.spawn(help);
            }
            work();
        });
    }
}

#[cfg(test)]
mod tests {
    use irogaeshi::notation::Diagram;

    use super::*;

    fn think(diagram: &str, budget: Budget) -> SearchResult {
        let diagram: Diagram = diagram.parse().expect("a diagram");
        let board = Bitboards::of(diagram.board(), diagram.to_move());
        let mut session = EngineSession::new(EngineArguments::with_table(1));
        session.think(board, Shape::FULL, budget, &mut |_, _| {}).found
    }

    #[test]
    fn a_pass_and_the_end_have_a_score_and_no_move() {
        // Nobody can move: there are 63 discs, and the empty square counts for the winner.
        let over = think(&format!("{}- O", "X".repeat(63)), Budget::TO_THE_END);
        assert_eq!((over.score, over.line.len(), over.is_exact), (-64, 0, true));
        // White cannot move. Black's last move turns White's last discs.
        let pass = think(&format!("{}O- O", "X".repeat(62)), Budget::TO_THE_END);
        assert_eq!((pass.score, pass.line.len(), pass.is_exact), (-64, 0, true));
    }

    #[test]
    fn one_position_gets_a_small_table_unless_another_is_asked_for() {
        let usual = EngineArguments::with_table(1);
        let table = |table_mib| EngineArguments { table_mib, ..usual.clone() }.for_one_position().table_mib;
        assert_eq!([table(None), table(Some(512))], [Some(16), Some(512)]);
    }

    #[test]
    fn a_budget_is_kept() {
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(think(start, Budget::plies(3)).depth, 3);
        let few = think(start, Budget::positions(2000));
        assert!(few.depth >= 1 && few.nodes < 4000, "{few:?}");
    }
}
