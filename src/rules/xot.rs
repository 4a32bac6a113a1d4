//! Openings of XOT: the public large list of roughly even positions after eight plies.

use super::{Record, Square, Turn, Variant};

/// Number of plies of each opening.
pub const XOT_PLIES: usize = 8;

/// Packed openings: their number in two bytes, then one half-byte for the number of plies that an opening shares with
/// the one before it, and one for each other ply, an index into the legal squares in reading order.
static PACKED: &[u8] = include_bytes!("../../assets/xot.bin");

/// Opening for a random number; every number is valid.
///
/// ```
/// # use irogaeshi::rules::{xot_opening, Record, Variant};
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_squares(&xot_opening(12_345)).unwrap();
/// assert_eq!(record.ply(), 8);
/// ```
#[must_use]
pub fn xot_opening(lot: u64) -> Vec<Square> {
    let index = usize::try_from(lot % count() as u64).unwrap_or_default();
    squares_of(all_choices().nth(index).unwrap_or_default())
}

/// All openings.
pub fn xot_openings() -> impl Iterator<Item = Vec<Square>> {
    all_choices().map(squares_of)
}

fn count() -> usize {
    usize::from(u16::from_le_bytes([PACKED[0], PACKED[1]])).max(1)
}

/// Indices into the legal squares, for each ply of each opening.
fn all_choices() -> impl Iterator<Item = [u8; XOT_PLIES]> {
    let mut halves = PACKED[2..].iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let mut opening = [0; XOT_PLIES];
    (0..count()).map_while(move |_| {
        let shared = usize::from(halves.next()?);
        for choice in opening.get_mut(shared..)? {
            *choice = halves.next()?;
        }
        Some(opening)
    })
}

fn squares_of(choices: [u8; XOT_PLIES]) -> Vec<Square> {
    let Some(mut record) = Variant::classic(8).map(Record::new) else { return Vec::new() };
    for choice in choices {
        let position = record.position();
        let square = position.legal_squares().iter().nth(choice.into());
        let Some((player, square)) = position.to_move().zip(square) else { break };
        // The square is legal, so the result is always `Ok`.
        let _turn = record.play(player, square);
    }
    record.played().iter().filter_map(Turn::square).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_list_is_whole() {
        assert_eq!(count(), 10_784);
        assert_eq!(all_choices().count(), count());
        // Plies shared with the previous opening are not stored again. A last half-byte may pad the file.
        let all: Vec<[u8; XOT_PLIES]> = all_choices().collect();
        let shared =
            |[before, after]: &[[u8; XOT_PLIES]; 2]| before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let stored: usize = all.array_windows().map(|pair| 1 + XOT_PLIES - shared(pair)).sum::<usize>() + 1 + XOT_PLIES;
        assert_eq!(stored.div_ceil(2), PACKED.len() - 2, "nothing follows it");
    }

    #[test]
    fn openings_differ_and_begin_at_f5() {
        let openings: Vec<Vec<Square>> = (0..10_784).step_by(97).map(xot_opening).collect();
        assert!(openings.iter().all(|opening| opening.len() == XOT_PLIES && opening[0].to_string() == "f5"));
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), openings.len());
    }
}
