//! Words that several sentences need, and what is said of moves.

use crate::cpu::{Edge, Fault, MoveReview};

/// Names in a sentence, such as "Black", "Black and White" or "Black, White and Ash"; nothing for nobody.
pub(super) fn listed(names: impl IntoIterator<Item = impl ToString>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// A number of things, such as "1 disc" or "3 discs".
pub(super) fn counted(number: u32, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// What a move did wrong, such as "gave White the corner h8", where the opponent is called so.
pub(super) fn fault_words(fault: &Fault, opponent: &str) -> String {
    match fault {
        Fault::GaveCorner { corners } => {
            let noun = if corners.len() == 1 { "corner" } else { "corners" };
            format!("gave {opponent} the {noun} {}", listed(corners))
        }
        Fault::LeftCorner { corner } => format!("left the corner {corner}"),
        Fault::LosesCorner { corner } => format!("lets {opponent} get to the corner {corner}"),
        Fault::MissesCorner { corner } => format!("missed the way to the corner {corner}"),
        Fault::GaveMobility { instead_of: 0, .. } => format!("let {opponent} move, who would have had to pass"),
        Fault::GaveMobility { replies, instead_of } => {
            format!("gave {opponent} {} instead of {instead_of}", counted(*replies, "move"))
        }
        Fault::LostMobility { moves, instead_of } => {
            format!("kept {} instead of {instead_of}", counted(*moves, "move"))
        }
        Fault::LostStableEdge { edge, discs } => {
            let edge = match edge {
                Edge::Top => "top",
                Edge::Right => "right",
                Edge::Bottom => "bottom",
                Edge::Left => "left",
            };
            format!("lost {} on the {edge} edge", counted(*discs, "stable disc"))
        }
        Fault::Parity { region, .. } => format!("went first into {region} squares, where {opponent} goes last"),
    }
}

/// How many faults of a move are told: what comes after the heaviest explains little.
const FAULTS: usize = 2;

/// What there is to say of a move, such as "gave White the corner h8 (b5 was better by 12)".
pub(super) fn review_words(found: &MoveReview, opponent: &str) -> String {
    told_with(format!("{} was better by {}", found.best(), found.loss()), found, opponent)
}

/// The same where the loss stands beside it, such as "gave White the corner h8 (b5 was better)".
pub(super) fn short_review_words(found: &MoveReview, opponent: &str) -> String {
    told_with(format!("{} was better", found.best()), found, opponent)
}

fn told_with(better: String, found: &MoveReview, opponent: &str) -> String {
    let mut faults: Vec<String> = found.faults.iter().take(FAULTS).map(|fault| fault_words(fault, opponent)).collect();
    let gave = format!("gave {opponent} ");
    if let [first, second] = faults.as_mut_slice()
        && first.starts_with(&gave)
        && let Some(what) = second.strip_prefix(&gave)
    {
        *second = what.to_owned();
    }
    match faults.as_slice() {
        _ if found.loss() == 0 => "nothing was better".to_owned(),
        [] => better,
        faults => format!("{} ({better})", listed(faults)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Player, Square};

    #[test]
    fn the_last_name_is_joined_by_a_word() {
        assert_eq!(listed([""; 0]), "");
        assert_eq!(listed(["Black"]), "Black");
        assert_eq!(listed(["Black", "White"]), "Black and White");
        assert_eq!(listed([10, 30, 40]), "10, 30 and 40");
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn a_move_is_told_with_its_heaviest_faults() {
        let found = |faults: Vec<Fault>| MoveReview {
            ply: 4,
            player: Player::Black,
            square: square("f7"),
            score: -8,
            best_score: 4,
            best_line: vec![square("b5")],
            is_exact: true,
            faults,
        };
        let corner = Fault::GaveCorner { corners: vec![square("h8")] };
        let words = |faults| review_words(&found(faults), "White");
        assert_eq!(words(vec![corner.clone()]), "gave White the corner h8 (b5 was better by 12)");
        assert_eq!(words(vec![]), "b5 was better by 12");
        let mobility = Fault::GaveMobility { replies: 9, instead_of: 4 };
        let edge = Fault::LostStableEdge { edge: Edge::Left, discs: 3 };
        assert_eq!(
            words(vec![corner, mobility, edge]),
            "gave White the corner h8 and 9 moves instead of 4 (b5 was better by 12)"
        );
        assert_eq!(short_review_words(&found(vec![]), "White"), "b5 was better");
        let best = MoveReview { best_score: -8, best_line: vec![square("f7")], ..found(vec![]) };
        assert_eq!(review_words(&best, "White"), "nothing was better");
    }

    #[test]
    fn each_fault_has_its_words() {
        let corner = square("a1");
        let cases = [
            (Fault::GaveCorner { corners: vec![corner, square("h1")] }, "gave Anna the corners a1 and h1"),
            (Fault::LeftCorner { corner }, "left the corner a1"),
            (Fault::LosesCorner { corner }, "lets Anna get to the corner a1"),
            (Fault::MissesCorner { corner }, "missed the way to the corner a1"),
            (Fault::GaveMobility { replies: 3, instead_of: 0 }, "let Anna move, who would have had to pass"),
            (Fault::LostMobility { moves: 1, instead_of: 5 }, "kept 1 move instead of 5"),
            (Fault::LostStableEdge { edge: Edge::Top, discs: 2 }, "lost 2 stable discs on the top edge"),
            (Fault::Parity { region: 4, instead_of: 3 }, "went first into 4 squares, where Anna goes last"),
        ];
        for (fault, words) in cases {
            assert_eq!(fault_words(&fault, "Anna"), words);
        }
    }
}
