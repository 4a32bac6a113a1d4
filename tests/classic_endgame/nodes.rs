//! Node counts of the search. On one thread they are always the same, so that a change that searches more shows at
//! once, however fast the computer is.
//!
//! Changes of the search or the evaluation change the numbers. If fewer nodes are searched, or more are worth it,
//! record the new numbers here, and describe the gain in a file in docs/lab.

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Shape};
use irogaeshi::cpu::{Budget, Control};
use irogaeshi::notation::read_obf;

use crate::puzzles::puzzles;

/// Positions of `irogaeshi-cli bench`.
const MIDDLE_GAMES: &str = include_str!("../../src/bin/irogaeshi-cli/commands/bench/middle_game.obf");

/// Nodes for FFO 40 to 44, as printed by `irogaeshi-cli solve --table-mib 64`.
const FFO_40_TO_44: u64 = 84_078_841;

/// Nodes for the first thirty positions of `tests/data/hard-20.csv`, as printed by
/// `irogaeshi-cli solve --table-mib 64`.
const THIRTY_OF_HARD_20: u64 = 71_520_852;

/// Nodes for the ten midgame positions, as printed by `irogaeshi-cli bench --depth 16 --table-mib 64`.
const TEN_MIDDLE_GAMES: u64 = 3_535_720;

const TABLE_BYTES: usize = 64 << 20;

/// Nodes of a search by an engine with its current table.
fn nodes(engine: &mut Engine, board: Bitboards, budget: Budget) -> u64 {
    let found = engine.search(board, Shape::FULL, budget, &mut Control::new());
    found.expect("a move is legal").nodes
}

/// Nodes of the first endgames of a table, solved one after the other.
fn nodes_of_ends(table: &str, count: usize) -> u64 {
    let mut engine = Engine::new(Evaluation::built_in(), TABLE_BYTES);
    let boards = puzzles(table).into_iter().take(count).map(|puzzle| puzzle.board);
    boards.map(|board| nodes(&mut engine, board, Budget::TO_THE_END)).sum()
}

fn assert_recorded(name: &str, found: u64, recorded: u64) {
    let more = 100.0 * (found as f64 / recorded as f64 - 1.0);
    assert_eq!(
        found, recorded,
        "{name}: {found} nodes in place of {recorded} ({more:+.2} %); if the change is worth it, write {found} into \
         tests/classic_endgame/nodes.rs, and into a file of docs/lab what it gains"
    );
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn ffo_40_to_44_take_as_many_nodes_as_recorded() {
    let found = nodes_of_ends(include_str!("../data/ffo-40-59.csv"), 5);
    assert_recorded("FFO 40 to 44", found, FFO_40_TO_44);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn thirty_of_hard_20_take_as_many_nodes_as_recorded() {
    let found = nodes_of_ends(include_str!("../data/hard-20.csv"), 30);
    assert_recorded("30 of hard-20", found, THIRTY_OF_HARD_20);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "unoptimised code takes minutes: run it with --profile fast")]
fn ten_middle_games_take_as_many_nodes_as_recorded() {
    let lines: Vec<&str> = MIDDLE_GAMES.lines().filter(|line| !line.starts_with('%')).collect();
    assert_eq!(lines.len(), 10);
    let mut engine = Engine::new(Evaluation::built_in(), TABLE_BYTES);
    let forgetful = |line: &str| {
        engine.forget();
        let diagram = read_obf(line).expect("a position").position;
        nodes(&mut engine, Bitboards::of(diagram.board(), diagram.to_move()), Budget::plies(16))
    };
    assert_recorded("ten middle games", lines.into_iter().map(forgetful).sum(), TEN_MIDDLE_GAMES);
}
