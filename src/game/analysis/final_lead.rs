//! Final lead of a two-player game in the engine's counting, which gives empties to the winner. The score of a match
//! counts discs alone.

use crate::cpu::Measure;
use crate::rules::Position;

/// A final lead that differs from the difference in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FinalLead {
    pub(crate) empties: usize,
    /// The winner's lead including the empties.
    pub(crate) lead: usize,
}

impl FinalLead {
    /// The lead in this position; `None` before the end, after a draw, on a full board, for variants without leads, and
    /// if the players passed by choice at the end: the empties are then nobody's.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let [first, second] = position.variant().players() else { return None };
        let empties = position.board().empties().count();
        let counts = position.counts();
        let difference = usize::from(counts[*first].abs_diff(counts[*second]));
        let is_over = position.to_move().is_none() && position.free_passes() == 0;
        let is_measured_in_discs = is_over && Measure::of(position.variant()) == Measure::Discs;
        (is_measured_in_discs && empties > 0 && difference > 0).then_some(Self { empties, lead: difference + empties })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Record, Variant};

    fn lead(rows: &str, moves: &str) -> Option<FinalLead> {
        let text = format!("name: A board\nplayers: black white\nboard:\n{}\n", rows.replace('/', "\n"));
        let mut record = Record::new(text.parse::<Variant>().expect("a variant"));
        record.play_moves(moves).expect("legal moves");
        FinalLead::of(record.position())
    }

    #[test]
    fn empty_squares_count_for_the_winner_once_the_game_is_over() {
        assert_eq!(lead(".WB./....", "a1"), Some(FinalLead { empties: 5, lead: 8 }));
        assert_eq!(lead(".WB./....", ""), None, "the game goes on");
        assert_eq!(lead(".WB", "a1"), None, "the board is full");
    }
}
