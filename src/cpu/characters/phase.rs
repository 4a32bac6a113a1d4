//! Progress of a game, and mobility, for players who change their style on the way.

use crate::rules::{Position, Square};

/// Returns whether this many tenths of the squares that were empty at the start are filled.
pub(crate) fn are_filled(position: &Position, tenths: usize) -> bool {
    let at_start = position.variant().board().empties().count();
    let filled = at_start.saturating_sub(position.board().empties().count());
    filled * 10 >= at_start * tenths
}

/// Lead in legal moves after the player to move has played a square, summed up over all other players. 0 for an
/// illegal square.
pub(crate) fn mobility_lead(position: &Position, square: Square) -> i32 {
    let Some(player) = position.to_move() else { return 0 };
    let mut next = position.clone();
    if next.play(player, square).is_err() {
        return 0;
    }
    let mobility = |player| i32::from(next.board().legal_squares(player).len() as u16);
    let own = mobility(player);
    let others = next.variant().everybody().into_iter().filter(|other| *other != player);
    others.map(|other| own - mobility(other)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Player, Record, Variant};

    #[test]
    fn filled_squares_are_counted_from_the_start() {
        let mut record = Record::new(Variant::classic(8).unwrap());
        record.play_moves("f5 d6 c3 d3 c4").unwrap();
        assert!(are_filled(record.position(), 0) && !are_filled(record.position(), 1));
        record.play_moves("f4").unwrap();
        assert!(are_filled(record.position(), 1) && !are_filled(record.position(), 2));
        // Sixteen discs at the start of Colour are no progress.
        assert!(!are_filled(&Position::start(Variant::built_in("colour").unwrap()), 1));
    }

    #[test]
    fn mobility_counts_every_other_player() {
        let square = |name: &str| name.parse().unwrap();
        let classic = Position::start(Variant::classic(8).unwrap());
        // Three squares for either player.
        assert_eq!(mobility_lead(&classic, square("f5")), 0);
        assert_eq!(mobility_lead(&classic, square("a1")), 0);
        let players = vec![Player::Black, Player::White, Player::Ash];
        let board = "B.WA.\n..BA.\n".parse().unwrap();
        let three = Position::start(Variant::new("Three", board, players.clone(), Vec::new(), players).unwrap());
        // After e2, Black has no move, White has e1, and Ash has b1.
        assert_eq!(mobility_lead(&three, square("e2")), -2);
    }
}
