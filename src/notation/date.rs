//! Dates in GGF games: `2003.12.15_13:24:03.MST`, `2000-4-16 11:13 EST`, `2014-02-21 20:52:27 GMT`, and `945277754`
//! (seconds since 1970).

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
    let (numbers, zone) = text.split_at(text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len()));
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
    Some(days_before(year, month, day) * 24 * 60 * 60 + time + behind)
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

/// Number of days from 1 January 1970 to this day.
fn days_before(year: u64, month: u64, day: u64) -> u64 {
    let before = |year: u64| year * 365 + year / 4 - year / 100 + year / 400;
    let years = before(year - 1) - before(1969);
    years + (1..month).map(|month| days_of(year, month)).sum::<u64>() + day - 1
}

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
        ] {
            assert_eq!(read_date(text), Some(seconds), "{text}");
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
