//! A line of text, whatever it quotes.

/// The text on one line, without what would command a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
