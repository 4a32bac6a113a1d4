//! Speed of the rules: move sequences and games a second, and the time to find the legal squares.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use irogaeshi::cpu::Character;
use irogaeshi::rules::{FastPosition, PassCounting, Position, Record, Variant, perft};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fn built_in(key: &str) -> Arc<Variant> {
    Arc::new(Variant::built_in(key).expect("is built in"))
}

/// Plays random moves to the end of the game.
fn play_out(mut position: Position, rng: &mut Xoshiro256PlusPlus) -> Position {
    while let Some(player) = position.to_move()
        && let Some(square) = Character::Random.choose(&position, rng)
    {
        position.play(player, square).expect("the square is legal");
    }
    position
}

fn lines_of_play(criterion: &mut Criterion) {
    const DEPTH: u32 = 7;
    let start = Position::start(built_in("classic"));
    let mut group = criterion.benchmark_group("perft");
    // One element is a move sequence; this is the published number at this depth.
    group.throughput(Throughput::Elements(55_092));
    group.bench_function("classic, depth 7", |bencher| {
        bencher.iter(|| perft(black_box(&start), DEPTH, PassCounting::Ply));
    });
    group.finish();
}

fn legal_squares(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("legal squares");
    for key in ["classic", "colour"] {
        let mut record = Record::new(built_in(key));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        for _ in 0..25 {
            let square = Character::Random.choose(record.position(), &mut rng).expect("the game goes on");
            let player = record.position().to_move().expect("the game goes on");
            record.play(player, square).expect("the square is legal");
        }
        group.bench_function(format!("{key}, after 25 moves"), |bencher| {
            bencher.iter(|| black_box(record.position()).legal_squares());
        });
    }
    group.finish();
}

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    for key in ["classic", "colour", "five"] {
        let start = Position::start(built_in(key));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        group.bench_function(key, |bencher| bencher.iter(|| play_out(start.clone(), &mut rng)));
    }
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    for key in ["classic", "colour", "five", "classic-16", "classic-26"] {
        let start = FastPosition::new(&Position::start(built_in(key)));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        group.bench_function(key, |bencher| bencher.iter(|| start.clone().play_out(&mut rng)));
    }
    group.finish();
}

criterion_group!(benches, lines_of_play, legal_squares, random_games, playouts);
criterion_main!(benches);
