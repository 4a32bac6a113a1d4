//! Openness (開放度), after Murakami and Miyazaki's 開放度理論: the number of empty squares around the turned discs.

use crate::cpu::characters::around::around;
use crate::rules::{Board, Cell, Placement};

/// Sums up the empty neighbours of each disc that the placement changes, on the board before the move.
///
/// An empty square next to two of those discs counts twice, and the played square counts too. If the placement
/// explodes, all captured discs count; otherwise only the discs that turn.
pub(crate) fn openness(board: &Board, placement: &Placement) -> usize {
    placement
        .captured()
        .filter(|square| placement.explodes() || board.disc(*square).is_some_and(|disc| board.turns(disc)))
        .map(|square| around(board, square).filter(|neighbour| board.cell(*neighbour) == Cell::Empty).count())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ByPlayer, Player, Record, Variant};

    fn table(board: &Board, player: Player) -> String {
        let placements = board.empties().filter_map(|square| board.placement(player, square));
        let entry = |placement: Placement| format!("{} {}", placement.square(), openness(board, &placement));
        placements.map(entry).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn openness_is_as_worked_out_after_eight_moves() {
        let mut record = Record::new(Variant::classic(8).unwrap());
        record.play_moves("f5 d6 c3 d3 c4 f4 f6 f3").unwrap();
        let position = record.position();
        assert_eq!(
            table(position.board(), position.to_move().unwrap()),
            "c2 5, d2 4, e2 4, f2 10, e3 5, g3 4, g4 5, c5 3, e6 3, c7 6, d7 9"
        );
    }

    #[test]
    fn openness_is_as_published() {
        let board: Board =
            "........\n...WB...\n.WWBWW..\n.BBBWB..\n.BWWW...\n........\n........\n........".parse().unwrap();
        assert_eq!(
            table(&board, Player::Black),
            "c1 5, d1 4, e1 6, a2 5, b2 7, c2 6, f2 5, a3 7, g3 5, g4 4, f5 11, b6 3, c6 3, d6 10, e6 9, f6 4"
        );
    }

    #[test]
    fn discs_that_stay_open_nothing_and_all_that_vanish_open() {
        let size = |text: &str| {
            let board: Board = text.parse().unwrap();
            let placement = board.placement(Player::Black, "a1".parse().unwrap()).unwrap();
            openness(&board, &placement)
        };
        assert_eq!(size(".CB\n..."), 0);
        assert_eq!(size(".WCB\n...."), 4);
        assert_eq!(size(".WCRB\n....."), 10);
        let everybody = ByPlayer::new([true; 5]);
        let board = ".WCB\n....".parse::<Board>().unwrap().with_turning(everybody);
        let placement = board.placement(Player::Black, "a1".parse().unwrap()).unwrap();
        assert_eq!(openness(&board, &placement), 7);
    }
}
