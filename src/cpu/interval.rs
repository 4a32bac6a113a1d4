//! Confidence intervals of measured shares.

use serde::Serialize;

/// A range that contains the true share in 95 of 100 measurements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Half-width of a 95 % interval in standard deviations: the 97.5 % quantile of the normal distribution.
    pub const Z: f64 = 1.959_963_984_540_054;

    /// Wilson's score interval for a number of successes in at least one trial.
    ///
    /// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. Unlike the
    /// plain normal interval it stays between 0 and 1 and is accurate for shares near either end.
    #[must_use]
    pub fn wilson(successes: u32, trials: u32) -> Self {
        Self::wilson_of_share(f64::from(successes) / f64::from(trials), trials)
    }

    /// The same for a share of successes, which may include half successes.
    #[must_use]
    pub fn wilson_of_share(share: f64, trials: u32) -> Self {
        let trials = f64::from(trials);
        let shrink = 1.0 + Self::Z * Self::Z / trials;
        let centre = (share + Self::Z * Self::Z / (2.0 * trials)) / shrink;
        let half =
            Self::Z * (share * (1.0 - share) / trials + Self::Z * Self::Z / (4.0 * trials * trials)).sqrt() / shrink;
        // Avoids rounding errors at the ends of the range.
        let low = if share <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if share >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
        Self { low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Method 3 in table I of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998.
    #[test]
    fn wilson_gives_the_published_intervals() {
        let published =
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];
        for (successes, trials, low, high) in published {
            let interval = Interval::wilson(successes, trials);
            let is_near = |found: f64, expected: f64| (found - expected).abs() <= 0.000_05;
            assert!(is_near(interval.low, low) && is_near(interval.high, high), "{successes}/{trials}: {interval:?}");
        }
    }

    #[test]
    fn wilson_is_the_same_for_failures() {
        for (successes, trials) in [(0, 1), (1, 1), (0, 20), (7, 11), (1999, 2000)] {
            let (wins, losses) = (Interval::wilson(successes, trials), Interval::wilson(trials - successes, trials));
            assert!((wins.low + losses.high - 1.0).abs() < 1e-12, "{successes}/{trials}");
            assert!((0.0..=1.0).contains(&wins.low) && (0.0..=1.0).contains(&wins.high), "{successes}/{trials}");
        }
    }
}
