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

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, OnResult, SearchLimits, SearchResult, Shape};
use irogaeshi::rules::Square;

use puzzles::{Puzzle, puzzles};

/// Size in bytes of the transposition table, enough for all of these positions.
const TABLE_BYTES: usize = 64 << 20;

fn solved(engine: &mut Engine, board: Bitboards) -> SearchResult {
    solved_step_by_step(engine, board, &mut |_| {})
}

fn solved_step_by_step(engine: &mut Engine, board: Bitboards, report: &mut OnResult<'_>) -> SearchResult {
    let should_stop = &mut |_| ControlFlow::Continue(());
    engine.search(board, Shape::FULL, SearchLimits::TO_THE_END, report, should_stop).expect("a move is legal")
}

/// Solves all puzzles of a table, which must have this number of them.
fn assert_solved(table: &str, count: usize) {
    let puzzles = puzzles(table);
    assert_eq!(puzzles.len(), count, "all are in the table");
    let mut engine = Engine::new(Evaluation::built_in(), TABLE_BYTES);
    for Puzzle { name, board, score, best } in puzzles {
        let mut reports = Vec::new();
        let result = solved_step_by_step(&mut engine, board, &mut |result| reports.push(result.clone()));
        let square = Square::new(result.line[0] % 8, result.line[0] / 8).expect("on the board");
        assert!(result.is_exact, "{name}");
        assert_eq!(result.score, score, "{name}");
        assert!(best.contains(&square), "{name}: {square} is none of {best:?}");
        // If the game is searched to its end in several steps, the step before the last tells who wins.
        let before = reports.iter().rev().nth(1).filter(|before| before.depth == result.depth);
        assert!(before.is_none_or(|before| before.score.signum() == score.signum()), "{name}: {before:?}");
        assert_line_leads_to(&result, board, &name);
    }
}

/// A solved line may end early where its entry in the table was replaced, but the rest of it keeps the score.
fn assert_line_leads_to(result: &SearchResult, mut board: Bitboards, name: &str) {
    let mut is_first = true;
    for square in result.line.iter().copied().map(usize::from) {
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
    assert_eq!(if is_first { score } else { -score }, result.score, "{name}: the line loses {:?}", result.line);
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
