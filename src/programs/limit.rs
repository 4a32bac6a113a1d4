//! Text forms of limits: a time and a depth.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// A time such as `200ms` or `1.5s`, above zero and at most a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkingTime(pub Duration);

/// Error from parsing a [`ThinkingTime`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a time of at most a day, such as 200ms or 1.5s")]
pub struct NotATime(String);

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
pub struct Depth(u32);

/// Error from parsing a [`Depth`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a depth: a depth is a number of plies from 1 to {most}", most = Depth::MAX.0)]
pub struct NotADepth(String);

impl Depth {
    /// Maximum length of a game: 64 squares less the four initial discs.
    pub const MAX: Self = Self(60);

    /// Number of plies.
    #[must_use]
    pub const fn plies(self) -> u32 {
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

#[cfg(test)]
mod tests {
    use super::*;

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
