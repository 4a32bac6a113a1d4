//! Pairs of games by points, as evidence of the strength of two players.

use irogaeshi::cpu::Interval;
use serde::{Deserialize, Serialize};

use crate::statistics::elo::{EloDifference, elo};

/// Counts of pairs of games in which the first of two players has 0, ½, 1, 1½ and 2 points.
///
/// In a pair, both players play one opening from each seat. The two games depend on each other, since an opening that
/// favours a seat gives a point to each player. Therefore pairs are the unit of the statistics, not games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pentanomial([u32; Pentanomial::RESULTS]);

impl Pentanomial {
    const RESULTS: usize = 5;

    #[cfg(test)]
    pub(crate) const fn new(counts: [u32; Self::RESULTS]) -> Self {
        Self(counts)
    }

    /// Adds a pair by its number of half points.
    ///
    /// # Panics
    /// If there are more than four half points.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub(crate) const fn counts(&self) -> [u32; Self::RESULTS] {
        self.0
    }

    pub(crate) fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Mean share of the points of a pair, from 0 to 1; a half without pairs.
    pub(crate) fn mean(&self) -> f64 {
        let pairs = self.pairs();
        if pairs == 0 { 0.5 } else { moment(&self.0, |share| share) / f64::from(pairs) }
    }

    /// Variance of the pairs' shares: the mean squared distance to their mean. Adds one won and one lost pair, so that
    /// a few pairs that happen to end alike prove nothing.
    pub(crate) fn variance(&self) -> f64 {
        let mut counts = self.0;
        counts[0] += 1;
        counts[Self::RESULTS - 1] += 1;
        let pairs = f64::from(self.pairs() + 2);
        let mean = moment(&counts, |share| share) / pairs;
        moment(&counts, |share| (share - mean).powi(2)) / pairs
    }

    /// The first player's strength above the second, with a 95 % interval from the variance of the pairs (normal
    /// approximation). Stopping a match as soon as it is clear makes the difference look slightly too large.
    pub(crate) fn elo(&self) -> EloDifference {
        let (mean, half) = (self.mean(), Interval::Z * (self.variance() / f64::from(self.pairs().max(1))).sqrt());
        let interval = Interval { low: elo((mean - half).max(0.0)), high: elo((mean + half).min(1.0)) };
        EloDifference { elo: elo(mean), interval }
    }
}

/// Sum over all pairs of a function of their shares.
fn moment(counts: &[u32; Pentanomial::RESULTS], of: impl Fn(f64) -> f64) -> f64 {
    let most = (Pentanomial::RESULTS - 1) as f64;
    counts.iter().enumerate().map(|(half_points, count)| f64::from(*count) * of(half_points as f64 / most)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_are_those_of_the_pairs() {
        // Shares 0, 1/4, 1/2, 3/4, 1. Sum: 20/4 + 40/2 + 30 * 3/4 + 10 = 57.5 of 100 pairs.
        // With a won and a lost pair: mean 58.5/102, mean square (20/16 + 40/4 + 30 * 9/16 + 10 + 1)/102 = 39.125/102.
        let pairs = Pentanomial::new([0, 20, 40, 30, 10]);
        assert_eq!(pairs.pairs(), 100);
        assert!((pairs.mean() - 0.575).abs() < 1e-12);
        assert!((pairs.variance() - (39.125 / 102.0 - (58.5_f64 / 102.0).powi(2))).abs() < 1e-12);
    }

    #[test]
    fn the_interval_narrows_with_the_pairs() {
        // 400 * log10(0.575 / 0.425) = 52.51.
        let few = Pentanomial::new([0, 2, 4, 3, 1]).elo();
        let many = Pentanomial::new([0, 200, 400, 300, 100]).elo();
        assert!((few.elo - 52.51).abs() < 0.01 && (many.elo - few.elo).abs() < 1e-9, "{few:?}, {many:?}");
        assert!(few.interval.low < 0.0 && many.interval.low > 0.0, "{few:?}, {many:?}");
        // The deviation of a pair is 0.2259: 1.96 * 0.2259 / sqrt(1000) = 0.01400, that is 0.5610 to 0.5890.
        assert!((many.interval.low - 42.6).abs() < 0.1 && (many.interval.high - 62.5).abs() < 0.1, "{many:?}");
    }

    #[test]
    fn without_a_pair_nothing_is_known() {
        let none = Pentanomial::default();
        assert!(none.mean().total_cmp(&0.5).is_eq());
        let EloDifference { elo, interval } = none.elo();
        assert!(elo.abs() < 1e-9 && interval.low == f64::NEG_INFINITY && interval.high == f64::INFINITY);
    }
}
