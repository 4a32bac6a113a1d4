//! Comments: lines before a text that programs read over.

/// Whether a line is a comment where it stands before a text or in a list of positions: it begins with `;`, `%` or `#`.
#[must_use]
pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with([';', '%', '#'])
}
