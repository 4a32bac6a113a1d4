//! Comment lines before a text.

/// Returns whether a line is a comment before a text or in a list of positions: it begins with `;`, `%` or `#`.
#[must_use]
pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with([';', '%', '#'])
}
