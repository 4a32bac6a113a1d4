//! Speed of the engine for two players: move sequences, flips and evaluations a second, and times to solve and search
//! sets of positions.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irogaeshi::cpu::classic::{Bitboards, Engine, Evaluation, Shape, perft};
use irogaeshi::cpu::{Budget, Control};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const TABLE_BYTES: usize = 4 << 20;

fn squares(word: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |square| word >> square & 1 == 1)
}

/// First positions with this many empties, a legal move and no earlier pass, from random games. Every second move
/// leaves the opponent the fewest replies, so that both sides stay in contention until the end.
fn positions(empties: u32, count: usize) -> Vec<Bitboards> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(empties.into());
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut board = Bitboards::START;
        for ply in 0..60 - empties {
            let moves: Vec<usize> = squares(board.legal_moves(Shape::FULL)).collect();
            let after = |square: usize| board.played(square, board.flips(square));
            let replies = |square: &usize| after(*square).legal_moves(Shape::FULL).count_ones();
            let chosen = if ply % 4 < 2 {
                (!moves.is_empty()).then(|| moves[dice.random_range(0..moves.len())])
            } else {
                moves.iter().copied().min_by_key(replies)
            };
            let Some(square) = chosen else { break };
            board = after(square);
        }
        if board.empties(Shape::FULL).count_ones() == empties && board.legal_moves(Shape::FULL) != 0 {
            found.push(board);
        }
    }
    found
}

fn lines_of_play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("classic perft");
    // One element is a move sequence; this is the published number at this depth.
    group.throughput(Throughput::Elements(3_005_288));
    group.bench_function("depth 9", |bencher| {
        bencher.iter(|| perft(black_box(Bitboards::START), Shape::FULL, 9));
    });
    group.finish();
}

fn flips(criterion: &mut Criterion) {
    let moves: Vec<(Bitboards, usize)> = (10..50)
        .flat_map(|empties| positions(empties, 4))
        .flat_map(|board| squares(board.empties(Shape::FULL)).map(move |square| (board, square)))
        .collect();
    let mut group = criterion.benchmark_group("classic flips");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("of every empty square", |bencher| {
        bencher.iter(|| moves.iter().map(|(board, square)| board.flips(*square)).fold(0, |all, flips| all ^ flips));
    });
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    let boards: Vec<Bitboards> = (10..50).flat_map(|empties| positions(empties, 10)).collect();
    let evaluation = Evaluation::built_in();
    let mut group = criterion.benchmark_group("classic evaluation");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("from the board", |bencher| {
        bencher.iter(|| boards.iter().map(|board| evaluation.evaluate(*board, Shape::FULL)).sum::<i32>());
    });
    group.finish();
}

/// Searches all positions, each with an empty table.
fn search_all(engine: &mut Engine, boards: &[Bitboards], budget: Budget) -> i32 {
    let scores = boards.iter().map(|board| {
        engine.forget();
        engine.search(*board, Shape::FULL, budget, &mut Control::new()).map_or(0, |result| result.score)
    });
    scores.sum()
}

fn solving(criterion: &mut Criterion) {
    const COUNT: usize = 20;
    let mut engine = Engine::new(Evaluation::built_in(), TABLE_BYTES);
    let mut group = criterion.benchmark_group("classic solving");
    group.sample_size(10);
    group.throughput(Throughput::Elements(COUNT as u64));
    for empties in [10, 12, 14, 16] {
        let boards = positions(empties, COUNT);
        group.bench_function(format!("{empties} empties"), |bencher| {
            bencher.iter(|| search_all(&mut engine, &boards, Budget::TO_THE_END));
        });
    }
    group.finish();
}

fn midgame(criterion: &mut Criterion) {
    const COUNT: usize = 4;
    let mut engine = Engine::new(Evaluation::built_in(), TABLE_BYTES);
    let boards = positions(48, COUNT);
    let mut group = criterion.benchmark_group("classic midgame");
    group.sample_size(10);
    group.throughput(Throughput::Elements(COUNT as u64));
    for (depth, selectivity) in [(8, Budget::FULL_WIDTH), (8, 1), (12, 1)] {
        let budget = Budget { selectivity, ..Budget::plies(depth) };
        group.bench_function(format!("depth {depth}, selectivity {selectivity}"), |bencher| {
            bencher.iter(|| search_all(&mut engine, &boards, budget));
        });
    }
    group.finish();
}

criterion_group!(benches, lines_of_play, flips, evaluation, solving, midgame);
criterion_main!(benches);
