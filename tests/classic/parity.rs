//! Parity bias: scores must not depend on the parity of the empties. The last move is worth a disc and a half, and an
//! evaluation that ignores it is off by as much at every depth, up at one parity and down at the other.

use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Shape, bitboards};
use irogaeshi::cpu::{Budget, Control};
use irogaeshi::notation::Diagram;
use irogaeshi::rules::{Record, Square, Variant, xot_opening};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::dice::dice;
use crate::support::two_players::bit_of;

/// Depth of each search.
const DEPTH: u32 = 2;

/// Maximum absolute score of a close position.
const CLOSE: i32 = 30;

/// Maximum of half the difference between the biases at both parities, in discs.
const MAX_OF_PARITY: f64 = 0.8;

/// Maximum absolute mean score of balanced openings, in discs.
const MAX_OF_OPENINGS: f64 = 0.5;

/// Uses one opening in this many.
const OPENINGS_APART: u64 = 97;

/// Positions of a table with their exact scores, and those after a random one of their listed moves. Random, since
/// choosing the best move would bias the sample.
fn positions(table: &str, dice: &mut Xoshiro256PlusPlus) -> [Vec<(Bitboards, i32)>; 2] {
    let (mut own, mut next) = (Vec::new(), Vec::new());
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let diagram: Diagram = format!("{} {}", fields[4], fields[3]).parse().expect("a position");
        let board = Bitboards::of(diagram.board(), diagram.to_move());
        own.push((board, fields[5].parse().expect("a score")));
        let listed: Vec<(Square, i32)> = fields[7]
            .split_whitespace()
            .map(|listed| listed.split_once(':').expect("a move and its score"))
            .map(|(square, score)| (square.parse().expect("a square"), score.parse().expect("a score")))
            .filter(|(_, score): &(Square, i32)| score.abs() <= CLOSE)
            .collect();
        let Some((square, score)) = listed.get(dice.random_range(0..listed.len().max(1))) else { continue };
        let square = usize::from(bit_of(*square));
        let after = board.played(square, board.flips(square));
        if after.legal_moves(Shape::FULL) != 0 {
            next.push((after, -score));
        }
    }
    [own, next]
}

/// Score of a full-width search.
fn score(engine: &mut Engine, board: Bitboards) -> i32 {
    let budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(DEPTH) };
    engine.forget();
    let found = engine.search(board, Shape::FULL, budget, &mut Control::new());
    found.expect("a move is legal").score
}

fn mean(numbers: impl ExactSizeIterator<Item = i32>) -> f64 {
    let count = numbers.len() as f64;
    f64::from(numbers.sum::<i32>()) / count
}

/// Mean error of the scores, in discs.
fn bias(engine: &mut Engine, positions: &[(Bitboards, i32)]) -> f64 {
    mean(positions.iter().map(|(board, exact)| score(engine, *board) - exact))
}

#[test]
fn scores_know_who_moves_last() {
    let mut engine = Engine::new(Evaluation::built_in(), 1 << 16);
    for (table, empties) in [(include_str!("../data/hard-20.csv"), 20), (include_str!("../data/hard-30.csv"), 30)] {
        let [even, odd] = positions(table, &mut dice(1));
        assert!(even.len() > 100 && odd.len() > 100, "{} and {}", even.len(), odd.len());
        assert!(even.iter().all(|(board, _)| board.empties(Shape::FULL).count_ones() == empties));
        let [even, odd] = [even, odd].map(|positions| bias(&mut engine, &positions));
        let parity = (even - odd) / 2.0;
        assert!(
            parity.abs() < MAX_OF_PARITY,
            "{empties} empty squares: {even:+.2}, one fewer: {odd:+.2}, half of the difference: {parity:+.2}"
        );
    }
}

#[test]
fn balanced_openings_are_worth_nothing() {
    let mut engine = Engine::new(Evaluation::built_in(), 1 << 16);
    let boards: Vec<Bitboards> = (0..100)
        .map(|opening| {
            let mut record = Record::new(Variant::classic(8).expect("is played"));
            record.play_squares(&xot_opening(opening * OPENINGS_APART)).expect("an opening can be played");
            bitboards(record.position()).expect("the engine plays it").0
        })
        .collect();
    let mean = mean(boards.iter().map(|board| score(&mut engine, *board)));
    assert!(mean.abs() < MAX_OF_OPENINGS, "{mean:+.2} discs for Black");
}
