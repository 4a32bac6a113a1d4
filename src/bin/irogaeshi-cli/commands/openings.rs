//! Command `openings`: lists the named openings, or names the opening of a game.

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

use irogaeshi::rules::{Opening, Record, Square, Variant};
use serde::Serialize;

use crate::failure::Failure;
use crate::out::json::print_line;
use crate::out::table::{Column, Table};

/// Japanese names by the keys of openings, from the texts of the game. Each is a line of its own without variables.
static JAPANESE: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("../../../../assets/locales/ja.ftl").lines();
    lines.filter_map(|line| line.strip_prefix("opening-name-")?.split_once(" = ")).collect()
});

fn japanese_name(opening: &Opening) -> &'static str {
    JAPANESE.get(opening.key().as_str()).copied().unwrap_or(opening.name)
}

/// An opening, for output.
#[derive(Serialize)]
struct Entry {
    english: &'static str,
    japanese: &'static str,
    moves: Vec<Square>,
}

impl From<&Opening> for Entry {
    fn from(opening: &Opening) -> Self {
        Self { english: opening.name, japanese: japanese_name(opening), moves: opening.moves.clone() }
    }
}

/// Prints every opening, or one JSON object a line.
pub(crate) fn print_all(out: &mut impl Write, json: bool) -> Result<(), Failure> {
    if json {
        return Ok(Opening::all().iter().try_for_each(|opening| print_line(out, &Entry::from(opening)))?);
    }
    let mut table = Table::new(["moves", "English", "Japanese"].map(|heading| (heading, Column::Text)));
    for opening in Opening::all() {
        let moves = opening.moves.iter().map(Square::to_string).collect();
        table.push([moves, opening.name.to_owned(), japanese_name(opening).to_owned()]);
    }
    Ok(write!(out, "{table}")?)
}

/// Prints the opening of a game, or that it has none. As JSON, an object or `null`.
pub(crate) fn print_followed(out: &mut impl Write, variant: Variant, moves: &str, json: bool) -> Result<(), Failure> {
    let mut record = Record::new(variant);
    record.play_moves(moves)?;
    let followed = Opening::of(&record);
    match followed {
        _ if json => print_line(out, &followed.map(Entry::from))?,
        Some(opening) => {
            writeln!(out, "{} ({}), at move {}", opening.name, japanese_name(opening), opening.moves.len())?;
        }
        None => writeln!(out, "no named opening")?,
    }
    Ok(())
}
