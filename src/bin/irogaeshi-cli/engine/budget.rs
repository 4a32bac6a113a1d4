//! Text forms of search budgets, and their time.

use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::{Duration, Instant};

use irogaeshi::cpu::Budget;
use thiserror::Error;

use crate::engine::interrupt::Interrupt;

/// This many plies, or up to half as many more (at most eight) if that reaches the end of the game.
pub(crate) fn to_depth(depth: Depth) -> Budget {
    let depth = depth.plies();
    Budget { exact_from: depth + (depth / 2).min(8), ..Budget::plies(depth) }
}

/// Breaks if a search that began at `start` must stop.
pub(crate) fn should_stop(budget: Budget, start: Instant, interrupt: &Interrupt) -> ControlFlow<()> {
    let is_spent = is_spent(budget, start.elapsed(), interrupt.ended().map(|end| end.elapsed()));
    if is_spent || interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns whether the search has used up its time, or the time allowed after the end of input.
fn is_spent(budget: Budget, elapsed: Duration, ended: Option<Duration>) -> bool {
    budget.time.is_some_and(|time| elapsed >= time) || ended.is_some_and(|ended| ended >= AFTER_END)
}

/// A time such as `200ms` or `1.5s`, above zero and at most a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThinkingTime(pub(crate) Duration);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a time of at most a day, such as 200ms or 1.5s")]
pub(crate) struct NotATime(String);

impl FromStr for ThinkingTime {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const MAX_TIME: Duration = Duration::from_hours(24);
        let is_plain = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let seconds = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(number), _) if is_plain(number) => number.parse::<f64>().ok().map(|time| time / 1000.0),
            (None, Some(number)) if is_plain(number) => number.parse::<f64>().ok(),
            _ => None,
        };
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.filter(|time| !time.is_zero() && *time <= MAX_TIME).map(Self).ok_or_else(|| NotATime(text.to_owned()))
    }
}

/// A search depth in plies, from 1 to the length of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depth(u32);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a depth: a depth is a number of plies from 1 to {most}", most = Depth::MAX.0)]
pub(crate) struct NotADepth(String);

impl Depth {
    /// Maximum length of a game: 64 squares less the four initial discs.
    pub(crate) const MAX: Self = Self(60);

    pub(crate) const fn plies(self) -> u32 {
        self.0
    }
}

impl FromStr for Depth {
    type Err = NotADepth;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let depth = text.parse().ok().filter(|depth| (1..=Self::MAX.0).contains(depth));
        depth.map(Self).ok_or_else(|| NotADepth(text.to_owned()))
    }
}

/// Time to keep thinking after the end of input. Short, since probably nobody is waiting for the answer.
const AFTER_END: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_over_when_its_time_is_or_that_after_the_end_of_the_conversation() {
        let second = Duration::from_secs(1);
        let whole = Budget::TO_THE_END;
        assert!(!is_spent(whole, 9 * second, None));
        assert!(!is_spent(whole, 9 * second, Some(second / 2)));
        assert!(is_spent(whole, 9 * second, Some(second)));
        // This also applies to a search that began after it.
        assert!(is_spent(whole, second / 9, Some(second)));
        let short = whole.within(Some(second / 4));
        assert!(is_spent(short, second / 4, None) && is_spent(short, second / 4, Some(second / 9)));
        assert!(!is_spent(short, second / 9, Some(second / 9)));
    }

    #[test]
    fn depths_are_read() {
        assert_eq!("60".parse(), Ok(Depth::MAX));
        for bad in ["", "0", "61", "-1", "d3", "99999999999"] {
            assert_eq!(bad.parse::<Depth>(), Err(NotADepth(bad.to_owned())));
        }
    }

    #[test]
    fn times_are_read() {
        let time = |text: &str| text.parse().map(|ThinkingTime(time)| time);
        assert_eq!(time("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("86400s"), Ok(Duration::from_hours(24)));
        for bad in [
            "",
            "s",
            "ms",
            "0ms",
            "-1s",
            "+1s",
            "1",
            "1m",
            "infs",
            "nans",
            "1e3s",
            "99999999999999999999999s",
            "86400.1s",
            "1.2.3s",
        ] {
            assert_eq!(time(bad), Err(NotATime(bad.to_owned())));
        }
    }
}
