//! Decides whether a CPU player takes over the other side (swap rule).

use std::cmp::Ordering;

use crate::cpu::report::{Report, Score};
use crate::rules::{Player, Position};

/// Returns whether the player of `own` should take over the other side, given its report for the player to move.
/// Players that look at one position only compare the disc counts.
pub(crate) fn swaps_sides(position: &Position, own: Player, seen: &Report) -> Option<bool> {
    let mover = position.to_move()?;
    let for_mover = match seen.score() {
        Some(Score::Wins(share) | Score::Discs(share)) => share.total_cmp(&0.5),
        Some(Score::Lead(points) | Score::Points(points)) => points.cmp(&0),
        None => count(position, mover)?,
    };
    Some(for_mover == if mover == own { Ordering::Less } else { Ordering::Greater })
}

/// Compares the discs of one of two players with the other's.
fn count(position: &Position, player: Player) -> Option<Ordering> {
    let other = position.variant().everybody().into_iter().find(|other| *other != player)?;
    let counts = position.counts();
    Some(position.variant().goal().compare(counts[player], counts[other]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::report::Line;
    use crate::rules::{Record, Square, Variant};

    fn after(moves: &str) -> Position {
        let mut record = Record::new(Variant::classic(8).expect("a side"));
        record.play_moves(moves).expect("all of it is legal");
        record.position().clone()
    }

    fn seeing(score: Score) -> Report {
        let line = Line { moves: vec!["c3".parse().expect("a square")], score: Some(score) };
        Report { lines: vec![line], depth: 1, is_exact: false, nodes: 1 }
    }

    #[test]
    fn only_a_better_side_is_taken() {
        let position = after("f5d6");
        let takes = |own, score| swaps_sides(&position, own, &seeing(score)).expect("it goes on");
        for (good, bad, even) in [
            (Score::Lead(2), Score::Lead(-2), Score::Lead(0)),
            (Score::Wins(0.6), Score::Wins(0.4), Score::Wins(0.5)),
            (Score::Points(9), Score::Points(-9), Score::Points(0)),
        ] {
            assert!(takes(Player::White, good) && !takes(Player::White, bad) && !takes(Player::White, even));
            assert!(!takes(Player::Black, good) && takes(Player::Black, bad) && !takes(Player::Black, even));
        }
    }

    #[test]
    fn players_without_a_search_count_discs() {
        let counted = |moves| {
            let square: Square = "c3".parse().expect("a square");
            swaps_sides(&after(moves), Player::White, &Report::from(square)).expect("it goes on")
        };
        assert!(!counted("f5d6"), "three each");
        assert!(counted("f5d6c3d3c4f4f6"), "more are Black's");
    }
}
