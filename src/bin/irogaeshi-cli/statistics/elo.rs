//! Differences of strength between two players, in Elo points.

use irogaeshi::cpu::Interval;
use serde::Serialize;

/// Elo points for a factor of ten in the odds of winning.
pub(crate) const POINTS_PER_TENFOLD: f64 = 400.0;

/// Elo difference for a share of the points, with its 95 % interval. A bound is infinite if the interval of the share
/// reaches 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct EloDifference {
    pub(crate) elo: f64,
    pub(crate) interval: Interval,
}

impl EloDifference {
    /// Estimates it from wins and draws among at least one game. A draw is half a point.
    ///
    /// The interval is Wilson's for the share of points, as if all games were won or lost. With draws it is a little
    /// too wide.
    pub(crate) fn new(wins: u32, draws: u32, games: u32) -> Self {
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        let share = Interval::wilson_of_share(points / f64::from(games), games);
        Self { elo: elo(points / f64::from(games)), interval: Interval { low: elo(share.low), high: elo(share.high) } }
    }
}

/// Formats Elo points.
pub(crate) fn points_text(elo: f64) -> String {
    // Adding zero turns a rounded -0 into 0.
    format!("{:+.0}", elo.round() + 0.0).replace("inf", "∞")
}

/// The Elo difference for an expected share of the points.
pub(crate) fn elo(share: f64) -> f64 {
    POINTS_PER_TENFOLD * (share / (1.0 - share)).log10()
}

/// The expected share of the points for an Elo difference.
pub(crate) fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / POINTS_PER_TENFOLD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_shares_give_known_differences() {
        assert!(EloDifference::new(5, 0, 10).elo.abs() < 1e-9);
        assert!(EloDifference::new(4, 2, 10).elo.abs() < 1e-9);
        // Odds of ten to one.
        assert!((EloDifference::new(10, 0, 11).elo - 400.0).abs() < 1e-9);
        assert!((EloDifference::new(3, 0, 4).elo - 190.848_5).abs() < 1e-3);
        assert!((share(400.0) - 10.0 / 11.0).abs() < 1e-12 && (share(elo(0.3)) - 0.3).abs() < 1e-12);
        // Wilson's interval for 81 of 263 is 0.2553 to 0.3662, which is -186.0 to -95.3.
        let found = EloDifference::new(81, 0, 263).interval;
        assert!((found.low + 186.0).abs() < 0.2 && (found.high + 95.3).abs() < 0.2, "{found:?}");
    }

    #[test]
    fn a_player_with_all_points_is_better_without_bounds() {
        for games in 1..100 {
            let all = EloDifference::new(games, 0, games);
            assert_eq!((all.elo, all.interval.high), (f64::INFINITY, f64::INFINITY), "{games}");
            let none = EloDifference::new(0, 0, games);
            assert_eq!((none.elo, none.interval.low), (f64::NEG_INFINITY, f64::NEG_INFINITY), "{games}");
        }
        let all = EloDifference::new(20, 0, 20);
        assert!(all.interval.low > 200.0 && all.interval.low.is_finite());
        assert_eq!([all.elo, -all.elo, 12.4, -0.4].map(points_text), ["+∞", "-∞", "+12", "+0"]);
        assert_eq!(serde_json::to_value(all).expect("is data")["elo"], serde_json::Value::Null);
    }
}
