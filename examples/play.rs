//! Two CPU players play a game: `cargo run --no-default-features --example play -- classic club grandmaster`.

use std::error::Error;

use irogaeshi::cpu::{Control, CpuPlayer, Thinker};
use irogaeshi::rules::{Position, Variant};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &'static str| arguments.get(index).map_or(default, String::as_str);
    let variant = Variant::built_in(argument(0, "classic")).ok_or("there is no such board")?;
    let players = [argument(1, "pupil").parse::<CpuPlayer>()?, argument(2, "club").parse()?];

    let (mut thinker, mut rng) = (Thinker::default(), Xoshiro256PlusPlus::seed_from_u64(1));
    let mut position = Position::start(variant);
    while let Some(player) = position.to_move() {
        let first = position.variant().players()[0];
        let cpu = players[usize::from(player != first)];
        // Players with a time of their own would search until `Control::on_progress` stops them.
        let budget = cpu.budget(&position).at_most(100_000);
        let report = thinker.choose(cpu, &position, budget, &mut rng, &mut Control::new()).ok_or("the game is over")?;
        let square = report.square().ok_or("no move is legal")?;
        position.play(player, square)?;
        println!("{player} ({cpu}) {square}\n{}", position.board());
    }
    println!("{:?}", position.outcome());
    Ok(())
}
