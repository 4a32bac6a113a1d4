//! Random boards of a given size.

use irogaeshi::rules::Board;
use proptest::prelude::*;
use proptest::sample::select;

/// A random board of this size, with each place drawn from `mix`: holes, empty squares and discs, as in the text of a
/// variant. At least the first place is a square.
pub(crate) fn random_board(columns: usize, rows: usize, mix: &str) -> impl Strategy<Value = Board> + use<> {
    let letter = select(mix.chars().collect::<Vec<_>>());
    proptest::collection::vec(letter, columns * rows).prop_map(move |mut letters| {
        if letters[0] == '#' {
            letters[0] = '.';
        }
        let rows: Vec<String> = letters.chunks(columns).map(|row| row.iter().collect()).collect();
        Board::from_rows(rows.iter().map(String::as_str)).expect("known letters in rows of one length")
    })
}
