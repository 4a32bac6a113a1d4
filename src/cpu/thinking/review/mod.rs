//! The review of a game: what each move was worth, what was better, and why.

mod accuracy;
mod by_engine;
mod by_tree_search;

use serde::{Deserialize, Serialize};

use crate::cpu::classic::suits_engine_for_any_goal;
use crate::cpu::crew::Crew;
use crate::cpu::decision::Score;
use crate::cpu::effort::{Limit, Watch};
use crate::cpu::thinking::fault::Fault;
use crate::rules::{ByPlayer, Player, Record, Square, Variant};

/// A game, as far as it is reviewed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// Each reviewed move, the last one of the game first.
    pub moves: Vec<MoveReview>,
}

/// A move that was played, beside the best one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Which turn of the record it was, counted from 0.
    pub ply: usize,
    /// Who played it.
    pub player: Player,
    /// Where.
    pub square: Square,
    /// What the game was worth after it, and after the best move.
    pub worth: Worth,
    /// The best move, and how the game would have gone on. It is the played move where none is better; nothing where
    /// the move is not judged, as its player cannot win.
    pub best_line: Vec<Square>,
    /// Whether the worth is certain.
    pub is_exact: bool,
    /// What the best move would have kept, the heaviest first; nothing where the move was the best.
    pub faults: Vec<Fault>,
}

/// What a review counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The discs by which one of two players wins.
    Discs,
    /// Shares of the win.
    Shares,
}

impl Measure {
    /// What reviews of games of a variant count: discs where the engine knows it.
    #[must_use]
    pub fn of(variant: &Variant) -> Self {
        if suits_engine_for_any_goal(variant) { Self::Discs } else { Self::Shares }
    }
}

/// What a game is worth with good play after a move that was played, and after the best one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// The discs by which whoever moved wins; less than 0 to lose.
    Lead {
        /// After the move that was played.
        played: i32,
        /// After the best one: never less.
        best: i32,
    },
    /// The share of the win of each player who can win, from 0 to 1.
    Shares {
        /// After the move that was played.
        played: ByPlayer<f32>,
        /// After the best one: never less for whoever moved.
        best: ByPlayer<f32>,
    },
}

/// What a move lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Discs of the lead.
    Discs(u32),
    /// Hundredths of the win.
    Percent(u32),
}

impl Loss {
    /// The number of discs or of hundredths: within one review all losses are of one kind.
    #[must_use]
    pub const fn amount(self) -> u32 {
        match self {
            Self::Discs(amount) | Self::Percent(amount) => amount,
        }
    }
}

impl MoveReview {
    /// What the move lost.
    #[must_use]
    pub fn loss(&self) -> Loss {
        match self.worth {
            Worth::Lead { played, best } => Loss::Discs((best - played).unsigned_abs()),
            Worth::Shares { played, best } => {
                let lost = best[self.player] - played[self.player];
                Loss::Percent((lost * 100.0).round() as u32)
            }
        }
    }

    /// What the move was worth to its player, and the best one.
    #[must_use]
    pub fn scores(&self) -> [Score; 2] {
        match self.worth {
            Worth::Lead { played, best } => [played, best].map(Score::Lead),
            Worth::Shares { played, best } => [played, best].map(|shares| Score::Wins(shares[self.player])),
        }
    }

    /// Whether it is known which move was the best.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        !self.best_line.is_empty()
    }

    /// Whether there was a better move.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        self.loss().amount() > 0
    }

    /// Whether it is the same mistake as another move: the same player loses the same corner or edge, and shortly
    /// before or after. A corner that is left is left again with every move until somebody takes it.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.player == other.player
            && self.ply.abs_diff(other.ply) <= ONE_MISTAKE
            && self.subject().zip(other.subject()).is_some_and(|(fault, other)| fault.is_about_the_same(other))
    }

    /// The heaviest of its faults that are about a corner or an edge.
    fn subject(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.is_about_the_same(fault))
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Square {
        self.best_line.first().copied().unwrap_or(self.square)
    }
}

/// Losing the same thing again within this many plies is not another mistake.
const ONE_MISTAKE: usize = 8;

impl Review {
    /// The review of the turn with this index, if it is known already.
    #[must_use]
    pub fn of(&self, ply: usize) -> Option<&MoveReview> {
        self.moves.iter().find(|found| found.ply == ply)
    }

    /// The moves that lost the most, the worst first; none that lost nothing. Of moves that are
    /// [one mistake](MoveReview::repeats) only the worst is among them.
    #[must_use]
    pub fn worst(&self, count: usize) -> Vec<&MoveReview> {
        let mut moves: Vec<&MoveReview> = self.moves.iter().filter(|found| found.is_lossy()).collect();
        moves.sort_by_key(|found| (std::cmp::Reverse(found.loss().amount()), found.ply));
        let mut worst: Vec<&MoveReview> = Vec::new();
        for found in moves {
            if worst.len() < count && !worst.iter().any(|other| found.repeats(other)) {
                worst.push(found);
            }
        }
        worst
    }
}

