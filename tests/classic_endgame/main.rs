//! The solver compared with published solutions: the FFO suite of endgame positions by M. Brockington, with the score
//! and all best moves of each.
//! `nodes` compares the node counts with recorded ones. The harder positions in `../data/ffo-40-59.csv` and
//! `../data/hard-20.csv` are for `irogaeshi-cli solve`.

mod book_of_six;
mod nodes;
mod puzzles;

#[path = "../support"]
mod support {
    pub(crate) mod dice;
    pub(crate) mod final_score;
}

use std::ops::ControlFlow;

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Finding, Reach, Shape, Tell};
use irogaeshi::rules::Square;

use puzzles::{Puzzle, puzzles};

/// Size in bytes of the transposition table, enough for all of these positions.
const TABLE_BYTES: usize = 64 << 20;

fn solved(engine: &mut Engine, board: Bitboards) -> Finding {
    solved_step_by_step(engine, board, &mut |_| {})
}

fn solved_step_by_step(engine: &mut Engine, board: Bitboards, tell: &mut Tell<'_>) -> Finding {
    let look = &mut |_| ControlFlow::Continue(());
    engine.search(board, Shape::FULL, Reach::TO_THE_END, tell, look).expect("a move is legal")
}

/// Solves all puzzles of a table, which must have this number of them.
fn assert_solved(table: &str, count: usize) {
    let puzzles = puzzles(table);
    assert_eq!(puzzles.len(), count, "all are in the table");
    let mut engine = Engine::new(Evaluation::built_in(), TABLE_BYTES);
    for Puzzle { name, board, score, best } in puzzles {
        let mut told = Vec::new();
        let finding = solved_step_by_step(&mut engine, board, &mut |finding| told.push(finding.clone()));
        let square = Square::new(finding.line[0] % 8, finding.line[0] / 8).expect("on the board");
        assert!(finding.is_exact, "{name}");
        assert_eq!(finding.score, score, "{name}");
        assert!(best.contains(&square), "{name}: {square} is none of {best:?}");
        // If the game is searched to its end in several steps, the step before the last tells who wins.
        let before = told.iter().rev().nth(1).filter(|before| before.depth == finding.depth);
        assert!(before.is_none_or(|before| before.score.signum() == score.signum()), "{name}: {before:?}");
        assert_line_leads_to(&finding, board, &name);
    }
}

/// A solved line may end early where its entry in the table was replaced, but the rest of it keeps the score.
fn assert_line_leads_to(finding: &Finding, mut board: Bitboards, name: &str) {
    let mut is_first = true;
    for square in finding.line.iter().copied().map(usize::from) {
        if board.legal_moves(Shape::FULL) == 0 {
            board = board.passed();
            is_first = !is_first;
        }
        assert!(board.legal_moves(Shape::FULL) >> square & 1 == 1, "{name}: {square} is not legal");
        board = board.played(square, board.flips(square));
        is_first = !is_first;
    }
    let score = if board.is_over(Shape::FULL) {
        board.final_score(Shape::FULL)
    } else if board.legal_moves(Shape::FULL) == 0 {
        -solved(&mut Engine::new(Evaluation::built_in(), 1 << 20), board.passed()).score
    } else {
        solved(&mut Engine::new(Evaluation::built_in(), 1 << 20), board).score
    };
    assert_eq!(if is_first { score } else { -score }, finding.score, "{name}: the line loses {:?}", finding.line);
}

#[test]
fn ffo_1_to_19_are_solved() {
    assert_solved(include_str!("../data/ffo-1-19.csv"), 19);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn ffo_20_to_39_are_solved() {
    assert_solved(include_str!("../data/ffo-20-39.csv"), 20);
}
