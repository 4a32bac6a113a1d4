//! A phrase: what is to be said, by its key in the catalogue, as long as nobody has chosen a language for it.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::rules::turns_text;

/// Something to be said: a message of the [`Catalogue`](super::Catalogue) with its arguments, or a text of no language.
///
/// Whoever has something to say makes a phrase with `say!`; it is put into words where it is
/// shown. So code that knows what is to be said needs no catalogue, and a change of language reaches all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// A text as it is, such as a name that a player has typed, a square or a number.
    Verbatim(String),
    /// A message of the catalogue.
    Message {
        /// Its key in the catalogue's files.
        key: Cow<'static, str>,
        /// What the message's variables stand for.
        arguments: Vec<(&'static str, Argument)>,
    },
    /// A name that has its English elsewhere, such as that of a board; the catalogue may have it in other languages.
    Named {
        /// Its key in the catalogue's files.
        key: String,
        /// What it is called where they say nothing of it.
        otherwise: String,
    },
    /// Several things in a sentence, such as "Black, White and Ash".
    List(Vec<Phrase>),
    /// Sentences that follow each other.
    Sentences(Vec<Phrase>),
}

/// What a variable of a message stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, by which a message can choose between singular and plural.
    Number(i64),
    /// Words.
    Phrase(Phrase),
}

/// A phrase by its key in the catalogue and its arguments: `say!("discs-counted", count = 3)`.
///
/// Keys are written out, never put together: so a test finds those that are missing, and those that nobody uses.
macro_rules! say {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::game::text::Phrase::Message {
            key: std::borrow::Cow::Borrowed($key),
            arguments: vec![$((stringify!($name), $crate::game::text::Argument::from($value))),*],
        }
    };
}
pub(crate) use say;

impl Phrase {
    /// A text that is the same in every language.
    pub fn verbatim(text: impl Into<String>) -> Self {
        Self::Verbatim(text.into())
    }

    /// The message of one of a kind, such as that of a player: the key is that of the kind and that of the one.
    #[must_use]
    pub fn of(kind: &'static str, one: &str) -> Self {
        Self::Message { key: Cow::Owned(format!("{kind}-{one}")), arguments: Vec::new() }
    }

    /// A name of a kind that has its English elsewhere, such as that of a board: its key is that of the kind and the
    /// English in small letters, joined by hyphens.
    #[must_use]
    pub fn named(kind: &'static str, english: &str) -> Self {
        let words = english.to_lowercase();
        let words = words.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let key = words.fold(kind.to_owned(), |key, word| format!("{key}-{word}"));
        Self::Named { key, otherwise: english.to_owned() }
    }

    /// Nothing.
    #[must_use]
    pub const fn nothing() -> Self {
        Self::Verbatim(String::new())
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Verbatim(text) => text.is_empty(),
            Self::Message { .. } | Self::Named { .. } => false,
            Self::List(parts) | Self::Sentences(parts) => parts.iter().all(Self::is_nothing),
        }
    }

    /// Several things, such as "Black, White and Ash"; nothing for none.
    pub fn list(parts: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::List(parts.into_iter().map(Into::into).collect())
    }

    /// Sentences that follow each other; empty ones are left out.
    pub fn sentences(parts: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::Sentences(parts.into_iter().map(Into::into).filter(|part| !part.is_nothing()).collect())
    }

    /// What identifies the phrase whatever the language, such as `seat-of player=disc-black`.
    #[must_use]
    pub fn identity(&self) -> String {
        match self {
            Self::Verbatim(text) => text.clone(),
            // Names that differ only in case or signs have one key.
            Self::Named { key, otherwise } => format!("{key} {otherwise}"),
            Self::Message { key, arguments } => {
                let mut identity = key.clone().into_owned();
                for (name, argument) in arguments {
                    let _ = match argument {
                        Argument::Number(number) => write!(identity, " {name}={number}"),
                        Argument::Phrase(phrase) => write!(identity, " {name}={}", phrase.identity()),
                    };
                }
                identity
            }
            Self::List(parts) | Self::Sentences(parts) => {
                parts.iter().map(Self::identity).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl Default for Phrase {
    fn default() -> Self {
        Self::nothing()
    }
}

/// Names of files and whatever else comes from outside: without marks that turn the direction of the words around it.
impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self::Verbatim(if text.contains(turns_text) { text.replace(turns_text, "") } else { text })
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl<P: Into<Phrase>> From<P> for Argument {
    fn from(phrase: P) -> Self {
        Self::Phrase(phrase.into())
    }
}

/// Numbers as arguments: all that fit.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Argument {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        })*
    };
}
numbers!(u8, u16, u32, i8, i16, i32, i64);

impl From<u64> for Argument {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Argument {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_tells_phrases_apart_and_names_no_language() {
        assert_eq!(say!("file-open-it").identity(), "file-open-it");
        let counted = say!("banner-passes", count = 3u8, players = say!("disc-black"));
        assert_eq!(counted.identity(), "banner-passes count=3 players=disc-black");
        assert_eq!(Phrase::list(["a", "b"]).identity(), "a, b");
        assert_eq!(Phrase::named("board-name", "Classic 8 × 8").identity(), "board-name-classic-8-8 Classic 8 × 8");
        assert_ne!(Phrase::named("board-name", "X").identity(), Phrase::named("board-name", "x").identity());
    }

    #[test]
    fn nothing_turns_the_direction_of_the_words_around_it() {
        let turned = say!("file-cannot-be-opened", name = "gnp.\u{202e}txt", problem = "\u{2067}x\u{200f}".to_owned());
        assert_eq!(turned, say!("file-cannot-be-opened", name = "gnp.txt", problem = "x"));
    }

    #[test]
    fn empty_sentences_are_left_out() {
        assert!(Phrase::nothing().is_nothing());
        assert!(Phrase::sentences([Phrase::nothing()]).is_nothing());
        assert_eq!(
            Phrase::sentences([Phrase::nothing(), say!("file-open-it")]),
            Phrase::Sentences(vec![say!("file-open-it")])
        );
    }
}
