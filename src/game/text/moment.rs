//! Past times in words, relative or as a date.

use crate::game::text::{Phrase, say};
use crate::notation::civil_date;

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
    let (year, month, day) = civil_date(day);
    // Strings, because numbers would get thousands separators.
    let number = |number: u64| Phrase::verbatim(number.to_string());
    say!("moment-date", year = number(year), month = Phrase::of("month", &month.to_string()), day = number(day))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::{Catalogue, Language};

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
