//! Text format of variants.

use std::fmt;
use std::str::FromStr;

use super::variant_fields::{VariantFields, fields_of, read_format};
use super::variant_line::VariantLine;
use super::{Variant, VariantError, VariantProblem, format};

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > Self::MAX_BYTES {
            return Err(VariantError { line: 1, problem: VariantProblem::TooLong });
        }
        if let Some(line) = VariantLine::of(text) {
            return line.read();
        }
        check_format(text)?;
        read_lines(text.lines().enumerate().map(|(index, line)| (index + 1, line)))
    }
}

impl TryFrom<String> for Variant {
    type Error = VariantError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.to_string()
    }
}

/// Refuses a text of a newer format before reading the rest, because a newer text may contain anything.
///
/// # Errors
/// [`VariantProblem::NewerFormat`] or [`VariantProblem::NotAFormat`].
pub(super) fn check_format(text: &str) -> Result<(), VariantError> {
    let value = |line: &str| {
        line.split_once(':').filter(|(key, _)| key.trim() == format::KEY).map(|(_, value)| read_format(value.trim()))
    };
    let mut formats = text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, value(line)?)));
    formats.try_for_each(|(line, format)| format.map_err(|problem| VariantError { line, problem }))
}

/// Reads the numbered lines of a text.
fn read_lines<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Variant, VariantError> {
    let mut fields = VariantFields::default();
    let mut last_line = 1;
    let mut lines = lines.map(|(line, text)| (line, text.trim())).peekable();
    while let Some((line, text)) = lines.next() {
        last_line = line;
        if text.is_empty() || text.starts_with(';') {
            continue;
        }
        let at = |problem| VariantError { line, problem };
        let (key, value) = text
            .split_once(':')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| at(VariantProblem::NotAField(text.to_owned())))?;
        if key == "board" {
            if !value.is_empty() {
                return Err(at(VariantProblem::BoardOnSameLine));
            }
            let mut rows = Vec::new();
            while let Some(row) = lines.next_if(|(_, text)| is_row(text)) {
                last_line = row.0;
                rows.push(row);
            }
            fields.set_board(line, rows.into_iter())?;
        } else {
            fields.set(line, key, value)?;
        }
    }
    fields.finish(last_line)
}

/// Rows end at an empty line, a comment or the next field.
fn is_row(text: &str) -> bool {
    !text.is_empty() && !text.starts_with(';') && !text.contains(':')
}

impl fmt::Display for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in fields_of(self) {
            let blank = if value.is_empty() { "" } else { " " };
            writeln!(formatter, "{key}:{blank}{value}")?;
        }
        writeln!(formatter, "board:")?;
        write!(formatter, "{}", self.board())
    }
}
