//! Move sequences of ordinary reversi from its start, compared with published counts.
//!
//! The table in `data/perft_start.csv` goes on to depth 16; use `irogaeshi-cli perft` for rows deeper than those here.

use irogaeshi::rules::{PassCounting, Position, Variant, perft};

use crate::properties::reference_game;
use crate::support::reference;

/// Deepest row that unoptimised rules count within seconds.
const DEEPEST: u32 = 9;

/// Rows of the table down to [`DEEPEST`], as depth and count.
fn published(column: &str) -> Vec<(u32, u64)> {
    let mut lines = include_str!("../data/perft_start.csv").lines();
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
    let over: Variant = "name: x\nplayers: black white\nboard:\nBB..\n".parse().expect("a variant");
    assert_eq!(perft(&Position::start(over), 5, PassCounting::Free), 1);
}

/// Counts for boards with bombs, greens, cut-ins and other sizes, in which a pass counts as a ply:
/// `variant,depth,lines`.
const OTHERS: &str = include_str!("../data/perft_variants.csv");

/// Rows of [`OTHERS`] with at most this many lines, as variant, depth and lines.
fn others(most: u64) -> impl Iterator<Item = (&'static str, u32, u64)> {
    let rows = OTHERS.lines().skip(1).map(|row| {
        let [variant, depth, lines] = row.split(',').collect::<Vec<_>>()[..] else { panic!("three fields: {row}") };
        (variant, depth.parse().expect("a depth"), lines.parse().expect("a number"))
    });
    rows.filter(move |(.., lines)| *lines <= most)
}

#[test]
fn counts_of_other_boards_stay_what_they_were() {
    for (variant, depth, lines) in others(100_000) {
        let start = Position::start(Variant::built_in(variant).expect("it is built in"));
        assert_eq!(perft(&start, depth, PassCounting::Ply), lines, "{variant}, depth {depth}");
    }
}

/// Number of lines by the second implementation of the rules.
fn lines_by_reference(game: &reference::Game, depth: u32) -> u64 {
    let Some(mover) = game.mover.filter(|_| depth > 0) else { return 1 };
    let after = game.legal(mover).into_iter().map(|place| {
        let mut next = game.clone();
        let skipped = next.play(place).len() as u32;
        // Each pass counts as a ply, and the count may end among them.
        lines_by_reference(&next, (depth - 1).saturating_sub(skipped))
    });
    after.sum()
}

#[test]
fn a_second_implementation_counts_the_same() {
    for (name, depth, lines) in others(2_000) {
        let variant = Variant::built_in(name).expect("it is built in");
        let (game, skipped) = reference_game(&variant);
        assert!(skipped.is_empty(), "{name}");
        assert_eq!(lines_by_reference(&game, depth), lines, "{name}, depth {depth}");
    }
}
