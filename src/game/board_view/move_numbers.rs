//! Move numbers of the discs on the board.

use std::collections::HashMap;

use crate::rules::{Record, Square};

/// Number of the move that placed each disc, from 1. Discs of the starting position have none.
pub(crate) fn move_numbers(record: &Record) -> HashMap<Square, usize> {
    let board = record.position().board();
    let turns = record.played().iter().enumerate();
    let placed = turns.filter_map(|(index, turn)| Some((turn.square()?, index + 1)));
    // A square emptied by an explosion may be played again, so the last number counts.
    placed.filter(|(square, _)| board.disc(*square).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn numbers(variant: &str, moves: &str) -> Vec<(String, usize)> {
        let mut record = Record::new(variant.parse::<Variant>().unwrap());
        record.play_moves(moves).unwrap();
        let mut numbers: Vec<_> =
            move_numbers(&record).into_iter().map(|(square, number)| (square.to_string(), number)).collect();
        numbers.sort();
        numbers
    }

    #[test]
    fn each_placed_disc_has_the_number_of_its_move() {
        let classic = Variant::classic(8).unwrap().to_string();
        let named =
            |pairs: &[(&str, usize)]| pairs.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect();
        let wanted: Vec<(String, usize)> = named(&[("e6", 3), ("f5", 1), ("f6", 2)]);
        assert_eq!(numbers(&classic, "f5 f6 e6"), wanted);
        assert_eq!(numbers(&classic, ""), named(&[]));
    }

    #[test]
    fn an_exploded_disc_has_none() {
        assert_eq!(numbers("name: x\nplayers: black white\nboard:\n.RB\nW..\nB..\n", "a1"), []);
    }
}
