//! Whether scores depend on who is to move where a search ends: no evaluation is perfectly fair, but one that is not
//! even nearly so spoils windows, shallow searches and what players are shown, ply by ply deeper.

use std::ops::ControlFlow;

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Finding, Reach, Shape, bitboards};
use irogaeshi::rules::{Record, Variant, xot_opening};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::dice::dice;

/// How many games the positions are from.
const GAMES: u64 = 60;

/// How many plies a position is after the one before it: both players are to move equally often.
const APART: u32 = 3;

/// The bands of discs, each with its first number and its last.
const BANDS: [[u32; 2]; 5] = [[12, 20], [21, 29], [30, 38], [39, 47], [48, 56]];

/// How far is looked ahead.
const DEPTH: u32 = 3;

/// By how many discs the mean scores of depths in a row may differ, once up and once down: what an evaluation lacks for
/// whoever is to move.
const MOST_SWING: f64 = 1.0;

/// By how many discs the mean scores of two depths in a row may differ: so few positions are not alike to the disc.
const MOST_STEP: f64 = 1.25;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A move of a player who takes corners, and otherwise leaves the fewest replies. The evaluation is not asked: the
/// positions are always the same.
fn plain_move(board: Bitboards, dice: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let moves = board.legal_moves(Shape::FULL);
    let worth = |square: usize| {
        let after = board.played(square, board.flips(square));
        let is_corner = CORNERS >> square & 1 == 1;
        (!is_corner, after.legal_moves(Shape::FULL).count_ones())
    };
    let squares = (0..64).filter(|square| moves >> square & 1 == 1);
    squares.min_by_key(|square| (worth(*square), dice.random::<u32>()))
}

/// Positions with a legal move of games from openings of XOT, in order.
fn positions() -> Vec<Bitboards> {
    let mut positions = Vec::new();
    for game in 0..GAMES {
        let mut record = Record::new(Variant::classic(8).expect("is played"));
        record.play_squares(&xot_opening(game * 179)).expect("an opening can be played");
        let (mut board, _) = bitboards(record.position()).expect("the engine plays it");
        let mut dice = dice(game);
        for ply in 0.. {
            let Some(square) = plain_move(board, &mut dice) else { break };
            if ply % APART == game as u32 % APART {
                positions.push(board);
            }
            board = board.played(square, board.flips(square));
            if board.legal_moves(Shape::FULL) == 0 {
                board = board.passed();
            }
        }
    }
    positions
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
            engine.forget();
            let mut scores = vec![engine.glance(**board, Shape::FULL)];
            let reach = Reach { depth: DEPTH, exact_from: 0, certainty: Reach::CERTAIN, nodes: u64::MAX };
            let tell = &mut |finding: &Finding| scores.push(finding.score);
            engine.search(**board, Shape::FULL, reach, tell, &mut |_| ControlFlow::Continue(()));
            for (sum, score) in sums.iter_mut().zip(scores) {
                *sum += score;
            }
        }
        let count = boards.len() as f64;
        assert!(count >= 100.0, "{count} positions with {first} to {last} discs");
        let means = sums.map(|sum| f64::from(sum) / count);
        let steps: Vec<f64> = means.array_windows().map(|[before, after]| after - before).collect();
        let up_and_down = steps.iter().zip([1.0, -1.0].into_iter().cycle()).map(|(step, sign)| step * sign);
        swing = swing.max((up_and_down.sum::<f64>() / steps.len() as f64).abs());
        step = steps.iter().fold(step, |most, step| most.max(step.abs()));
        table.push(format!("{first} to {last} discs, {count} positions, depths from 0 on: {means:.2?}"));
    }
    let table = table.join("\n");
    assert!(swing < MOST_SWING, "scores go up and down by {swing:.2} discs from depth to depth:\n{table}");
    assert!(step < MOST_STEP, "scores jump by {step:.2} discs from one depth to the next:\n{table}");
}
