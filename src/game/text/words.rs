//! Words of a review: the faults of a move, and the better one.

use crate::cpu::{Edge, Fault, Loss, MoveReview};
use crate::game::text::{Phrase, say};

/// The fault of a move, such as "gave White the corner h8", with this name for the opponent.
pub(crate) fn fault_words(fault: &Fault, opponent: &Phrase) -> Phrase {
    let opponent = opponent.clone();
    match fault {
        Fault::GaveCorner { corners } => {
            let names = Phrase::list(corners.iter().copied());
            say!("fault-gave-corner", opponent = opponent, count = corners.len(), corners = names)
        }
        Fault::LeftCorner { corner } => say!("fault-left-corner", corner = *corner),
        Fault::LosesCorner { corner } => say!("fault-loses-corner", opponent = opponent, corner = *corner),
        Fault::MissesCorner { corner } => say!("fault-misses-corner", corner = *corner),
        Fault::GaveMobility { instead_of: 0, .. } => say!("fault-no-pass", opponent = opponent),
        Fault::GaveMobility { replies, instead_of } => {
            say!("fault-gave-mobility", opponent = opponent, count = *replies, instead = *instead_of)
        }
        Fault::LostMobility { moves, instead_of } => {
            say!("fault-lost-mobility", count = *moves, instead = *instead_of)
        }
        Fault::LostStableEdge { edge, discs } => {
            let count = *discs;
            match edge {
                Edge::Top => say!("fault-lost-top", count = count),
                Edge::Right => say!("fault-lost-right", count = count),
                Edge::Bottom => say!("fault-lost-bottom", count = count),
                Edge::Left => say!("fault-lost-left", count = count),
            }
        }
        Fault::GaveStableEdge { edge, discs } => {
            let count = *discs;
            match edge {
                Edge::Top => say!("fault-gave-top", opponent = opponent, count = count),
                Edge::Right => say!("fault-gave-right", opponent = opponent, count = count),
                Edge::Bottom => say!("fault-gave-bottom", opponent = opponent, count = count),
                Edge::Left => say!("fault-gave-left", opponent = opponent, count = count),
            }
        }
        Fault::Parity { region, .. } => say!("fault-parity", count = *region, opponent = opponent),
    }
}

/// Maximum number of faults to show for a move; further ones explain little.
pub(crate) const MAX_FAULTS: usize = 2;

/// The review of a move, such as "gave White the corner h8 (b5 was better by 12)".
pub(crate) fn review_words(found: &MoveReview, player: &Phrase, opponent: &Phrase) -> Phrase {
    let better = match found.loss() {
        Loss::Discs(discs) => say!("fault-better-by", square = found.best(), discs = discs),
        Loss::Percent(percent) => say!("fault-better-by-share", square = found.best(), percent = percent),
    };
    if found.is_judged() {
        with_faults(better, found, opponent, MAX_FAULTS)
    } else {
        say!("review-not-judged", player = player.clone())
    }
}

/// The review without the loss, such as "gave White the corner h8 (b5 was better)", with at most `max` faults.
pub(crate) fn short_review_words(found: &MoveReview, opponent: &Phrase, max: usize) -> Phrase {
    with_faults(say!("fault-better", square = found.best()), found, opponent, max)
}

