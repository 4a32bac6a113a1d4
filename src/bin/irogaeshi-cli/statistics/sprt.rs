//! Sequential probability ratio test (SPRT): games go on until one of two strengths is clearly likelier.
//!
//! Sources: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16, 1945, for the
//! test and its bounds. M. Van den Bergh, "A practical introduction to the GSPRT", 2020, for the ratio with further
//! unknowns besides the strength (here, the distribution of the pairs) and its normal approximation.

use irogaeshi::cpu::Interval;
use serde::Serialize;

use crate::statistics::elo::share;
use crate::statistics::pentanomial::Pentanomial;

/// A test of two hypotheses about the strength of the first player above the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Sprt {
    /// Both hypotheses in Elo points, lower first.
    pub(crate) elo: [f64; 2],
    /// Probability of accepting the higher hypothesis where the lower is true.
    pub(crate) alpha: f64,
    /// Probability of accepting the lower hypothesis where the higher is true.
    pub(crate) beta: f64,
}

/// Result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// The lower hypothesis is accepted.
    Lower,
    /// The higher hypothesis is accepted.
    Higher,
}

impl Sprt {
    /// Logarithm of the likelihood ratio of the higher hypothesis to the lower.
    ///
    /// `N (s1 - s0) (2 m - s0 - s1) / (2 v)` for N pairs with mean share m and variance v. The hypotheses expect the
    /// shares s0 and s1.
    pub(crate) fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let [low, high] = self.elo.map(share);
        let count = f64::from(pairs.pairs());
        count * (high - low) * (2.0 * pairs.mean() - low - high) / (2.0 * pairs.variance())
    }

    /// Bounds of the ratio at which the test ends.
    pub(crate) fn bounds(&self) -> Interval {
        let Self { alpha, beta, .. } = self;
        Interval { low: (beta / (1.0 - alpha)).ln(), high: ((1.0 - beta) / alpha).ln() }
    }

    /// The result; `None` while more pairs are needed.
    pub(crate) fn verdict(&self, pairs: &Pentanomial) -> Option<Verdict> {
        let (ratio, Interval { low, high }) = (self.log_likelihood_ratio(pairs), self.bounds());
        match ratio {
            _ if ratio <= low => Some(Verdict::Lower),
            _ if ratio >= high => Some(Verdict::Higher),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FIVE: Sprt = Sprt { elo: [0.0, 5.0], alpha: 0.05, beta: 0.05 };

    #[test]
    fn known_pairs_give_known_ratios() {
        // 5 Elo are 1 / (1 + 10^(-5/400)) = 0.507195 of the points, 0 Elo a half.
        // 0, 20, 40, 30, 10: mean 0.575, variance 39.125/102 - (58.5/102)^2 = 0.054642.
        // 100 * 0.007195 * (1.15 - 1.007195) / (2 * 0.054642) = 0.94017.
        let ratio = FIVE.log_likelihood_ratio(&Pentanomial::new([0, 20, 40, 30, 10]));
        assert!((ratio - 0.9402).abs() < 0.0005, "{ratio}");
        // 10, 30, 40, 20, 0: mean 0.425: 100 * 0.007195 * (0.85 - 1.007195) / (2 * 0.054642) = -1.03492.
        let ratio = FIVE.log_likelihood_ratio(&Pentanomial::new([10, 30, 40, 20, 0]));
        assert!((ratio + 1.0349).abs() < 0.0005, "{ratio}");
        assert!(FIVE.log_likelihood_ratio(&Pentanomial::default()).abs() < 1e-12);
    }

    #[test]
    fn it_ends_at_the_bounds_of_wald() {
        let Interval { low, high } = FIVE.bounds();
        // ln 19 = 2.944439.
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
        let strict = Sprt { alpha: 0.01, beta: 0.1, ..FIVE }.bounds();
        // ln(0.1 / 0.99) and ln(0.9 / 0.01).
        assert!((strict.low + 2.292_535).abs() < 1e-6 && (strict.high - 4.499_810).abs() < 1e-6);
        assert_eq!(FIVE.verdict(&Pentanomial::new([0, 20, 40, 30, 10])), None);
        assert_eq!(FIVE.verdict(&Pentanomial::new([0, 80, 160, 120, 40])), Some(Verdict::Higher));
        assert_eq!(FIVE.verdict(&Pentanomial::new([40, 120, 160, 80, 0])), Some(Verdict::Lower));
    }

    #[test]
    fn pairs_that_all_end_alike_are_no_proof_soon() {
        let wins = |pairs| FIVE.verdict(&Pentanomial::new([0, 0, 0, 0, pairs]));
        assert_eq!((wins(5), wins(100)), (None, Some(Verdict::Higher)));
        assert_eq!(FIVE.verdict(&Pentanomial::new([0, 0, 100, 0, 0])), None);
    }

    proptest! {
        #[test]
        fn exchanged_players_exchange_the_hypotheses(
            counts in proptest::array::uniform5(0..2000_u32),
            low in -50.0..50.0_f64,
            more in 0.5..20.0_f64,
        ) {
            let mut exchanged = counts;
            exchanged.reverse();
            let high = low + more;
            let [test, mirror] = [[low, high], [-high, -low]].map(|elo| Sprt { elo, ..FIVE });
            let one = test.log_likelihood_ratio(&Pentanomial::new(counts));
            let other = mirror.log_likelihood_ratio(&Pentanomial::new(exchanged));
            prop_assert!((one + other).abs() < 1e-6 * (1.0 + one.abs()), "{} and {}", one, other);
        }
    }
}
