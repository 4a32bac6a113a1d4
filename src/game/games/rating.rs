//! Estimates a human's playing strength in Elo points, from games against levels of measured strength.
//!
//! The model is that of R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39,
//! 1952, which also rates the levels themselves (docs/strength.md). A player who is d points ahead scores 1 / (1 +
//! 10^(-d / 400)) a game on average; a draw is half a win for both. From a few games alone, a human who has won all of
//! them would seem infinitely strong, so a prior is added: most humans play between the weakest and the strongest
//! level, with a normal distribution around [`MEAN`] of standard deviation [`DEVIATION`]. The estimate maximises the
//! product of both, found by Newton's method; its uncertainty follows from the curvature there (Laplace's
//! approximation).

use std::f64::consts::LN_10;

/// Prior mean: the middle of the levels, in Elo points above a random player.
const MEAN: f64 = 1200.0;
/// Standard deviation of the prior.
const DEVIATION: f64 = 700.0;
/// Elo points for a factor of e in the odds.
const POINTS: f64 = 400.0 / LN_10;
/// Standard deviations around the mean that hold 95 % of a normal distribution.
const Z: f64 = 1.96;

/// The games against one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Result {
    /// Strength of the level.
    pub(super) rating: i32,
    /// Wins, and half of the draws.
    pub(super) points: f64,
    /// All games.
    pub(super) games: f64,
}

/// Estimated strength of a human.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Elo points above a random player.
    pub rating: i32,
    /// Half width of the 95 % interval, in points.
    pub within: i32,
    /// Number of games that the estimate is based on.
    pub games: u32,
}

/// Estimates the strength of a human with these results; `None` without a game.
#[must_use]
pub(super) fn estimate(results: &[Result]) -> Option<Estimate> {
    /// Maximum number of Newton steps. The slope is smooth and falls everywhere, so this is more than enough.
    const MAX_STEPS: usize = 60;
    /// Maximum length of a step, since further away the curvature says too little.
    const MAX_STEP: f64 = 400.0;
    let games: f64 = results.iter().map(|result| result.games).sum();
    if games < 1.0 {
        return None;
    }
    let mut rating = MEAN;
    let mut curvature = 0.0;
    for _ in 0..MAX_STEPS {
        let mut slope = (MEAN - rating) / DEVIATION.powi(2);
        curvature = DEVIATION.powi(-2);
        for result in results {
            let expected = 1.0 / (1.0 + ((f64::from(result.rating) - rating) / POINTS).exp());
            slope += (result.points - result.games * expected) / POINTS;
            curvature += result.games * expected * (1.0 - expected) / POINTS.powi(2);
        }
        rating += (slope / curvature).clamp(-MAX_STEP, MAX_STEP);
    }
    let within = Z / f64::sqrt(curvature);
    Some(Estimate { rating: rating.round() as i32, within: within.round() as i32, games: games.round() as u32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(rating: i32, points: f64, games: f64) -> Result {
        Result { rating, points, games }
    }

    #[test]
    fn without_a_game_nothing_is_known() {
        assert_eq!(estimate(&[]), None);
        assert_eq!(estimate(&[result(1000, 0.0, 0.0)]), None);
    }

    #[test]
    fn many_games_with_half_of_the_points_rate_a_human_like_the_level() {
        for rating in [337, 1219, 2462] {
            let found = estimate(&[result(rating, 500.0, 1000.0)]).expect("there are games");
            assert!((found.rating - rating).abs() <= 5, "{found:?}");
            assert!(found.within < 30, "{found:?}");
        }
    }

    #[test]
    fn three_of_four_points_are_190_elo_points_ahead() {
        let found = estimate(&[result(1200, 750.0, 1000.0)]).expect("there are games");
        assert!((found.rating - 1391).abs() <= 5, "{found:?}");
    }

    #[test]
    fn more_points_are_never_worth_less_and_more_games_are_surer() {
        let rated = |points| estimate(&[result(865, points, 10.0), result(1219, 2.0, 5.0)]).expect("there are games");
        let ratings: Vec<i32> = (0..=20).map(|half| rated(f64::from(half) / 2.0).rating).collect();
        assert!(ratings.is_sorted() && ratings[0] < ratings[20], "{ratings:?}");
        let sure = |games: f64| estimate(&[result(1000, games / 2.0, games)]).expect("there are games").within;
        assert!(sure(2.0) > sure(10.0) && sure(10.0) > sure(100.0));
    }

    #[test]
    fn one_lucky_game_does_not_make_a_champion_and_all_wins_have_an_end() {
        let lucky = estimate(&[result(166, 1.0, 1.0)]).expect("a game");
        assert!(lucky.rating < 1400 && lucky.within > 800, "{lucky:?}");
        let all = estimate(&[result(3096, 200.0, 200.0)]).expect("games");
        assert!((3096..5000).contains(&all.rating), "{all:?}");
        let none = estimate(&[result(166, 0.0, 200.0)]).expect("games");
        assert!((-1500..166).contains(&none.rating), "{none:?}");
    }
}
