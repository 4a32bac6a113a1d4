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

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, SearchResult, Shape};
use irogaeshi::cpu::{Budget, Control, Report};

use puzzles::{Puzzle, puzzles};

/// Size in bytes of the transposition table, enough for all of these positions.
const TABLE_BYTES: usize = 64 << 20;

fn solved(engine: &mut Engine, board: Bitboards) -> SearchResult {
    engine.search(board, Shape::FULL, Budget::TO_THE_END, &mut Control::new()).expect("a move is legal")
}

/// Solves all puzzles of a table, which must have this number of them.
fn assert_solved(table: &str, count: usize) {
    let puzzles = puzzles(table);
    assert_eq!(puzzles.len(), count, "all are in the table");
    let mut engine = Engine::new(Evaluation::built_in(), TABLE_BYTES);
    for Puzzle { name, board, score, best } in puzzles {
        let mut reports = Vec::new();
        let mut on_report = |report: &Report| reports.push(report.clone());
        let control = &mut Control::new().on_report(&mut on_report);
        let result = engine.search(board, Shape::FULL, Budget::TO_THE_END, control).expect("a move is legal");
        let square = result.line[0];
        assert!(result.is_exact, "{name}");
        assert_eq!(result.score, score, "{name}");
        assert!(best.contains(&square), "{name}: {square} is none of {best:?}");
        // If the game is searched to its end in several steps, the step before the last tells who wins.
        let before = reports.iter().rev().nth(1).filter(|before| before.depth == result.depth);
        let is_same = |before: &Report| before.lead().map(i32::signum) == Some(score.signum());
        assert!(before.is_none_or(is_same), "{name}: {before:?}");
        assert_line_leads_to(&result, board, &name);
    }
}

/// A solved line may end early where its entry in the table was replaced, but the rest of it keeps the score.
fn assert_line_leads_to(result: &SearchResult, mut board: Bitboards, name: &str) {
    let mut is_first = true;
    for square in result.line.iter().map(|square| usize::from(square.row() * 8 + square.column())) {
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
