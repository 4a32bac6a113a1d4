//! What people call something, as it can be shown anywhere.

/// A text on one line, at most so many letters long, without what would command a terminal and without marks that turn
/// the direction of a text, which could make a name look like another.
pub(crate) fn label(text: &str, most_letters: usize) -> String {
    let is_blank = |letter: char| letter.is_whitespace() || letter.is_control();
    let shown = text.replace(turns_text, "");
    let words = shown.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    words.chars().take(most_letters).collect::<String>().trim_end().to_owned()
}

/// Whether a mark turns the direction of the text after it.
pub(crate) fn turns_text(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
