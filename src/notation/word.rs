//! Splits copied texts into words: runs of letters and digits in any script and width.

/// Converts the full-width letters, digits and signs of East Asian keyboards to ASCII.
pub(super) fn narrow(text: &str) -> String {
    const FIRST: u32 = 0xFF01;
    const LAST: u32 = 0xFF5E;
    // They have the order of ASCII, from "!" on.
    let plain = |letter: char| match u32::from(letter) {
        code @ FIRST..=LAST => char::from_u32(code - FIRST + u32::from(b'!')).unwrap_or(letter),
        0x3000 => ' ',
        _ => letter,
    };
    text.chars().map(plain).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Consecutive letters and digits.
    Word(&'a str),
    /// Everything between two words.
    Between(&'a str),
}

/// Splits a text into words and the text between them.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = Script::of(rest.chars().next()?);
        let length = rest.find(|letter| Script::of(letter) != first).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(length);
        rest = after;
        Some(if first == Script::None { Piece::Between(piece) } else { Piece::Word(piece) })
    })
}

/// Scripts, as far as they separate words: there is no blank between Japanese and adjacent squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Neither a letter nor a digit.
    None,
    /// Written with blanks between words.
    Spaced,
    /// Written without blanks: Chinese, Japanese and others.
    Unspaced,
}

impl Script {
    /// First character of the scripts without blanks, in the order of Unicode.
    const FIRST_UNSPACED: char = '\u{2E80}';

    fn of(letter: char) -> Self {
        match letter {
            '_' => Self::Spaced,
            _ if !letter.is_alphanumeric() => Self::None,
            Self::FIRST_UNSPACED.. => Self::Unspaced,
            _ => Self::Spaced,
        }
    }
}
