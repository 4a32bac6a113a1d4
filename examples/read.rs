//! Reads any text with a board or a game and prints its moves:
//! `cargo run --no-default-features --example read -- game.pgn`.

use std::error::Error;
use std::fs;

use irogaeshi::notation::{AnyText, Reading};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    let reading = Reading::of(AnyText::decode(&fs::read(path)?)?)?;
    println!("This is {}.", reading.kind);
    if let Some(remark) = reading.remark {
        println!("Warning: {remark}.");
    }
    match reading.content {
        AnyText::Variant(variant) => println!("{variant}"),
        AnyText::Game(game) => println!("{}", game.into_record()),
    }
    Ok(())
}
