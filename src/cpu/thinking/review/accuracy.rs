//! A player's accuracy, from 0 to 100.
//!
//! The accuracy of a move depends on the share of the win that it lost. The accuracy of a game is the average of two
//! means: one weighted by the volatility around each move, and the harmonic mean, which counts bad moves more than good
//! ones. The curve and both means are those of lichess (lila, `modules/analyse`, `AccuracyPercent`).

use crate::cpu::thinking::review::{MoveReview, MoveScores, Review};
use crate::rules::{ByPlayer, Player, Variant};

/// Numbers of empties, and the steepness there of the logistic curve from the lead in discs (with perfect play) to the
/// share of games won. Fitted to the winners in the database WTHOR.
const STEEPNESS: [(f64, f64); 7] =
    [(8.0, 0.430), (12.0, 0.224), (16.0, 0.159), (24.0, 0.115), (32.0, 0.123), (40.0, 0.114), (50.0, 0.13)];

/// Steepness at a number of empties: interpolated linearly within the table, constant beyond its ends.
fn steepness(empties: f64) -> f64 {
    let [(first, at_first), .., (_, at_last)] = STEEPNESS;
    if empties <= first {
        return at_first;
    }
    let between = STEEPNESS.windows(2).find(|pair| empties <= pair[1].0);
    between.map_or(at_last, |pair| {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        low + (high - low) * (empties - from) / (to - from)
    })
}

/// Expected share of games won with this lead in discs, in percent.
fn win_percent(lead: i32, empties: usize) -> f64 {
    100.0 / (1.0 + (-steepness(empties as f64) * f64::from(lead)).exp())
}

/// Accuracy of a move that lost this many percent of the win.
fn of_move(lost: f64) -> f64 {
    (103.167 * (-0.04354 * lost.max(0.0)).exp() - 2.167).clamp(0.0, 100.0)
}

/// Minimum and maximum number of plies that count as the surroundings of a move.
const AROUND: (usize, usize) = (2, 8);
/// Minimum and maximum weight of a move: a standard deviation, in percent of the win.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// Standard deviation.
fn deviation(figures: &[f64]) -> f64 {
    let count = figures.len().max(1) as f64;
    let mean = figures.iter().sum::<f64>() / count;
    (figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / count).sqrt()
}

impl Review {
    /// Accuracy of each player, from 0 to 100. `None` for players without a judged move, and until every move is
    /// reviewed.
    #[must_use]
    pub fn accuracies(&self, variant: &Variant) -> ByPlayer<Option<f64>> {
        let mut moves: Vec<&MoveReview> = self.moves.iter().collect();
        moves.sort_by_key(|found| found.ply);
        let is_complete = moves.iter().enumerate().all(|(ply, found)| found.ply == ply);
        let squares = variant.board().empties().count();
        ByPlayer::from_fn(|player| if is_complete { accuracy(&moves, squares, player) } else { None })
    }
}

fn accuracy(moves: &[&MoveReview], empty_at_start: usize, player: Player) -> Option<f64> {
    // The player's expected share of the win at each move: with the best move, and with the move played.
    let hopes: Vec<[f64; 2]> = moves
        .iter()
        .map(|found| match found.scores {
            MoveScores::Lead { played, best } => {
                let sign = if found.player == player { 1 } else { -1 };
                let empties = empty_at_start.saturating_sub(found.ply);
                [best, played].map(|lead| win_percent(sign * lead, empties))
            }
            MoveScores::Shares { played, best } => [best, played].map(|shares| f64::from(shares[player]) * 100.0),
        })
        .collect();
    let course: Vec<f64> = hopes.iter().map(|[best, _]| *best).chain(hopes.last().map(|[_, played]| *played)).collect();
    let around = (moves.len() / 10).clamp(AROUND.0, AROUND.1).min(course.len());
    let own = moves.iter().zip(&hopes).filter(|(found, _)| found.player == player && found.is_judged());
    let (mut weighed, mut weights, mut inverse, mut count) = (0.0, 0.0, 0.0, 0.0);
    for (found, [best, played]) in own {
        let accuracy = of_move(best - played);
        let from = (found.ply + 2).saturating_sub(around);
        let weight = deviation(&course[from..(from + around).min(course.len())]).clamp(WEIGHT.0, WEIGHT.1);
        weighed += weight * accuracy;
        weights += weight;
        inverse += 1.0 / accuracy.max(1.0);
        count += 1.0;
    }
    (count > 0.0).then(|| f64::midpoint(weighed / weights, count / inverse))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    #[test]
    fn a_lead_counts_more_the_fewer_squares_are_empty() {
        // Points of the table, a point between two of them, and points beyond its ends.
        for (empties, expected) in
            [(0.0, 0.430), (8.0, 0.430), (10.0, 0.327), (24.0, 0.115), (28.0, 0.119), (60.0, 0.13)]
        {
            assert!((steepness(empties) - expected).abs() < 1e-9, "{empties}");
        }
        assert!((win_percent(0, 20) - 50.0).abs() < 1e-9);
        assert!(win_percent(2, 8) > win_percent(2, 24) + 10.0);
        assert!((win_percent(4, 16) + win_percent(-4, 16) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_move_that_loses_nothing_is_perfect_and_one_that_loses_all_counts_nothing() {
        assert!((of_move(0.0) - 100.0).abs() < 1e-9 && of_move(100.0) < 1e-9);
        assert!(of_move(5.0) > of_move(10.0));
    }

    /// A game of two strictly alternating players, who lose `black` and `white` discs with each move.
    fn game(black: i32, white: i32) -> Review {
        let square: Square = "c4".parse().expect("a square");
        let moves = (0..60).rev().map(|ply| {
            let is_black = ply % 2 == 0;
            let (player, lost) = if is_black { (Player::Black, black) } else { (Player::White, white) };
            let scores = MoveScores::Lead { played: -lost, best: 0 };
            MoveReview { ply, player, square, scores, best_line: vec![square], is_exact: false, faults: Vec::new() }
        });
        Review { moves: moves.collect() }
    }

    #[test]
    fn accuracy_falls_with_losses_from_perfect() {
        let variant = Variant::classic(8).expect("a side");
        let accuracies = game(0, 6).accuracies(&variant);
        let [black, white] = [Player::Black, Player::White].map(|player| accuracies[player].expect("both moved"));
        assert!((black - 100.0).abs() < 1e-9 && white < 60.0, "{black} and {white}");
        let worse = game(0, 12).accuracies(&variant)[Player::White].expect("White moved");
        assert!(worse < white, "{worse} and {white}");
        assert_eq!(accuracies[Player::Ash], None);
    }

    #[test]
    fn nothing_is_said_before_all_moves_are_known() {
        let mut review = game(0, 6);
        review.moves.truncate(20);
        assert_eq!(review.accuracies(&Variant::classic(8).expect("a side"))[Player::Black], None);
    }
}
