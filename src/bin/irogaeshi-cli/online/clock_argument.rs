//! Clocks on the command line.

use std::str::FromStr;

use irogaeshi::notation::TimeControl;
use thiserror::Error;

/// A time control such as `5m+3s`, for a match and more for each move, `5m,30s`, for a match and then for each move, or
/// `30s` or `3d` for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockArgument(pub(crate) TimeControl);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a clock, such as 5m+3s for a match, 5m,30s with byo-yomi, or 30s or 3d for each move")]
pub(crate) struct NotAClock(String);

impl FromStr for ClockArgument {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let both = |(base, second)| milliseconds(base).zip(milliseconds(second));
        let control = if let Some(parts) = text.split_once('+') {
            both(parts).map(|(base_ms, increment_ms)| TimeControl::Fischer { base_ms, increment_ms })
        } else if let Some(parts) = text.split_once(',') {
            both(parts).map(|(base_ms, period_ms)| TimeControl::ByoYomi { base_ms, period_ms })
        } else {
            milliseconds(text).map(|limit_ms| TimeControl::PerMove { limit_ms })
        };
        control.map(Self).ok_or_else(|| NotAClock(text.to_owned()))
    }
}

/// Parses a whole number with a unit: seconds, minutes, hours or days.
fn milliseconds(text: &str) -> Option<u64> {
    let units = [('s', 1_000), ('m', 60_000), ('h', 3_600_000), ('d', 86_400_000)];
    let (number, unit) = units.into_iter().find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, unit)))?;
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse::<u64>().ok().filter(|_| is_plain)?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let read = |text: &str| text.parse().map(|ClockArgument(control)| control);
        assert_eq!(read("5m+3s"), Ok(TimeControl::Fischer { base_ms: 300_000, increment_ms: 3_000 }));
        assert_eq!(read("1h+0s"), Ok(TimeControl::Fischer { base_ms: 3_600_000, increment_ms: 0 }));
        assert_eq!(read("10m,30s"), Ok(TimeControl::ByoYomi { base_ms: 600_000, period_ms: 30_000 }));
        assert_eq!(read("30s"), Ok(TimeControl::PerMove { limit_ms: 30_000 }));
        assert_eq!(read("3d"), Ok(TimeControl::correspondence(3)));
        for wrong in [
            "",
            "5",
            "5m+",
            "+3s",
            "5m+3",
            "5m,",
            ",3s",
            "5m+3s,9s",
            "-5m",
            "+5m",
            "1.5m",
            "soon",
            "99999999999999999999d",
        ] {
            assert_eq!(read(wrong), Err(NotAClock(wrong.to_owned())), "{wrong}");
        }
    }
}
