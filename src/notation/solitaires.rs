//! Positions to solve in WTHOR files: each has a single move that wins or draws, at every step.

use super::Diagram;
use super::wthor_header::{HEADER_BYTES, WthorError, WthorHeader, entries};
use crate::rules::Square;

/// A position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solitaire {
    /// Year of the game that it comes from.
    pub year: u16,
    /// Index of the tournament's name.
    pub tournament: u16,
    /// Index of Black's name.
    pub black: u32,
    /// Index of White's name.
    pub white: u32,
    /// Position.
    pub position: Diagram,
    /// Lead in discs of the player to move after perfect play.
    pub score: i8,
    /// Solution's first move.
    pub first_move: Option<Square>,
}

/// Bytes of a position.
const POSITION_BYTES: usize = 36;
/// Bytes of the table of positions by empty squares, after the header.
const TABLE_BYTES: usize = 64 * 4;
/// Bytes of the squares: two bits each.
const BOARD_BYTES: std::ops::Range<usize> = 12..28;

/// Reads a file of positions to solve.
///
/// # Errors
/// A [`WthorError`] if the file is not one of them.
pub fn read_solitaires(bytes: &[u8]) -> Result<Vec<Solitaire>, WthorError> {
    let (header, rest) = WthorHeader::read(bytes)?;
    let positions = rest.get(TABLE_BYTES..).ok_or(WthorError::TooShort(bytes.len()))?;
    let positions = entries(positions, header.games as usize, POSITION_BYTES, HEADER_BYTES + TABLE_BYTES)?;
    let positions = positions.chunks_exact(POSITION_BYTES).zip(1..);
    positions.map(|(bytes, number)| read_solitaire(bytes).ok_or(WthorError::Position(number))).collect()
}

fn read_solitaire(bytes: &[u8]) -> Option<Solitaire> {
    let short = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let long = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let mut text = String::new();
    for byte in bytes.get(BOARD_BYTES)? {
        for shift in [6, 4, 2, 0] {
            text.push(match byte >> shift & 0b11 {
                0b00 => '-',
                0b11 => 'X',
                0b10 => 'O',
                _ => return None,
            });
        }
    }
    text.push_str(match bytes.get(29)? {
        1 => " X",
        2 => " O",
        _ => return None,
    });
    let first = *bytes.get(31)?;
    let first_move = (first / 10).checked_sub(1).zip((first % 10).checked_sub(1));
    Some(Solitaire {
        year: short(0)?,
        tournament: short(2)?,
        black: long(4)?,
        white: long(8)?,
        position: text.parse().ok()?,
        score: i8::from_le_bytes([*bytes.get(30)?]),
        first_move: first_move.and_then(|(row, column)| Square::new(column, row)),
    })
}
