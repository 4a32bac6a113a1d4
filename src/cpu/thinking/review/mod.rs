//! The review of a game: the value of each move, the better move, and the reasons.

mod accuracy;
mod by_engine;
mod by_tree_search;

use serde::{Deserialize, Serialize};

use crate::cpu::classic::suits_engine_for_any_goal;
use crate::cpu::control::Control;
use crate::cpu::report::Score;
use crate::cpu::thinking::fault::Fault;
use crate::rules::{ByPlayer, Player, Record, Square, Variant};

/// Review of a game, possibly incomplete.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// Reviewed placements, from the last of the game backwards.
    pub moves: Vec<MoveReview>,
}

/// A move of the game compared with the best move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Index of the turn in the record, from 0.
    pub ply: usize,
    /// Player who made the move.
    pub player: Player,
    /// Square of the move.
    pub square: Square,
    /// Values of the game after this move and after the best one.
    #[serde(rename = "worth")]
    pub scores: MoveScores,
    /// Best move and its expected continuation. Begins with the played move if none is better; empty if the move is not
    /// judged because its player cannot win.
    pub best_line: Vec<Square>,
    /// True if the values are exact.
    pub is_exact: bool,
    /// Advantages of the best move over this one, the most serious first; empty if the move was the best.
    pub faults: Vec<Fault>,
}

/// Unit of the values in a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Final lead of one of two players, in discs.
    Discs,
    /// Shares of the win.
    Shares,
}

impl Measure {
    /// Unit for games of a variant: discs if the engine can play it.
    #[must_use]
    pub fn of(variant: &Variant) -> Self {
        if suits_engine_for_any_goal(variant) { Self::Discs } else { Self::Shares }
    }
}

/// Values of the game with good play, after the played move and after the best move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveScores {
    /// Final lead of the mover in discs; negative for a loss.
    Lead {
        /// After the played move.
        played: i32,
        /// After the best move; never less.
        best: i32,
    },
    /// Shares of the win of all scored players, from 0 to 1.
    Shares {
        /// After the played move.
        played: ByPlayer<f32>,
        /// After the best move; never less for the mover.
        best: ByPlayer<f32>,
    },
}

/// Loss of a move compared with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Loss in discs of the lead.
    Discs(u32),
    /// Loss in percent of the win.
    Percent(u32),
}

impl Loss {
    /// Number of discs or percent. All losses within one review have the same unit.
    #[must_use]
    pub const fn amount(self) -> u32 {
        match self {
            Self::Discs(amount) | Self::Percent(amount) => amount,
        }
    }
}

impl MoveReview {
    /// Loss of this move.
    #[must_use]
    pub fn loss(&self) -> Loss {
        match self.scores {
            MoveScores::Lead { played, best } => Loss::Discs((best - played).unsigned_abs()),
            MoveScores::Shares { played, best } => {
                let lost = best[self.player] - played[self.player];
                Loss::Percent((lost * 100.0).round() as u32)
            }
        }
    }

    /// Values for the mover, of the played move and of the best move.
    #[must_use]
    pub fn scores(&self) -> [Score; 2] {
        match self.scores {
            MoveScores::Lead { played, best } => [played, best].map(Score::Lead),
            MoveScores::Shares { played, best } => [played, best].map(|shares| Score::Wins(shares[self.player])),
        }
    }

    /// Returns whether the best move is known.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        !self.best_line.is_empty()
    }

    /// Returns whether there was a better move.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        self.loss().amount() > 0
    }

    /// Returns whether two moves are the same mistake: the same player loses the same corner or edge within a few
    /// plies. An ignored corner, for example, is ignored again with every move until somebody takes it.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        self.player == other.player
            && self.ply.abs_diff(other.ply) <= ONE_MISTAKE
            && self.subject().zip(other.subject()).is_some_and(|(fault, other)| fault.is_about_the_same(other))
    }

    /// The most serious fault about a corner or an edge.
    fn subject(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.is_about_the_same(fault))
    }

    /// Best move.
    #[must_use]
    pub fn best(&self) -> Square {
        self.best_line.first().copied().unwrap_or(self.square)
    }
}

/// Maximum distance in plies of two losses that count as one mistake.
const ONE_MISTAKE: usize = 8;

impl Review {
    /// Review of the turn with this index, if already known.
    #[must_use]
    pub fn of(&self, ply: usize) -> Option<&MoveReview> {
        self.moves.iter().find(|found| found.ply == ply)
    }

    /// The moves that lost the most, the worst first, without moves that lost nothing. Of moves that are
    /// [one mistake](MoveReview::repeats), only the worst is included.
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

/// Reviews the placements of a game from the last to the first, and reports the review after each one. Free passes are
/// not judged, since CPU players never consider them.
///
/// The engine reviews the variants that it can play, in leads; the tree search reviews all others, in shares of the
/// win. `max_nodes` limits the positions or playouts of each search. The review ends early when `control` says so.
#[must_use]
pub fn review(record: &Record, max_nodes: Option<u64>, control: &mut Control<'_, Review>) -> Review {
    match Measure::of(record.variant()) {
        Measure::Discs => by_engine::review(record, max_nodes, control),
        Measure::Shares => by_tree_search::review(record, max_nodes, control),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::progress::Progress;

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
            let reported = std::cell::Cell::new(0);
            let mut on_progress = |progress: Progress| {
                assert_eq!((progress.done, progress.of), (reported.get(), record.ply() as u32), "{key}");
                if reported.get() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut on_report = |review: &Review| reported.set(review.moves.len() as u32);
            let control = &mut Control::new().on_progress(&mut on_progress).on_report(&mut on_report);
            assert_eq!(review(&record, Some(50), control).moves.len(), 5, "{key}");
            assert_eq!(reported.get(), 5, "{key}");
        }
    }

    /// A move that lost `loss` discs, with these faults.
    fn lossy(ply: usize, player: Player, loss: i32, faults: Vec<Fault>) -> MoveReview {
        let square: Square = "c4".parse().expect("a square");
        let scores = MoveScores::Lead { played: -loss, best: 0 };
        MoveReview { ply, player, square, scores, best_line: Vec::new(), is_exact: true, faults }
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
        let scores = MoveScores::Shares { played: shares(0.2, 0.5), best: shares(0.344, 0.1) };
        let found = MoveReview { scores, ..lossy(3, Player::Black, 0, vec![]) };
        assert_eq!((found.loss(), found.is_lossy()), (Loss::Percent(14), true));
        assert!(
            !MoveReview { scores: MoveScores::Shares { played: shares(0.2, 0.5), best: shares(0.2, 0.5) }, ..found }
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
            // White loses it too.
            lossy(27, white, 7, left("a1")),
            lossy(24, black, 9, left("a1")),
            lossy(22, black, 11, gave("a1")),
            // The more serious fault is about mobility, but the corner is the same.
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
