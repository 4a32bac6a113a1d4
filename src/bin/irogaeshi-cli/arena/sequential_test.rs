//! Sequential probability ratio test that ends a match as soon as the result is clear.

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::str::FromStr;

use irogaeshi::cpu::Interval;
use irogaeshi::rules::Outcome;
use serde::Serialize;
use thiserror::Error;

use crate::arena::contest::Contest;
use crate::arena::played_game::PlayedGame;
use crate::failure::Failure;
use crate::statistics::elo::{EloDifference, points_text};
use crate::statistics::pentanomial::Pentanomial;
use crate::statistics::sprt::{Sprt, Verdict};

#[derive(clap::Args)]
#[command(next_help_heading = "Sequential test")]
pub(crate) struct SequentialArguments {
    /// Stop when a sequential probability ratio test (SPRT) has decided.
    ///
    /// It decides whether the first player is ELO0 or ELO1 points stronger than the second, from pairs of games;
    /// --games is the maximum. Implies --rotate. For example: 0,10.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// Probability of accepting ELO1 where ELO0 is true.
    #[arg(long, value_name = "SHARE", default_value = "0.05", requires = "sprt")]
    alpha: ErrorRate,
    /// Probability of accepting ELO0 where ELO1 is true.
    #[arg(long, value_name = "SHARE", default_value = "0.05", requires = "sprt")]
    beta: ErrorRate,
}

impl SequentialArguments {
    /// The test, if one was requested.
    pub(crate) fn test(&self) -> Option<Sprt> {
        let Self { sprt, alpha: ErrorRate(alpha), beta: ErrorRate(beta) } = *self;
        sprt.map(|Hypotheses(elo)| Sprt { elo, alpha, beta })
    }
}

/// Two differences of strength in Elo points, lower first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hypotheses([f64; 2]);

/// Error probability of a test, above 0 and below a half.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ErrorRate(f64);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum TestError {
    #[error("\"{0}\" is not a pair of Elo differences from -{most} to {most}, lower first, such as 0,10", most = Hypotheses::MAX)]
    NotHypotheses(String),
    #[error("\"{0}\" is not a share above 0 and below 0.5")]
    NotAnErrorRate(String),
}

impl Hypotheses {
    /// Limit beyond which a match has hardly any upsets.
    const MAX: f64 = 1000.0;
}

impl FromStr for Hypotheses {
    type Err = TestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = |number: &str| number.trim().parse().ok().filter(|elo: &f64| elo.abs() <= Self::MAX);
        let both = text.split_once(',').and_then(|(low, high)| Some([read(low)?, read(high)?]));
        let ordered = both.filter(|[low, high]| low < high);
        ordered.map(Self).ok_or_else(|| TestError::NotHypotheses(text.to_owned()))
    }
}

impl FromStr for ErrorRate {
    type Err = TestError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate < 0.5);
        rate.map(Self).ok_or_else(|| TestError::NotAnErrorRate(text.to_owned()))
    }
}

/// A running test and the pairs of games so far.
pub(crate) struct SequentialTest<'a> {
    contest: &'a Contest,
    test: Sprt,
    pairs: Pentanomial,
    games: usize,
    half_points: usize,
}

/// Result of a test, for output.
#[derive(Debug, Serialize)]
pub(crate) struct SequentialReport {
    #[serde(flatten)]
    test: Sprt,
    /// Number of pairs with 0, ½, 1, 1½ and 2 points for the first player.
    pairs: [u32; 5],
    log_likelihood_ratio: f64,
    bounds: Interval,
    /// `None` if there were too few games.
    verdict: Option<Verdict>,
    /// Estimated strength of the first player above the second.
    strength: EloDifference,
}

impl<'a> SequentialTest<'a> {
    /// Tests the first contender against the second.
    ///
    /// # Errors
    /// If the variant does not have exactly two scored players.
    pub(crate) fn new(test: Sprt, contest: &'a Contest) -> Result<Self, Failure> {
        if contest.variant.scored().len() != 2 {
            return Err(Failure::Refused(format!(
                "--sprt needs a board for two players, and {} is not one",
                contest.variant.name()
            )));
        }
        Ok(Self { contest, test, pairs: Pentanomial::default(), games: 0, half_points: 0 })
    }

    /// Counts the next game. Breaks when the result is clear.
    pub(crate) fn see(&mut self, game: &PlayedGame) -> ControlFlow<()> {
        self.half_points += match game.outcome {
            Outcome::Win(winner) if winner == self.contest.seat_in(0, self.games) => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
        };
        self.games += 1;
        if !self.games.is_multiple_of(2) {
            return ControlFlow::Continue(());
        }
        self.pairs.add(std::mem::take(&mut self.half_points));
        if self.test.verdict(&self.pairs).is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The result so far.
    pub(crate) fn report(&self) -> SequentialReport {
        SequentialReport {
            test: self.test,
            pairs: self.pairs.counts(),
            log_likelihood_ratio: self.test.log_likelihood_ratio(&self.pairs),
            bounds: self.test.bounds(),
            verdict: self.test.verdict(&self.pairs),
            strength: self.pairs.elo(),
        }
    }
}

/// Short form, shown beside the progress bar.
impl fmt::Display for SequentialReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.bounds;
        write!(formatter, "LLR {:+.2} ({low:+.2} – {high:+.2})", self.log_likelihood_ratio)
    }
}

impl SequentialReport {
    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Sprt { elo: [low, high], alpha, beta } = self.test;
        let verdict = match self.verdict {
            Some(Verdict::Lower) => format!("{low:+} is accepted"),
            Some(Verdict::Higher) => format!("{high:+} is accepted"),
            None => "undecided: too few games".to_owned(),
        };
        writeln!(out, "\nSPRT of {low:+} against {high:+} Elo, alpha {alpha}, beta {beta}: {self}, {verdict}")?;
        let pairs = self.pairs.map(|count| count.to_string()).join(", ");
        writeln!(out, "pairs by points of the first player (0, ½, 1, 1½, 2): {pairs}")?;
        let EloDifference { elo, interval } = self.strength;
        let [elo, low, high] = [elo, interval.low, interval.high].map(points_text);
        writeln!(out, "Elo from pairs: {elo}, 95 % interval {low} – {high}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_and_error_rates_are_read() {
        assert_eq!("0,5".parse(), Ok(Hypotheses([0.0, 5.0])));
        assert_eq!("-7.5, -2".parse(), Ok(Hypotheses([-7.5, -2.0])));
        for bad in ["", "5", "5,0", "5,5", "0,5,9", "nan,1", "0,inf", "-1001,0", "a,b"] {
            assert_eq!(bad.parse::<Hypotheses>(), Err(TestError::NotHypotheses(bad.to_owned())));
        }
        assert_eq!("0.1".parse(), Ok(ErrorRate(0.1)));
        for bad in ["", "0", "0.5", "1", "-0.1", "nan", "5%"] {
            assert_eq!(bad.parse::<ErrorRate>(), Err(TestError::NotAnErrorRate(bad.to_owned())));
        }
    }
}
