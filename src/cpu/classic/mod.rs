//! The engine for two players on boards of up to 8 x 8: bitboards, an exact solver, a trained evaluation.

mod bitboards;
mod endgame;
mod evaluation;
mod machine;
mod midgame;
mod pattern;
mod probcut;
mod search;
mod stability;
mod table;

pub use bitboards::{Bitboards, Diagram, DiagramError, Shape};

pub use machine::MachineKind;

pub use evaluation::Evaluation;

/// Score and nodes.
pub fn solve(board: Bitboards, bytes: usize, kind: MachineKind, evaluation: &Evaluation) -> Option<(i32, u64)> {
    struct Solve<'a>(&'a table::Table, Bitboards, &'a Evaluation);
    impl machine::Task for Solve<'_> {
        type Output = (i32, u64);
        fn run(self, machine: impl machine::Machine) -> (i32, u64) {
            let mut look = |_| std::ops::ControlFlow::Continue(());
            let mut search = search::Search::new(machine, Shape::FULL, self.0, self.2, u64::MAX, &mut look);
            let empties = self.1.empties(Shape::FULL).count_ones();
            let mut score = 0;
            for depth in 1..empties.saturating_sub(8) {
                score = search.aspire(self.1, depth, score, 4);
            }
            score = search.aspire(self.1, empties, score, 1);
            (score, search.nodes)
        }
    }
    let table = table::Table::new(bytes);
    kind.run(Solve(&table, board, evaluation))
}
