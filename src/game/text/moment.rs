//! Past times in words, relative or as a date.

use crate::game::text::{Phrase, say};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A past time in words; both times are in milliseconds since 1970 (UTC). From 30 days on it is a date in UTC, since
/// the hour no longer matters then.
pub(crate) fn moment(at_ms: u64, now_ms: u64) -> Phrase {
    match now_ms.saturating_sub(at_ms) {
        ago if ago < MINUTE => say!("moment-now"),
        ago if ago < HOUR => say!("moment-minutes", count = ago / MINUTE),
        ago if ago < DAY => say!("moment-hours", count = ago / HOUR),
        ago if ago < 30 * DAY => say!("moment-days", count = ago / DAY),
        _ => date(at_ms / DAY),
    }
}

/// The date of a day, counted from 1 January 1970.
fn date(day: u64) -> Phrase {
    let (year, month, day) = civil(day);
    // Strings, because numbers would get thousands separators.
    let number = |number: u64| Phrase::verbatim(number.to_string());
    say!("moment-date", year = number(year), month = Phrase::of("month", &month.to_string()), day = number(day))
}

/// Year, month and day, both from 1, of a day counted from 1 January 1970. Years begin in March here, so that the leap
/// day comes last; 400 of them have 146,097 days. (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// 2013.)
const fn civil(day: u64) -> (u64, u64, u64) {
    // Days from 1 March of the year 0 to 1 January 1970.
    let day = day + 719_468;
    let era = day / 146_097;
    let of_era = day % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + (month <= 2) as u64;
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::{Catalogue, Language};

    #[test]
    fn days_follow_each_other_through_every_month_and_leap_year() {
        let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let mut expected = (1970, 1, 1);
        for day in 0..200_000 {
            assert_eq!(civil(day), expected, "day {day}");
            let (year, month, of_month) = expected;
            let length = match month {
                2 => 28 + u64::from(is_leap(year)),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            expected = match (month, of_month) {
                (12, 31) => (year + 1, 1, 1),
                (month, last) if last == length => (year, month + 1, 1),
                (month, of_month) => (year, month, of_month + 1),
            };
        }
    }

    #[test]
    fn a_moment_is_as_long_ago_as_that_and_then_has_a_date() {
        let english = Catalogue::default();
        let japanese = Catalogue::new(Language::Japanese);
        let now = 1_767_225_600_000 + 12 * HOUR;
        for (ago, in_english, in_japanese) in [
            (0, "just now", "たった今"),
            (MINUTE, "a minute ago", "1分前"),
            (59 * MINUTE, "59 minutes ago", "59分前"),
            (HOUR, "an hour ago", "1時間前"),
            (DAY, "yesterday", "1日前"),
            (29 * DAY, "29 days ago", "29日前"),
            (31 * DAY, "1 December 2025", "2025/12/1"),
        ] {
            let phrase = moment(now - ago, now);
            assert_eq!(english.words(&phrase), in_english);
            assert_eq!(japanese.words(&phrase), in_japanese);
        }
        assert_eq!(moment(now + DAY, now), moment(now, now), "a clock that was put back makes no riddle");
    }
}
