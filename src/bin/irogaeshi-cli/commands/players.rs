//! The CPU players, as a list.

use std::io::{self, Write};

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::rules::Variant;
use serde::Serialize;

use crate::out::json::print_line;
use crate::out::table::{Column, Table};

/// A CPU player of the list as data.
#[derive(Serialize)]
struct Entry {
    key: &'static str,
    /// From 1 to 5, where it is about the same on every board.
    #[serde(skip_serializing_if = "Option::is_none")]
    strength: Option<u8>,
    /// Elo points above a random player in ordinary reversi, where measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<i32>,
    /// Number of built-in variants that it plays.
    boards: usize,
}

/// Players whose names take a limit or a program.
const OTHERS: &str = "\
Limits: tree:200ms or tree:1000 (playouts), playouts:1000, engine:200ms, engine:d8 (plies) or engine:50000 (nodes).
Other programs: \"gtp:PROGRAM ARGUMENTS\", \"nboard:PROGRAM ARGUMENTS\" or \"board:PROGRAM ARGUMENTS\".
";

/// Prints every player, or one object a line.
pub(crate) fn print(out: &mut impl Write, json: bool) -> io::Result<()> {
    let variants: Vec<Variant> = Variant::built_in_keys().filter_map(|key| Variant::built_in(&key)).collect();
    let mut entries = CpuPlayer::all().map(|player| Entry {
        key: player.key(),
        strength: player.strength(),
        elo: variants.iter().find_map(|variant| player.rating(variant)),
        boards: variants.iter().filter(|variant| player.suits(variant)).count(),
    });
    if json {
        return entries.try_for_each(|entry| print_line(out, &entry));
    }
    let numbers = ["strength, 1 to 5", "Elo, ordinary reversi", "boards"].map(|heading| (heading, Column::Number));
    let mut table = Table::new([("key", Column::Text)].into_iter().chain(numbers));
    for Entry { key, strength, elo, boards } in entries {
        let text = |number: Option<i32>| number.map(|number| number.to_string()).unwrap_or_default();
        let boards = format!("{boards} of {}", variants.len());
        table.push([key.to_owned(), text(strength.map(i32::from)), text(elo), boards]);
    }
    write!(out, "{table}\n{OTHERS}")
}
