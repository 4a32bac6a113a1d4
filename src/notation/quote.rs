//! What a message quotes of a text that somebody has written.

/// As much of what somebody has written as a message should quote.
#[must_use]
pub fn beginning(text: &str) -> String {
    const LENGTH: usize = 20;
    text.chars().take(LENGTH).collect()
}
