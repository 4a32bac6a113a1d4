//! Maximum-likelihood ratings of players from the games between them.
//!
//! The model of R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952: a
//! player rated r beats one rated s with odds of exp(r - s). A draw is half a win for both. The likelihood has one
//! maximum if no group of players is without a point against all others (L. R. Ford, 1957). It is found by Newton's
//! method.

use std::f64::consts::LN_10;

use irogaeshi::cpu::Interval;

use crate::statistics::elo::{EloDifference, POINTS_PER_TENFOLD};

/// Elo points for a factor of e in the odds.
const POINTS: f64 = POINTS_PER_TENFOLD / LN_10;

/// Games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pairing {
    players: [usize; 2],
    /// Points of the first player.
    points: f64,
    games: f64,
}

impl Pairing {
    /// Makes a pairing of two different players with at least one game, from the first player's wins and the draws.
    ///
    /// A player without points gets half a point, since otherwise the best rating would be infinite.
    pub(crate) fn new(players: [usize; 2], wins: u32, draws: u32, games: u32) -> Self {
        let (points, games) = (f64::from(wins) + f64::from(draws) / 2.0, f64::from(games));
        Self { players, points: points.clamp(0.5, games - 0.5), games }
    }
}

/// Ratings relative to the first player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ratings {
    /// Natural units; the first player has 0.
    ratings: Vec<f64>,
    /// Covariances of the ratings; zero for the first player.
    covariances: Vec<Vec<f64>>,
}

impl Ratings {
    /// Fits the ratings; `None` if a player is not connected to the first by games.
    pub(crate) fn fit(players: usize, pairings: &[Pairing]) -> Option<Self> {
        /// Maximum number of Newton's steps. After the first few, each doubles the number of correct digits.
        const STEPS: usize = 100;
        const SMALL: f64 = 1e-12;
        // Limits the change of the odds to less than e² in a step, since the curvature says too little further away.
        const MAX_STEP: f64 = 2.0;
        let mut ratings = vec![0.0; players];
        let mut covariances = Vec::new();
        for _ in 0..STEPS {
            let (slope, curvature) = derivatives(&ratings, pairings);
            covariances = inverse(curvature)?;
            let step: Vec<f64> =
                covariances.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            let shorten = if longest > MAX_STEP { MAX_STEP / longest } else { 1.0 };
            for (rating, step) in ratings.iter_mut().skip(1).zip(&step) {
                *rating += step * shorten;
            }
            if longest < SMALL {
                break;
            }
        }
        for row in &mut covariances {
            row.insert(0, 0.0);
        }
        covariances.insert(0, vec![0.0; players]);
        Some(Self { ratings, covariances })
    }

    /// Difference between two players, with a 95 % interval from the curvature of the likelihood (Wald).
    pub(crate) fn difference(&self, player: usize, other: usize) -> EloDifference {
        let elo = (self.ratings[player] - self.ratings[other]) * POINTS;
        let covariance = |a: usize, b: usize| self.covariances[a][b];
        let variance = covariance(player, player) + covariance(other, other) - 2.0 * covariance(player, other);
        let half = Interval::Z * variance.max(0.0).sqrt() * POINTS;
        EloDifference { elo, interval: Interval { low: elo - half, high: elo + half } }
    }
}

/// First derivatives of the log-likelihood by all ratings but the first, and the negated second derivatives.
fn derivatives(ratings: &[f64], pairings: &[Pairing]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let free = ratings.len() - 1;
    let (mut slope, mut curvature) = (vec![0.0; free], vec![vec![0.0; free]; free]);
    for Pairing { players: [first, second], points, games } in pairings {
        let expected = 1.0 / (1.0 + (ratings[*second] - ratings[*first]).exp());
        let (more, weight) = (points - games * expected, games * expected * (1.0 - expected));
        // Indices among the free ratings; `None` for the first player.
        let [first, second] = [first.checked_sub(1), second.checked_sub(1)];
        for (player, sign) in [(first, 1.0), (second, -1.0)] {
            if let Some(player) = player {
                slope[player] += sign * more;
                curvature[player][player] += weight;
            }
        }
        if let (Some(first), Some(second)) = (first, second) {
            curvature[first][second] -= weight;
            curvature[second][first] -= weight;
        }
    }
    (slope, curvature)
}

