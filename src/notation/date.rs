//! Dates in games of other programs: `2003.12.15_13:24:03.MST`, `2000-4-16 11:13 EST`, `2014-02-21 20:52:27 GMT`,
//! `2014-02-21T20:52:27Z`, and `945277754` (seconds since 1970).

/// Hours by which the North American time zones are behind UTC, from RFC 5322 (section 4.3).
const ZONES: [(&str, u64); 8] =
    [("EDT", 4), ("EST", 5), ("CDT", 5), ("CST", 6), ("MDT", 6), ("MST", 7), ("PDT", 7), ("PST", 8)];

/// Seconds since 1970 (UTC) of a date with or without a time; `None` if it is not a date from then on. Unknown zones
/// count as UTC; games on different days still differ.
pub(super) fn read_date(text: &str) -> Option<u64> {
    let text = text.trim();
    // Four digits are a year, and eight may be a date.
    if text.len() > 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok().filter(|seconds| *seconds < LATEST);
    }
    // A T between digits separates the day from the time, as in ISO 8601.
    let is_time =
        |at: usize| text[at..].starts_with('T') && text[at + 1..].starts_with(|next: char| next.is_ascii_digit());
    let mut letters = text.match_indices(|letter: char| letter.is_ascii_alphabetic()).map(|(at, _)| at);
    let (numbers, zone) = text.split_at(letters.find(|at| !is_time(*at)).unwrap_or(text.len()));
    let mut numbers = numbers
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.parse::<u64>().ok());
    let mut next = |least: u64, most: u64| numbers.next().flatten().filter(|number| (least..=most).contains(number));
    let (year, month) = (next(1970, 9999)?, next(1, 12)?);
    let day = next(1, days_of(year, month))?;
    let (hour, minute, second) = (next(0, 23), next(0, 59), next(0, 59));
    let time = (hour.unwrap_or_default() * 60 + minute.unwrap_or_default()) * 60 + second.unwrap_or_default();
    let behind = ZONES.iter().find(|(name, _)| zone.trim_end() == *name).map_or(0, |(_, hours)| hours * 60 * 60);
    Some(days_before(year, month, day) * SECONDS_A_DAY + time + behind)
}

/// First second of the year 10,000.
const LATEST: u64 = 253_402_300_800;

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_of(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Number of days from 1 January 1970 to this day, which must not be before it.
///
/// # Panics
/// If the year or the month is out of range.
#[must_use]
pub fn days_before(year: u64, month: u64, day: u64) -> u64 {
    let before = |year: u64| year * 365 + year / 4 - year / 100 + year / 400;
    let years = before(year - 1) - before(1969);
    years + (1..month).map(|month| days_of(year, month)).sum::<u64>() + day - 1
}

/// Year, month and day, both from 1, of a day counted from 1 January 1970. Years begin in March here, so that the leap
/// day comes last; 400 of them have 146,097 days. (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// 2013.)
#[must_use]
pub const fn civil_date(day: u64) -> (u64, u64, u64) {
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

/// A day such as `2003-12-15`, in UTC, of seconds since 1970.
pub(super) fn written_date(seconds: u64) -> String {
    let (year, month, day) = civil_date(seconds / SECONDS_A_DAY);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A time of day such as `13:24:03`, in UTC, of seconds since 1970.
pub(super) fn written_time(seconds: u64) -> String {
    let second = seconds % SECONDS_A_DAY;
    format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dates_of_servers_and_programs_are_read() {
        for (text, seconds) in [
            ("1970-01-01", 0),
            ("1970-01-01 00:00:00 GMT", 0),
            ("2000-02-29", 951_782_400),
            ("2000-03-01 00:00", 951_868_800),
            ("2014-02-21 20:52:27 GMT", 1_393_015_947),
            ("2000-4-16 11:13 EST", 955_901_580),
            ("2003.12.15_13:24:03.MST", 1_071_519_843),
            ("2026.07.30_17:36:36.MDT", 1_785_454_596),
            ("2014-02-21 20:52:27 XYZ", 1_393_015_947),
            (" 945277754 ", 945_277_754),
            ("2014-02-21T20:52:27.123Z", 1_393_015_947),
        ] {
            assert_eq!(read_date(text), Some(seconds), "{text}");
        }
    }

    #[test]
    fn days_follow_each_other_through_every_month_and_leap_year() {
        let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let mut expected = (1970, 1, 1);
        for day in 0..200_000 {
            assert_eq!(civil_date(day), expected, "day {day}");
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
    fn written_dates_and_times_read_back() {
        for seconds in [0, 951_868_799, 1_071_519_843, LATEST - 1] {
            let text = format!("{} {}", written_date(seconds), written_time(seconds));
            assert_eq!(read_date(&text), Some(seconds), "{text}");
        }
    }

    #[test]
    fn invalid_dates_are_none() {
        for text in [
            "",
            "?",
            "yesterday",
            "2003",
            "2003.12",
            "1969-12-31",
            "2003-13-01",
            "2003-02-29",
            "10000-1-1",
            "253402300800",
            "20031215",
        ] {
            assert_eq!(read_date(text), None, "{text}");
        }
        assert_eq!(read_date("99999999999999999999999-1-1"), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_text_makes_it_panic(text in r"([0-9]{0,5}[-./_: A-Z]?){0,8}|\PC{0,9}") {
            let _ = read_date(&text);
        }
    }
}