fn with_faults(better: Phrase, found: &MoveReview, opponent: &Phrase, max: usize) -> Phrase {
    if !found.is_lossy() {
        return say!("fault-nothing-better");
    }
    if found.faults.is_empty() {
        return better;
    }
    // A second fault of the same kind would only repeat it for another place.
    let is_first_of_kind =
        |(index, fault): &(usize, &Fault)| found.faults.iter().take(*index).all(|before| !before.is_of_kind_of(fault));
    let shown = found.faults.iter().enumerate().filter(is_first_of_kind).take(max);
    let faults = Phrase::list(shown.map(|(_, fault)| fault_words(fault, opponent)));
    say!("fault-with-better", faults = faults, better = better)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Edge, MoveScores};
    use crate::game::text::Catalogue;
    use crate::rules::{ByPlayer, Player, Square};

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_move_is_described_with_its_heaviest_faults() {
        let found = |faults: Vec<Fault>| MoveReview {
            ply: 4,
            player: Player::Black,
            square: square("f7"),
            scores: MoveScores::Lead { played: -8, best: 4 },
            best_line: vec![square("b5")],
            is_exact: true,
            faults,
        };
        let corner = Fault::GaveCorner { corners: vec![square("h8")] };
        let english = |phrase| Catalogue::default().words(&phrase);
        let white = Phrase::from(Player::White);
        let black = Phrase::from(Player::Black);
        let words = |faults| english(review_words(&found(faults), &black, &white));
        assert_eq!(words(vec![corner.clone()]), "gave White the corner h8 (b5 was better by 12)");
        assert_eq!(words(vec![]), "b5 was better by 12");
        let mobility = Fault::GaveMobility { replies: 9, instead_of: 4 };
        let edge = Fault::LostStableEdge { edge: Edge::Left, discs: 3 };
        let other_edge = Fault::LostStableEdge { edge: Edge::Top, discs: 2 };
        assert_eq!(
            words(vec![edge.clone(), other_edge, mobility.clone()]),
            "ended with 3 fewer stable discs on the left edge and left White 9 moves instead of 4 (b5 was better by 12)"
        );
        assert_eq!(
            words(vec![corner, mobility, edge]),
            "gave White the corner h8 and left White 9 moves instead of 4 (b5 was better by 12)"
        );
        assert_eq!(english(short_review_words(&found(vec![]), &white, MAX_FAULTS)), "b5 was better");
        let scores = MoveScores::Lead { played: -8, best: -8 };
        let best = MoveReview { scores, best_line: vec![square("f7")], ..found(vec![]) };
        assert_eq!(english(review_words(&best, &black, &white)), "nothing was better");
    }

    #[test]
    fn a_move_among_many_players_is_described_in_shares_of_the_win() {
        let shares = |black: f32| ByPlayer::new([black, 1.0 - black, 0.0, 0.0, 0.0]);
        let found = |best, best_line| MoveReview {
            ply: 4,
            player: Player::Black,
            square: square("f7"),
            scores: MoveScores::Shares { played: shares(0.25), best: shares(best) },
            best_line,
            is_exact: false,
            faults: Vec::new(),
        };
        let black = Phrase::from(Player::Black);
        let words = |found| Catalogue::default().words(&review_words(&found, &black, &Phrase::nothing()));
        assert_eq!(words(found(0.375, vec![square("b5")])), "b5 was better by 13\u{a0}%");
        assert_eq!(words(found(0.25, vec![square("f7")])), "nothing was better");
        assert_eq!(words(found(0.25, Vec::new())), "Black cannot win, so this move is not judged");
    }

    #[test]
    fn each_fault_has_its_words() {
        let corner = square("a1");
        let cases = [
            (Fault::GaveCorner { corners: vec![corner, square("h1")] }, "gave Anna the corners a1 and h1"),
            (Fault::LeftCorner { corner }, "passed up the corner a1"),
            (Fault::LosesCorner { corner }, "let Anna get to the corner a1"),
            (Fault::MissesCorner { corner }, "gave up the way to the corner a1"),
            (
                Fault::GaveMobility { replies: 3, instead_of: 0 },
                "let Anna move, when Anna could have been made to pass",
            ),
            (Fault::LostMobility { moves: 1, instead_of: 5 }, "left itself 1 move instead of 5"),
            (Fault::LostStableEdge { edge: Edge::Top, discs: 2 }, "ended with 2 fewer stable discs on the top edge"),
            (Fault::GaveStableEdge { edge: Edge::Left, discs: 7 }, "let Anna gain 7 stable discs on the left edge"),
            (
                Fault::Parity { region: 4, instead_of: 3 },
                "moved first into a region of 4 empty squares, where Anna moves last",
            ),
        ];
        for (fault, words) in cases {
            assert_eq!(Catalogue::default().words(&fault_words(&fault, &"Anna".into())), words);
        }
    }
}