/// Reviews the moves of a game that were played, from the last to the first, and tells the review after each.
///
/// The engine does it where it knows the variant, and tells leads; otherwise the tree search, which tells shares of the
/// win. The limit is one of each search. It ends before the first move when the watch says so.
pub fn review(record: &Record, limit: Limit, tell: &mut dyn FnMut(&Review), watch: &mut Watch<'_>, crew: &Crew<'_>) {
    match Measure::of(record.variant()) {
        Measure::Discs => by_engine::review(record, limit, tell, watch, crew),
        Measure::Shares => by_tree_search::review(record, limit, tell, watch, crew),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::crew::alone;
    use crate::cpu::effort::Progress;

    /// A game of random moves.
    pub(super) fn random_game(key: &str, seed: u64) -> Record {
        random_game_of(Variant::built_in(key).expect("is built in"), seed)
    }

    pub(super) fn random_game_of(variant: Variant, seed: u64) -> Record {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut record = Record::new(variant);
        while let Some(player) = record.position().to_move() {
            let legal: Vec<Square> = record.position().legal_squares().iter().collect();
            record.play(player, legal[dice.random_range(0..legal.len())]).expect("is legal");
        }
        record
    }

    #[test]
    fn a_review_that_is_stopped_tells_nothing_more() {
        for key in ["classic", "colour"] {
            let record = random_game(key, 12);
            let told = std::cell::Cell::new(0);
            let mut watch = |progress: Progress| {
                assert_eq!((progress.done, progress.of), (told.get(), record.ply() as u32), "{key}");
                if told.get() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut tell = |review: &Review| told.set(review.moves.len() as u32);
            review(&record, Limit::AtMost(50), &mut tell, &mut watch, &alone);
            assert_eq!(told.get(), 5, "{key}");
        }
    }

    /// A move that lost so much, with these faults.
    fn lossy(ply: usize, player: Player, loss: i32, faults: Vec<Fault>) -> MoveReview {
        let square: Square = "c4".parse().expect("a square");
        let worth = Worth::Lead { played: -loss, best: 0 };
        MoveReview { ply, player, square, worth, best_line: Vec::new(), is_exact: true, faults }
    }

    #[test]
    fn the_worst_moves_are_those_that_lost_the_most() {
        let moves: Vec<MoveReview> =
            [(9, 3), (8, 0), (7, 5), (6, 1), (5, 5)].map(|(ply, loss)| lossy(ply, Player::Black, loss, vec![])).into();
        let review = Review { moves };
        let plies = |count| review.worst(count).iter().map(|found| found.ply).collect::<Vec<_>>();
        assert_eq!((plies(3), plies(9)), (vec![5, 7, 9], vec![5, 7, 9, 6]));
        assert!(Review::default().worst(3).is_empty());
    }

    #[test]
    fn a_loss_of_shares_is_that_of_whoever_moved() {
        let shares = |black, white| ByPlayer::new([black, white, 1.0 - black - white, 0.0, 0.0]);
        let worth = Worth::Shares { played: shares(0.2, 0.5), best: shares(0.344, 0.1) };
        let found = MoveReview { worth, ..lossy(3, Player::Black, 0, vec![]) };
        assert_eq!((found.loss(), found.is_lossy()), (Loss::Percent(14), true));
        assert!(
            !MoveReview { worth: Worth::Shares { played: shares(0.2, 0.5), best: shares(0.2, 0.5) }, ..found }
                .is_lossy()
        );
    }

    #[test]
    fn one_mistake_is_told_once() {
        let corner = |name: &str| name.parse::<Square>().expect("a square");
        let gave = |name| vec![Fault::GaveCorner { corners: vec![corner(name)] }];
        let left = |name| vec![Fault::LeftCorner { corner: corner(name) }];
        let (black, white) = (Player::Black, Player::White);
        let moves = vec![
            lossy(40, black, 1, left("a1")),
            // The same corner again, much later.
            lossy(36, black, 6, left("a1")),
            // White loses it as well.
            lossy(27, white, 7, left("a1")),
            lossy(24, black, 9, left("a1")),
            lossy(22, black, 11, gave("a1")),
            // The heavier fault is about moves, but the corner is the same.
            lossy(20, black, 10, [vec![Fault::LostMobility { moves: 1, instead_of: 9 }], gave("a1")].concat()),
            lossy(18, black, 8, gave("h8")),
            lossy(16, black, 3, vec![Fault::LostMobility { moves: 1, instead_of: 9 }]),
            lossy(14, black, 2, vec![Fault::LostMobility { moves: 2, instead_of: 9 }]),
        ];
        let plies =
            |count| Review { moves: moves.clone() }.worst(count).iter().map(|found| found.ply).collect::<Vec<_>>();
        assert_eq!(plies(3), [22, 18, 27]);
        assert_eq!(plies(9), [22, 18, 27, 36, 16, 14]);
    }
}
