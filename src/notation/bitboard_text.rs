//! Positions as two numbers of 16 hexadecimal digits, as Egaroucid writes them: the discs of the player to move and of
//! the other, with a1 as the highest bit.

use super::Diagram;
use super::word::{Piece, pieces};

const DIGITS: usize = 16;
const SQUARES: u32 = 64;

/// Position of the only two such numbers in a text. They do not say which player moves; it is taken for Black.
pub(super) fn find_bitboards(text: &str) -> Option<Diagram> {
    let mut numbers = pieces(text).filter_map(|piece| match piece {
        Piece::Word(word) => number(word),
        Piece::Between(_) => None,
    });
    let (mover, other) = (numbers.next()?, numbers.next()?);
    if numbers.next().is_some() || mover & other != 0 || mover | other == 0 {
        return None;
    }
    let letter = |square: u32| {
        let bit = 1 << (SQUARES - 1 - square);
        match (mover & bit != 0, other & bit != 0) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '-',
        }
    };
    format!("{} X", (0..SQUARES).map(letter).collect::<String>()).parse().ok()
}

fn number(word: &str) -> Option<u64> {
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word);
    let is_number = digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_number.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}
