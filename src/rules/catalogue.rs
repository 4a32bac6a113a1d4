//! The built-in variants, and the shelves that group them.

use super::{Board, DrawnBoard, Player, Square, Variant};

/// A group of variants that players see together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// Key of the group, such as `colour`.
    pub key: &'static str,
    /// Keys for [`Variant::built_in`], in display order.
    pub keys: Vec<String>,
}

/// A variant's key and text.
type File = (&'static str, &'static str);

/// Includes the named files of assets/variants.
macro_rules! files {
    ($($key:literal),+ $(,)?) => {
        &[$(($key, include_str!(concat!("../../assets/variants/", $key, ".txt")))),+]
    };
}

/// Variants stored as text files, by shelf.
const FILES: [(&str, &[File]); 4] = [
    ("colour", files!["colour", "five", "five-published"]),
    (
        "own",
        files![
            "hanabi", "hotaru", "ishigaki", "kingyo", "tabibito", "tobiishi", "fuji", "irori", "raiun", "tanpopo",
            "tsukimi", "tsuji", "uzu", "matsuri", "gorin", "gogyo",
        ],
    ),
    ("steps", files!["colour-1", "colour-2", "colour-3", "colour-4", "colour-5"]),
    (
        "two",
        files![
            "octagon",
            "diamond",
            "clover",
            "cross",
            "plus",
            "drone",
            "kazaguruma",
            "manji",
            "rectangle",
            "heart",
            "t",
            "torus",
            "two",
            "equal",
            "xhole",
            "inside",
            "outside",
            "big-x",
            "small-x",
        ],
    ),
];

/// Side of the board for the key `classic`.
const USUAL_SIDE: u8 = 8;

impl Variant {
    /// Ordinary reversi on a square board; `None` unless the side is even and from 4 to 26.
    #[must_use]
    pub fn classic(side: u8) -> Option<Self> {
        classic(side)
    }

    /// Sides of the boards of ordinary reversi.
    pub fn classic_sides() -> impl Iterator<Item = u8> {
        classic_sides()
    }

    /// Built-in variant with this key, such as `colour` or `classic-10`; `classic` means 8 x 8. `random-7` and
    /// `chaos-7` are [drawn](DrawnBoard) by their number and on no shelf.
    #[must_use]
    pub fn built_in(key: &str) -> Option<Self> {
        find(key)
    }

    /// Built-in variants, grouped for display.
    pub fn shelves() -> impl Iterator<Item = Shelf> {
        shelves()
    }

    /// Keys of all built-in variants.
    pub fn built_in_keys() -> impl Iterator<Item = String> {
        Self::shelves().flat_map(|shelf| shelf.keys)
    }
}

fn shelves() -> impl Iterator<Item = Shelf> {
    let classics = std::iter::once(USUAL_SIDE).chain(classic_sides().filter(|side| *side != USUAL_SIDE));
    let classic = Shelf { key: "classic", keys: classics.map(|side| format!("classic-{side}")).collect() };
    let shelf = |(key, files): (&'static str, &[File])| {
        let keys = files.iter().map(|(key, _)| (*key).to_owned()).collect();
        Shelf { key, keys }
    };
    // Colour comes first because it is unlike any other game, then the well-known boards, then the curiosities.
    let [colour, others @ ..] = FILES;
    std::iter::once(shelf(colour)).chain([classic]).chain(others.into_iter().map(shelf))
}

/// Even sides, on which ordinary reversi is played.
fn classic_sides() -> impl Iterator<Item = u8> {
    (4..=Square::MAX_SIDE).step_by(2)
}

fn classic(side: u8) -> Option<Variant> {
    if !classic_sides().any(|allowed| allowed == side) {
        return None;
    }
    let middle = side / 2;
    let letter =
        |column: u8, row: u8| match (column + 1 == middle || column == middle, row + 1 == middle || row == middle) {
            (true, true) if column == row => 'W',
            (true, true) => 'B',
            _ => '.',
        };
    let rows: Vec<String> = (0..side).map(|row| (0..side).map(|column| letter(column, row)).collect()).collect();
    let board = Board::from_rows(rows.iter().map(String::as_str)).ok()?;
    let players = vec![Player::Black, Player::White];
    let variant = Variant::new(format!("Classic {side} × {side}"), board, players.clone(), Vec::new(), players).ok()?;
    Some(variant.with_about(about_classic(side)))
}

const fn about_classic(side: u8) -> &'static str {
    match side {
        4 => "A game for two minutes.",
        6 => "Small, sharp, and over soon.",
        USUAL_SIDE => "Reversi as everybody knows it.",
        10 | 12 => "More room, longer plans.",
        14 | 16 => "A long evening: plans upon plans.",
        _ => "Room for a whole day: zoom in to play.",
    }
}

fn find(key: &str) -> Option<Variant> {
    if key == "classic" {
        return classic(USUAL_SIDE);
    }
    if let Some(side) = key.strip_prefix("classic-") {
        return side.parse().ok().and_then(classic);
    }
    if let Some((kind, seed)) = DrawnBoard::read_key(key) {
        return Some(kind.variant(seed));
    }
    let files = FILES.into_iter().flat_map(|(_, files)| files);
    files.into_iter().find(|(name, _)| *name == key).and_then(|(_, text)| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_finds_a_variant_that_explains_itself_and_can_be_played() {
        for key in shelves().flat_map(|shelf| shelf.keys) {
            let variant = find(&key).unwrap_or_else(|| panic!("{key} is no variant"));
            assert!(!variant.about().is_empty(), "{key}");
            assert!(variant.board().can_play(variant.players()[0]), "{key}");
        }
    }
}
