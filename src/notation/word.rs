//! Words of a text that somebody has copied: runs of letters and digits, in whichever script and width.

/// The text with the full-width letters, digits and signs of East Asian keyboards as plain ones.
pub(super) fn narrow(text: &str) -> String {
    const FIRST: u32 = 0xFF01;
    const LAST: u32 = 0xFF5E;
    // Their order is that of ASCII, from "!" on.
    let plain = |letter: char| match u32::from(letter) {
        code @ FIRST..=LAST => char::from_u32(code - FIRST + u32::from(b'!')).unwrap_or(letter),
        0x3000 => ' ',
        _ => letter,
    };
    text.chars().map(plain).collect()
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Letters and digits that belong together.
    Word(&'a str),
    /// All that stands between two words.
    Between(&'a str),
}

/// Cuts a text into words and what stands between them.
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

/// Scripts as far as they part words: no blank stands between Japanese and the squares beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Not a letter or a digit.
    None,
    /// Written with blanks between words.
    Spaced,
    /// Chinese, Japanese and the like.
    Unspaced,
}

impl Script {
    /// The first of the scripts that are written without blanks, in the order of Unicode.
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
