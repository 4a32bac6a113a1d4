//! Measured times and their percentiles.

use std::time::Duration;

use serde::Serialize;

/// All measured times in microseconds; a million take a few megabytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples(Vec<u32>);

/// Percentiles in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub(crate) samples: usize,
    pub(crate) p50_ms: f64,
    pub(crate) p90_ms: f64,
    pub(crate) p99_ms: f64,
    pub(crate) max_ms: f64,
}

impl Samples {
    pub(crate) fn push(&mut self, time: Duration) {
        // Whole microseconds, up to an hour.
        self.0.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    /// Percentiles of the times; all zero without any.
    pub(crate) fn spread(&self) -> Spread {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = |hundredths: usize| {
            let rank = (sorted.len() * hundredths).div_ceil(100);
            sorted.get(rank.saturating_sub(1)).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
        };
        Spread { samples: sorted.len(), p50_ms: at(50), p90_ms: at(90), p99_ms: at(99), max_ms: at(100) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_of_the_times_themselves() {
        let mut samples = Samples::default();
        assert_eq!(samples.spread(), Spread::default());
        for ms in (1..=200).rev() {
            samples.push(Duration::from_millis(ms));
        }
        let spread = samples.spread();
        assert_eq!((spread.samples, spread.p50_ms, spread.p90_ms), (200, 100.0, 180.0));
        assert_eq!((spread.p99_ms, spread.max_ms), (198.0, 200.0));
        let mut one = Samples::default();
        one.push(Duration::from_micros(1500));
        let spread = one.spread();
        assert_eq!((spread.p50_ms, spread.p99_ms, spread.max_ms), (1.5, 1.5, 1.5));
        samples.extend(&one);
        assert_eq!(samples.spread().samples, 201);
    }
}
