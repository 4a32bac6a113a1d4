//! Tempo bias: whether scores depend on the player to move at the end of a search. No evaluation is perfectly unbiased,
//! but a large bias spoils windows, shallow searches, and the scores that players see at successive depths.

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Shape, bitboards, bitboards_for_any_goal};
use irogaeshi::cpu::{Budget, Control, Report};
use irogaeshi::rules::{Goal, Position, Record, Variant, xot_opening};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::dice::dice;

/// Number of games with positions.
const GAMES: u64 = 60;

/// Number of games on each of the other boards, which have fewer positions a game.
const GAMES_ELSEWHERE: u64 = 160;

/// Distance of the positions in plies; odd, so that both players are to move equally often.
const APART: u32 = 3;

/// Ranges of the number of discs: first and last.
const BANDS: [[u32; 2]; 5] = [[12, 20], [21, 29], [30, 38], [39, 47], [48, 56]];

/// Maximum search depth.
const DEPTH: u32 = 3;

/// Maximum alternation of the mean score from depth to depth, in discs: the evaluation's bias for or against the player
/// to move.
const MAX_SWING: f64 = 1.0;

/// The same maximum on each of the other boards. It is larger because one evaluation serves them all, and cannot be
/// equally fair on each.
const MAX_SWING_ELSEWHERE: f64 = 1.25;

/// Maximum change of the mean score between successive depths, in discs; so few positions do not agree to the disc.
const MAX_STEP: f64 = 1.25;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Move of a player who takes corners, and otherwise leaves the fewest replies. Independent of the evaluation, so that
/// the positions are always the same.
fn plain_move(board: Bitboards, shape: Shape, dice: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let moves = board.legal_moves(shape);
    let value = |square: usize| {
        let after = board.played(square, board.flips(square));
        let is_corner = CORNERS >> square & 1 == 1;
        (!is_corner, after.legal_moves(shape).count_ones())
    };
    let squares = (0..64).filter(|square| moves >> square & 1 == 1);
    squares.min_by_key(|square| (value(*square), dice.random::<u32>()))
}

/// Positions with a legal move from a game that starts at `board`, in order.
fn positions_of(game: u64, mut board: Bitboards, shape: Shape) -> Vec<Bitboards> {
    let (mut dice, mut positions) = (dice(game), Vec::new());
    for ply in 0.. {
        let Some(square) = plain_move(board, shape, &mut dice) else { break };
        if ply % APART == game as u32 % APART {
            positions.push(board);
        }
        board = board.played(square, board.flips(square));
        if board.legal_moves(shape) == 0 {
            board = board.passed();
        }
    }
    positions
}

/// Positions of games from openings of XOT.
fn positions() -> Vec<Bitboards> {
    let games = (0..GAMES).flat_map(|game| {
        let mut record = Record::new(Variant::classic(8).expect("is played"));
        record.play_squares(&xot_opening(game * 179)).expect("an opening can be played");
        let (board, shape) = bitboards(record.position()).expect("the engine plays it");
        positions_of(game, board, shape)
    });
    games.collect()
}

/// Static evaluation, and the scores of all depths.
fn scores(engine: &mut Engine, board: Bitboards, shape: Shape) -> Vec<i32> {
    engine.forget();
    let mut scores = vec![engine.evaluate(board, shape)];
    let budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(DEPTH) };
    let mut on_report = |report: &Report| scores.extend(report.lead());
    engine.search(board, shape, budget, &mut Control::new().on_report(&mut on_report));
    scores
}

/// Changes of means from each depth to the next.
fn steps(means: &[f64]) -> impl ExactSizeIterator<Item = f64> {
    means.array_windows().map(|[before, after]| after - before)
}

/// Alternation of means from depth to depth: the mean of their changes, with every second sign reversed.
fn up_and_down(means: &[f64]) -> f64 {
    let count = steps(means).len() as f64;
    steps(means).zip([1.0, -1.0].into_iter().cycle()).map(|(step, sign)| step * sign).sum::<f64>() / count
}

#[test]
fn scores_of_odd_and_even_depths_are_alike() {
    let positions = positions();
    let mut engine = Engine::new(Evaluation::built_in(), 1 << 20);
    let mut table = Vec::new();
    let (mut swing, mut step) = (0.0_f64, 0.0_f64);
    for [first, last] in BANDS {
        let mut sums = [0_i32; DEPTH as usize + 1];
        let in_band = |board: &&Bitboards| (first..=last).contains(&(board.own | board.other).count_ones());
        let boards: Vec<&Bitboards> = positions.iter().filter(in_band).collect();
        for board in &boards {
            for (sum, score) in sums.iter_mut().zip(scores(&mut engine, **board, Shape::FULL)) {
                *sum += score;
            }
        }
        let count = boards.len() as f64;
        assert!(count >= 100.0, "{count} positions with {first} to {last} discs");
        let means = sums.map(|sum| f64::from(sum) / count);
        swing = swing.max(up_and_down(&means).abs());
        step = steps(&means).fold(step, |most, step| most.max(step.abs()));
        table.push(format!("{first} to {last} discs, {count} positions, depths from 0 on: {means:.2?}"));
    }
    let table = table.join("\n");
    assert!(swing < MAX_SWING, "scores go up and down by {swing:.2} discs from depth to depth:\n{table}");
    assert!(step < MAX_STEP, "scores jump by {step:.2} discs from one depth to the next:\n{table}");
}

#[test]
fn scores_of_odd_and_even_depths_are_alike_on_other_boards() {
    for goal in Goal::ALL {
        let mut table = Vec::new();
        let mut worst = 0.0_f64;
        for key in ["classic-6", "octagon", "heart", "manji", "plus", "rectangle"] {
            let variant = Variant::built_in(key).expect("is built in").with_goal(goal);
            let (start, shape) = bitboards_for_any_goal(&Position::start(variant)).expect("the engine plays it");
            let mut engine = Engine::built_in(goal, shape, 1 << 20);
            let boards = (0..GAMES_ELSEWHERE).flat_map(|game| positions_of(game, start, shape));
            let boards: Vec<Bitboards> = boards.filter(|board| board.empties(shape).count_ones() > DEPTH).collect();
            let mut sums = [0_i32; DEPTH as usize + 1];
            for board in &boards {
                for (sum, score) in sums.iter_mut().zip(scores(&mut engine, *board, shape)) {
                    *sum += score;
                }
            }
            let means = sums.map(|sum| f64::from(sum) / boards.len() as f64);
            worst = worst.max(up_and_down(&means).abs());
            table.push(format!("{key}, {} positions, depths from 0 on: {means:.2?}", boards.len()));
        }
        let table = table.join("\n");
        assert!(
            worst < MAX_SWING_ELSEWHERE,
            "{goal:?}: scores go up and down by {worst:.2} discs from depth to depth:\n{table}"
        );
    }
}
