//! Quotes of texts in messages.

/// First characters of a text, short enough to quote in a message.
#[must_use]
pub fn beginning(text: &str) -> String {
    const LENGTH: usize = 20;
    text.chars().take(LENGTH).collect()
}
