//! Version of the text formats of variants and records, and the refusal of newer texts.

use super::{VariantError, VariantProblem};

/// Version written in the line `format: 1` of variants and records. A text without that line is in format 1.
/// Increase it when a text changes its meaning in a way that older versions of the game would misread.
pub const TEXT_FORMAT: u32 = 1;

/// Key of the line with the version.
pub(super) const KEY: &str = "format";

/// Prefix of keys reserved for other programs. Lines with such keys are ignored and not saved.
pub(super) const FOREIGN_KEYS: &str = "x-";

/// Refuses a text of a newer format before reading the rest, because a newer text may contain anything.
///
/// # Errors
/// [`VariantProblem::NewerFormat`] or [`VariantProblem::NotAFormat`].
pub(super) fn check(text: &str) -> Result<(), VariantError> {
    let value =
        |line: &str| line.split_once(':').filter(|(key, _)| key.trim() == KEY).map(|(_, value)| read(value.trim()));
    let mut formats = text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, value(line)?)));
    formats.try_for_each(|(line, format)| format.map_err(|problem| VariantError { line, problem }))
}

/// Checks a version.
fn read(text: &str) -> Result<(), VariantProblem> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(1..=TEXT_FORMAT) => Ok(()),
        // A number too large for `u32` is a newer format too.
        Ok(1..) | Err(_) if is_number => Err(VariantProblem::NewerFormat(text.to_owned())),
        _ => Err(VariantProblem::NotAFormat(text.to_owned())),
    }
}
