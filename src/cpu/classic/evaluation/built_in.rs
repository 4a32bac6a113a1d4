//! The built-in evaluations.

use std::sync::{Arc, LazyLock};

use crate::cpu::classic::board::bitboards::Shape;
use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::rules::Goal;

/// Built-in evaluation for ordinary games on 8 x 8.
static BUILT_IN: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/evaluation.bin")));

/// Built-in evaluation for ordinary games on all other boards.
static BUILT_IN_ANY: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/any-evaluation.bin")));

/// Built-in evaluation for reverse games on 8 x 8.
static BUILT_IN_REVERSE: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/reverse-evaluation.bin")));

/// Built-in evaluation for reverse games on all other boards.
static BUILT_IN_ANY_REVERSE: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/any-reverse-evaluation.bin")));

fn shipped(file: &[u8]) -> Arc<Evaluation> {
    Arc::new(Evaluation::read(file).expect("a test reads these files"))
}

impl Evaluation {
    /// Built-in evaluation for ordinary games: 8 x 8, and the most discs win.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Self::built_in_on(Goal::Most, Boards::Full)
    }

    /// Built-in evaluation for a goal and boards of a shape.
    #[must_use]
    pub fn built_in_for(goal: Goal, shape: Shape) -> Arc<Self> {
        Self::built_in_on(goal, if shape == Shape::FULL { Boards::Full } else { Boards::Any })
    }

    /// Built-in evaluation for a goal and a kind of boards.
    #[must_use]
    pub fn built_in_on(goal: Goal, boards: Boards) -> Arc<Self> {
        Arc::clone(match (goal, boards) {
            (Goal::Most, Boards::Full) => &BUILT_IN,
            (Goal::Most, Boards::Any) => &BUILT_IN_ANY,
            (Goal::Fewest, Boards::Full) => &BUILT_IN_REVERSE,
            (Goal::Fewest, Boards::Any) => &BUILT_IN_ANY_REVERSE,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::classic::evaluation::made_up::SHAPES;

    #[test]
    fn each_board_has_its_evaluation() {
        for goal in Goal::ALL {
            for shape in SHAPES.into_iter().chain([Shape::FULL]) {
                let evaluation = Evaluation::built_in_for(goal, shape);
                let boards = if shape == Shape::FULL { Boards::Full } else { Boards::Any };
                assert_eq!((evaluation.goal(), evaluation.boards()), (goal, boards));
            }
        }
    }
}
