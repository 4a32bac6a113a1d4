//! Text before the contents of a file: the byte order mark and comment lines.

/// Returns whether a line is a comment before a text or in a list of positions: it begins with `;`, `%` or `#`.
#[must_use]
pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with([';', '%', '#'])
}

/// Removes the byte order mark that Windows adds.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Splits off the comments and empty lines at the beginning of a text.
pub(super) fn split_comments(text: &str) -> (&str, &str) {
    let is_before = |line: &&str| line.trim().is_empty() || is_comment(line);
    text.split_at(text.split_inclusive('\n').take_while(is_before).map(str::len).sum())
}

/// Blanks the comments at the beginning of a text, so that the other lines keep their numbers.
pub(super) fn without_comments(text: &str) -> String {
    let (comments, rest) = split_comments(text);
    "\n".repeat(comments.matches('\n').count()) + rest
}
