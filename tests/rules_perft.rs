//! The rules against published counts: how many lines of play ordinary reversi has from its start.
//!
//! The table in `data/perft_start.csv` goes on to depth 16; deeper rows than those played here are for
//! `irogaeshi-cli perft`.

use irogaeshi::rules::{PassCounting, Position, Variant, perft};

/// The deepest row that unoptimised rules count within seconds.
const DEEPEST: u32 = 9;

/// The table's rows down to [`DEEPEST`], as depth and count.
fn published(column: &str) -> Vec<(u32, u64)> {
    let mut lines = include_str!("data/perft_start.csv").lines();
    let header = lines.next().expect("the table has a header");
    let index = header.split(',').position(|name| name == column).expect("the table has the column");
    lines
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|fields| (fields[0].parse().expect("a depth"), fields[index]))
        .take_while(|(depth, _)| *depth <= DEEPEST)
        .map(|(depth, count)| (depth, count.parse().expect("a count")))
        .collect()
}

fn assert_counts_are_published(column: &str, passes: PassCounting) {
    let start = Position::start(Variant::classic(8).expect("8 x 8 is a classic board"));
    let expected = published(column);
    let depths: Vec<u32> = expected.iter().map(|(depth, _)| *depth).collect();
    assert_eq!(depths, (1..=DEEPEST).collect::<Vec<_>>(), "every depth is in the table");
    for (depth, count) in expected {
        assert_eq!(perft(&start, depth, passes), count, "depth {depth}");
    }
}

#[test]
fn counts_are_the_published_ones_where_a_pass_takes_a_ply() {
    assert_counts_are_published("perft_pass_counts_as_ply", PassCounting::Ply);
}

#[test]
fn counts_are_the_published_ones_where_a_pass_is_free() {
    assert_counts_are_published("perft_pass_free", PassCounting::Free);
}

#[test]
fn depth_zero_and_a_finished_game_are_one_line() {
    let start = Position::start(Variant::classic(4).expect("4 x 4 is a classic board"));
    assert_eq!(perft(&start, 0, PassCounting::Ply), 1);
    let board = "BB..".parse().expect("a board");
    let over = Position::in_progress(start.variant().clone(), board, 1, start.variant().players()[1]);
    assert_eq!(over.map(|position| perft(&position, 5, PassCounting::Free)), Some(1));
}
