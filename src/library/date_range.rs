//! Ranges of dates, such as `1999`, `1999-05..2005` or `..2005-12-31`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::{civil_date, days_before};

/// Range of dates, both ends included.
///
/// ```
/// use irogaeshi::library::DateRange;
///
/// let range: DateRange = "1999-05..2005".parse().unwrap();
/// assert_eq!(range.to_string(), "1999-05..2005");
/// assert!("1999-13".parse::<DateRange>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateRange {
    from: Option<PartOfDate>,
    to: Option<PartOfDate>,
}

/// A year, a month or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PartOfDate {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

/// Error from parsing a [`DateRange`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a date from 1970 on, such as 1999, 1999-05, 1999-05-31 or 1999..2005")]
pub struct NotADateRange(pub String);

const SECONDS_A_DAY: u64 = 24 * 60 * 60;
const YEARS: std::ops::RangeInclusive<u16> = 1970..=9998;

impl DateRange {
    /// Returns whether a date is in the range: seconds since 1970, or those at the beginning of a year of which
    /// nothing else is known, which may be only partly in the range.
    pub(super) fn contains(&self, seconds: u64, is_only_year: bool) -> bool {
        let last = if is_only_year {
            PartOfDate { year: year_of(seconds), month: None, day: None }.end() - 1
        } else {
            seconds
        };
        self.from.is_none_or(|from| from.begin() <= last) && self.to.is_none_or(|to| seconds < to.end())
    }
}

/// Year of a date in seconds since 1970.
pub(super) const fn year_of(seconds: u64) -> u16 {
    civil_date(seconds / SECONDS_A_DAY).0 as u16
}

impl PartOfDate {
    fn begin(self) -> u64 {
        let (month, day) = (self.month.unwrap_or(1), self.day.unwrap_or(1));
        days_before(self.year.into(), month.into(), day.into()) * SECONDS_A_DAY
    }

    /// First second after it.
    fn end(self) -> u64 {
        if self.day.is_some() {
            return self.begin() + SECONDS_A_DAY;
        }
        let next = match self.month {
            Some(month @ ..=11) => Self { month: Some(month + 1), ..self },
            _ => Self { year: self.year + 1, month: None, day: None },
        };
        next.begin()
    }
}

impl FromStr for PartOfDate {
    type Err = NotADateRange;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let mut numbers = text.split('-').map(|digits| {
                let are_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                digits.parse::<u16>().ok().filter(|_| are_digits)
            });
            let year = numbers.next()??;
            let [month, day] = [numbers.next(), numbers.next()];
            let part = Self {
                year,
                month: month
                    .map(|month| month?.try_into().ok())
                    .map_or(Some(None), |month: Option<u8>| month.map(Some))?,
                day: day.map(|day| day?.try_into().ok()).map_or(Some(None), |day: Option<u8>| day.map(Some))?,
            };
            let fits = YEARS.contains(&year)
                && part.month.is_none_or(|month| (1..=12).contains(&month))
                && part.day.is_none_or(|day| (1..=31).contains(&day));
            // 31 February would be a day of March.
            let is_real = || civil_date(part.begin() / SECONDS_A_DAY).1 == u64::from(part.month.unwrap_or(1));
            (numbers.next().is_none() && fits && is_real()).then_some(part)
        };
        read().ok_or_else(|| NotADateRange(text.to_owned()))
    }
}

impl fmt::Display for PartOfDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}", self.year)?;
        self.month.map_or(Ok(()), |month| write!(formatter, "-{month:02}"))?;
        self.day.map_or(Ok(()), |day| write!(formatter, "-{day:02}"))
    }
}

impl FromStr for DateRange {
    type Err = NotADateRange;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((from, to)) = text.split_once("..") else {
            let whole = text.parse()?;
            return Ok(Self { from: Some(whole), to: Some(whole) });
        };
        let end = |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some) };
        let range = Self { from: end(from)?, to: end(to)? };
        if range == (Self { from: None, to: None }) { Err(NotADateRange(text.to_owned())) } else { Ok(range) }
    }
}

impl fmt::Display for DateRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(from), true) = (self.from, self.from == self.to) {
            return from.fmt(formatter);
        }
        self.from.map_or(Ok(()), |from| from.fmt(formatter))?;
        formatter.write_str("..")?;
        self.to.map_or(Ok(()), |to| to.fmt(formatter))
    }
}
