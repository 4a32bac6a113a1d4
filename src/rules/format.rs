//! The version of the text formats of variants and records: what an older text means, and what a newer one is told.

use super::{VariantError, VariantProblem};

/// The version in which variants and records are written, in their line `format: 1`. A text without that line is in
/// format 1.
///
/// It grows when a text comes to mean something that older versions of the game would misunderstand.
pub const TEXT_FORMAT: u32 = 1;

/// What begins the line with the version.
pub(super) const KEY: &str = "format";

/// What begins a key that other programs may use for notes of their own. Such a line is ignored and not saved.
pub(super) const FOREIGN_KEYS: &str = "x-";

/// Refuses a text of a newer format before anything else in it is looked at: a newer text may hold whatever it likes.
///
/// # Errors
/// [`VariantProblem::NewerFormat`] or [`VariantProblem::NotAFormat`].
pub(super) fn check(text: &str) -> Result<(), VariantError> {
    let value =
        |line: &str| line.split_once(':').filter(|(key, _)| key.trim() == KEY).map(|(_, value)| read(value.trim()));
    let mut formats = text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, value(line)?)));
    formats.try_for_each(|(line, format)| format.map_err(|problem| VariantError { line, problem }))
}

/// Reads the version of a text that can be read.
fn read(text: &str) -> Result<(), VariantProblem> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(1..=TEXT_FORMAT) => Ok(()),
        // Also a number too large for us is one.
        Ok(1..) | Err(_) if is_number => Err(VariantProblem::NewerFormat(text.to_owned())),
        _ => Err(VariantProblem::NotAFormat(text.to_owned())),
    }
}