/// Inverts a matrix by Gauss-Jordan elimination; `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    /// Pivots below this count as zero; real ones are much larger for any number of games.
    const NOTHING: f64 = 1e-12;
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == index))));
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() < NOTHING {
            return None;
        }
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let pivot_row = matrix[column].clone();
        for index in (0..size).filter(|index| *index != column) {
            let factor = matrix[index][column];
            matrix[index].iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    Some(matrix.into_iter().map(|mut row| row.split_off(size)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(ratings: &Ratings, player: usize) -> f64 {
        ratings.difference(player, 0).elo
    }

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_points() {
        let ratings = Ratings::fit(2, &[Pairing::new([1, 0], 75, 0, 100)]).expect("are connected");
        // The difference is 400 log10 3, with a standard deviation of 1 / sqrt(100 · 0.75 · 0.25) in natural units.
        assert_near(elo(&ratings, 1), 190.848_5, 1e-3);
        let Interval { low, high } = ratings.difference(1, 0).interval;
        assert_near((high - low) / 2.0, 1.959_964 * 173.717_8 / 18.75_f64.sqrt(), 1e-3);
        let with_draws = Ratings::fit(2, &[Pairing::new([0, 1], 20, 10, 100)]).expect("are connected");
        assert_near(elo(&with_draws, 1), elo(&ratings, 1), 1e-9);
        let back = ratings.difference(0, 1);
        assert_near(back.elo, -elo(&ratings, 1), 1e-9);
        assert_near(back.interval.low, -high, 1e-9);
    }

    /// Worked example of the Wikipedia article "Bradley–Terry model": wins of A, B, C and D against each other.
    #[test]
    fn a_published_example_is_fitted() {
        let results = [([0, 1], 2, 5), ([0, 3], 1, 5), ([1, 2], 5, 8), ([2, 3], 1, 4)];
        let pairings = results.map(|(players, wins, games)| Pairing::new(players, wins, 0, games));
        let ratings = Ratings::fit(4, &pairings).expect("are connected");
        let strengths: Vec<f64> = ratings.ratings.iter().map(|rating| rating.exp()).collect();
        let sum: f64 = strengths.iter().sum();
        for (strength, published) in strengths.iter().zip([0.139, 0.226, 0.143, 0.492]) {
            assert_near(strength / sum, published, 0.000_6);
        }
    }

    #[test]
    fn the_neighbours_of_a_ladder_are_independent() {
        let pairings = [Pairing::new([1, 0], 60, 0, 100), Pairing::new([2, 1], 150, 0, 200)];
        let ratings = Ratings::fit(3, &pairings).expect("are connected");
        let alone = |wins, games| {
            Ratings::fit(2, &[Pairing::new([1, 0], wins, 0, games)]).expect("are connected").difference(1, 0)
        };
        let [first, second] = [alone(60, 100), alone(150, 200)];
        assert_near(ratings.difference(2, 1).elo, second.elo, 1e-9);
        assert_near(ratings.difference(2, 1).interval.low, second.interval.low, 1e-9);
        assert_near(elo(&ratings, 2), first.elo + second.elo, 1e-9);
        // Variances add up.
        let half = |difference: EloDifference| difference.interval.high - difference.elo;
        assert_near(half(ratings.difference(2, 0)), half(first).hypot(half(second)), 1e-9);
    }

    #[test]
    fn expected_points_give_back_the_ratings() {
        let truth = [0.0, 0.5, 1.3, 4.0];
        let mut pairings = Vec::new();
        for first in 0..4 {
            for second in 0..first {
                let points = 1000.0 / (1.0 + f64::exp(truth[second] - truth[first]));
                pairings.push(Pairing { players: [first, second], points, games: 1000.0 });
            }
        }
        let ratings = Ratings::fit(4, &pairings).expect("are connected");
        for (found, expected) in ratings.ratings.iter().zip(truth) {
            assert_near(*found, expected, 1e-9);
        }
    }

    #[test]
    fn players_who_beat_each_other_in_a_circle_are_equal() {
        let circle = [[0, 1], [1, 2], [2, 0]].map(|players| Pairing::new(players, 9, 0, 10));
        let ratings = Ratings::fit(3, &circle).expect("are connected");
        assert!((0..3).all(|player| elo(&ratings, player).abs() < 1e-9));
    }

    #[test]
    fn a_player_who_wins_everything_has_a_finite_rating() {
        let ratings = Ratings::fit(2, &[Pairing::new([1, 0], 100, 0, 100)]).expect("are connected");
        // Counts as if half a point had been lost: odds of 199 to 1.
        assert_near(elo(&ratings, 1), 400.0 * 199_f64.log10(), 1e-6);
        let one = Ratings::fit(2, &[Pairing::new([1, 0], 1, 0, 1)]).expect("are connected");
        assert_near(elo(&one, 1), 0.0, 1e-9);
    }

    #[test]
    fn strangers_have_no_ratings() {
        let apart = [Pairing::new([0, 1], 5, 0, 10), Pairing::new([2, 3], 5, 0, 10)];
        assert_eq!(Ratings::fit(4, &apart), None);
    }
}
