//! Sanitises texts that other people may have typed, such as names, for display on one line.

use std::ops::RangeInclusive;

/// Characters with Unicode's property `Default_Ignorable_Code_Point` (`DerivedCoreProperties.txt`), which are invisible
/// in every font.
const DEFAULT_IGNORABLE: [RangeInclusive<char>; 17] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fff8}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Braille pattern without dots. Unicode counts it as a symbol, but it looks like a space.
const BLANK_BRAILLE: char = '\u{2800}';

/// Puts a text on one line of at most `most_letters` characters. Removes control characters, which could command a
/// terminal, and direction marks, which could make a name look like another.
pub(crate) fn one_line(text: &str, most_letters: usize) -> String {
    let is_blank = |letter: char| letter.is_whitespace() || letter.is_control();
    let shown = text.replace(is_direction_mark, "");
    let words = shown.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    words.chars().take(most_letters).collect::<String>().trim_end().to_owned()
}

/// Key of a name, which finds it in other languages: its words in lower case, joined by hyphens.
pub(crate) fn name_key(name: &str) -> String {
    let words = name.to_lowercase();
    let words = words.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Like [`one_line`], but empty if nothing in it is visible.
pub(crate) fn label(text: &str, most_letters: usize) -> String {
    let line = one_line(text, most_letters);
    if line.chars().any(is_seen) { line } else { String::new() }
}

/// Returns whether a mark changes the direction of the following text.
pub(crate) fn is_direction_mark(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character is visible by itself.
pub(super) fn is_seen(letter: char) -> bool {
    let is_ignorable = DEFAULT_IGNORABLE.iter().any(|range| range.contains(&letter));
    !letter.is_whitespace() && !letter.is_control() && !is_ignorable && letter != BLANK_BRAILLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_shows_nothing_is_empty() {
        for blank in [
            "\u{200b}",
            "\u{200b} \u{2060}\u{feff}",
            "\u{ad}",
            "\u{115f}\u{1160}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{2800}\u{2800}",
            "\u{fe0f}",
            "\u{200d}\u{200d}",
            "\u{e0020}\u{e007f}",
            "\u{180e}",
            "\u{1d173}",
            "\u{3000}",
        ] {
            assert_eq!(label(blank, 64), "", "{}", blank.escape_unicode());
        }
    }

    #[test]
    fn letters_keep_the_marks_that_belong_to_them() {
        for text in ["👩‍🚀", "❤️", "می‌خواهم", "Zoë", "色返し", "⠃⠑", "한글"] {
            assert_eq!(label(text, 64), text);
        }
    }
}
