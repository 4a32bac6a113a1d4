//! Command `boards`: lists the built-in variants.

use std::io::{self, Write};

use irogaeshi::rules::{DrawnBoard, Player, Variant};
use serde::Serialize;

use crate::out::json::print_line;
use crate::out::table::{Column, Table};

/// Key of the variant that is also called `classic`.
const USUAL: &str = "classic-8";

/// A listed variant, for output.
#[derive(Serialize)]
struct Entry {
    shelf: &'static str,
    key: String,
    name: String,
    /// Players who take turns, in order.
    players: Vec<&'static str>,
    /// Players who only cut in.
    cut_ins: Vec<&'static str>,
    about: String,
}

impl Entry {
    fn new(shelf: &'static str, key: String, variant: &Variant) -> Self {
        let mut players: Vec<&str> = variant.everybody().into_iter().map(Player::key).collect();
        let cut_ins = players.split_off(variant.players().len());
        Self { shelf, key, name: variant.name().to_owned(), players, cut_ins, about: variant.about().to_owned() }
    }
}

/// The kinds of drawn boards.
fn drawn_boards() -> Table {
    let mut table = Table::new(["key", "name", "players", "about"].map(|heading| (heading, Column::Text)));
    for kind in DrawnBoard::ALL {
        let key = format!("{0}, {0}-12345", kind.key());
        let players = match kind {
            DrawnBoard::Random => "black white",
            DrawnBoard::Chaos => "2 to 5, perhaps others cut in",
        };
        table.push([key.as_str(), kind.name(), players, kind.about()].map(str::to_owned));
    }
    table
}

/// Prints every shelf with its variants, or one JSON object a line.
pub(crate) fn print(out: &mut impl Write, json: bool) -> io::Result<()> {
    for (index, shelf) in Variant::shelves().enumerate() {
        let variants = shelf.keys.into_iter().filter_map(|key| Variant::built_in(&key).map(|variant| (key, variant)));
        let mut entries = variants.map(|(key, variant)| Entry::new(shelf.key, key, &variant));
        if json {
            entries.try_for_each(|entry| print_line(out, &entry))?;
        } else {
            let mut table = Table::new(["key", "name", "players", "about"].map(|heading| (heading, Column::Text)));
            for entry in entries {
                let cut_in = if entry.cut_ins.is_empty() { "" } else { " + " };
                let players = format!("{}{cut_in}{}", entry.players.join(" "), entry.cut_ins.join(" "));
                let key = if entry.key == USUAL { format!("classic, {USUAL}") } else { entry.key };
                table.push([key, entry.name, players, entry.about]);
            }
            let gap = if index == 0 { "" } else { "\n" };
            write!(out, "{gap}{}\n\n{table}", shelf.key)?;
        }
    }
    if json { Ok(()) } else { write!(out, "\ndrawn\n\n{}", drawn_boards()) }
}
