//! The variants that come with the game.

use super::{Board, Player, Square, Variant};

/// The variants that are text files, by key.
const FILES: [(&str, &str); 2] = [
    ("colour", include_str!("../../assets/variants/colour.txt")),
    ("five", include_str!("../../assets/variants/five.txt")),
];

/// The side that `classic` means when no side is named.
const USUAL_SIDE: u8 = 8;

/// The even sides on which ordinary reversi is played.
pub(super) fn classic_sides() -> impl Iterator<Item = u8> {
    (4..=Square::MAX_SIDE).step_by(2)
}

pub(super) fn classic(side: u8) -> Option<Variant> {
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
    Variant::new(format!("Classic {side} × {side}"), board, players.clone(), Vec::new(), players).ok()
}

pub(super) fn find(key: &str) -> Option<Variant> {
    if key == "classic" {
        return classic(USUAL_SIDE);
    }
    if let Some(side) = key.strip_prefix("classic-") {
        return side.parse().ok().and_then(classic);
    }
    FILES.into_iter().find(|(name, _)| *name == key).and_then(|(_, text)| text.parse().ok())
}

pub(super) fn keys() -> impl Iterator<Item = String> {
    let classics = classic_sides().map(|side| format!("classic-{side}"));
    let files = FILES.into_iter().map(|(key, _)| key.to_owned());
    std::iter::once("classic".to_owned()).chain(classics).chain(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_finds_a_variant() {
        for key in keys() {
            assert!(find(&key).is_some(), "{key}");
        }
    }
}
