//! Clock times in words.

use std::time::Duration;

use crate::game::text::{Phrase, say};

const SECOND_MS: u64 = 1000;
const MINUTE_MS: u64 = 60 * SECOND_MS;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;

/// A remaining time as a clock shows it, rounded down to the smallest displayed unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockFace {
    pub(crate) left_ms: u64,
    /// Set if tenths of a second are shown below a minute.
    pub(crate) has_tenths: bool,
    /// Set in byo-yomi, whose seconds are counted with their unit.
    pub(crate) is_period: bool,
}

impl ClockFace {
    pub(crate) const fn of_seconds(seconds: u64) -> Self {
        Self { left_ms: seconds * SECOND_MS, has_tenths: false, is_period: false }
    }

    /// Smallest displayed unit, in milliseconds.
    const fn unit_ms(self) -> u64 {
        match self.left_ms {
            HOUR_MS.. => MINUTE_MS,
            _ if self.has_tenths => SECOND_MS / 10,
            _ => SECOND_MS,
        }
    }

    /// Time until the display changes while the clock runs.
    pub(crate) const fn changes_in(self) -> Duration {
        Duration::from_millis(self.left_ms % self.unit_ms() + 1)
    }
}

impl From<ClockFace> for Phrase {
    fn from(time: ClockFace) -> Self {
        let ClockFace { left_ms, has_tenths, is_period } = time;
        let seconds = left_ms / SECOND_MS % 60;
        match left_ms {
            // From one to two days it shows hours, so that the last day does not come as a surprise.
            _ if left_ms >= 2 * DAY_MS => say!("clock-days", count = left_ms / DAY_MS),
            HOUR_MS.. => {
                let minutes = format!("{:02}", left_ms / MINUTE_MS % 60);
                say!("clock-hours", hours = left_ms / HOUR_MS, minutes = minutes)
            }
            _ if is_period => {
                let tenths = if has_tenths { format!(".{}", left_ms % SECOND_MS / 100) } else { String::new() };
                say!("clock-period", seconds = format!("{}{tenths}", left_ms / SECOND_MS))
            }
            _ if has_tenths && left_ms < MINUTE_MS => {
                Self::verbatim(format!("{seconds}.{}", left_ms % SECOND_MS / 100))
            }
            _ => Self::verbatim(format!("{}:{seconds:02}", left_ms / MINUTE_MS)),
        }
    }
}

/// A time for speech, such as "3 minutes and 5 seconds": its largest unit and the one below.
pub(crate) fn spoken_time(time_ms: u64) -> Phrase {
    let unit = |unit_ms: u64, in_larger: u64| time_ms / unit_ms % in_larger;
    let minutes = (unit(MINUTE_MS, 60) > 0).then(|| say!("spoken-minutes", count = unit(MINUTE_MS, 60)));
    let (larger, smaller) = if time_ms >= HOUR_MS {
        (Some(say!("spoken-hours", count = time_ms / HOUR_MS)), minutes)
    } else {
        let seconds = unit(SECOND_MS, 60);
        let is_spoken = seconds > 0 || minutes.is_none();
        (minutes, is_spoken.then(|| say!("spoken-seconds", count = seconds)))
    };
    match (larger, smaller) {
        (Some(larger), Some(smaller)) => say!("spoken-time", larger = larger, smaller = smaller),
        (larger, smaller) => larger.or(smaller).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::{Catalogue, Language};

    fn shown(left_ms: u64, has_tenths: bool) -> String {
        Catalogue::default().words(&ClockFace { left_ms, has_tenths, is_period: false }.into())
    }

    #[test]
    fn byo_yomi_shows_seconds_with_their_unit() {
        let shown = |left_ms, has_tenths| {
            Catalogue::default().words(&ClockFace { left_ms, has_tenths, is_period: true }.into())
        };
        assert_eq!([shown(30_000, false), shown(9_450, true), shown(90_000, false)], ["30 s", "9.4 s", "90 s"]);
        assert_eq!(shown(HOUR_MS, false), "1 h 00");
    }

    #[test]
    fn a_clock_shows_what_a_glance_can_read() {
        assert_eq!(shown(0, false), "0:00");
        assert_eq!(shown(9_999, false), "0:09");
        assert_eq!(shown(9_999, true), "9.9");
        assert_eq!(shown(42, true), "0.0");
        assert_eq!(shown(600_000, false), "10:00");
        assert_eq!(shown(HOUR_MS + 5 * MINUTE_MS, false), "1 h 05");
        assert_eq!(shown(3 * DAY_MS - 1, false), "2 days");
    }

    #[test]
    fn a_time_is_spoken_in_two_units_at_most() {
        let spoken = |time_ms| Catalogue::default().words(&spoken_time(time_ms));
        assert_eq!(spoken(999), "0 seconds");
        assert_eq!(spoken(61_000), "1 minute and 1 second");
        assert_eq!(spoken(3 * MINUTE_MS), "3 minutes");
        assert_eq!(spoken(2 * HOUR_MS + 59_000), "2 hours");
        assert_eq!(spoken(50 * HOUR_MS + 5 * MINUTE_MS), "50 hours and 5 minutes");
        let japanese = Catalogue::new(Language::Japanese);
        assert_eq!(japanese.words(&spoken_time(3 * MINUTE_MS + 5000)), "3分5秒", "a time is no list");
    }

    #[test]
    fn it_changes_when_the_next_unit_has_passed() {
        for (left_ms, has_tenths) in [(65_432, false), (9_876, true), (2 * HOUR_MS + 77, false), (5_000, false)] {
            let wait_ms = ClockFace { left_ms, has_tenths, is_period: false }.changes_in().as_millis() as u64;
            assert_eq!(shown(left_ms - wait_ms + 1, has_tenths), shown(left_ms, has_tenths));
            assert_ne!(shown(left_ms - wait_ms, has_tenths), shown(left_ms, has_tenths));
        }
    }
}
