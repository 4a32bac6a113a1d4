//! Scores all legal moves after some moves: `cargo run --no-default-features --example analyse -- f5d6c3`.

use std::error::Error;

use irogaeshi::cpu::{Control, Report, Thinker};
use irogaeshi::rules::{Record, Variant};

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).unwrap_or_default();
    let mut record = Record::new(Variant::classic(8).ok_or("8 is the side of a board")?);
    record.play_moves(&moves)?;

    let mut on_report = |report: &Report| println!("depth {}: {} positions", report.depth, report.nodes);
    let mut control = Control::new().on_report(&mut on_report);
    let report = Thinker::default().analyse(record.position(), 1_000_000, &mut control).ok_or("the game is over")?;
    for line in &report.lines {
        let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        println!("{:+} {}", line.lead().unwrap_or_default(), moves.join(" "));
    }
    Ok(())
}
