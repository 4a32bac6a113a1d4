//! Phrases: texts that are not put into words before the language is known.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::rules::{is_direction_mark, name_key};

/// A message of the [`Catalogue`](super::Catalogue) with its arguments, or a text that is the same in every language.
///
/// Code makes phrases with `say!`, and they are put into words where they are displayed. So only the code that displays
/// texts needs the catalogue, and a change of language reaches every text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// A text as it is, such as a name that a player has typed, a square or a number.
    Verbatim(String),
    Message {
        /// Key in the catalogue's files.
        key: Cow<'static, str>,
        /// Values of the message's variables.
        arguments: Vec<(&'static str, Argument)>,
    },
    /// A name whose English is outside of the catalogue, such as that of a board. The catalogue may hold it in other
    /// languages.
    Named {
        /// Key in the catalogue's files.
        key: String,
        /// The name to use if the catalogue lacks it.
        otherwise: String,
    },
    /// A list in a sentence, such as "Black, White and Ash".
    List(Vec<Phrase>),
    /// Sentences in a row.
    Sentences(Vec<Phrase>),
}

/// Value of a variable in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, which can choose between singular and plural.
    Number(i64),
    Phrase(Phrase),
}

/// Makes a phrase from a key of the catalogue and arguments: `say!("discs-counted", count = 3)`.
///
/// Keys are written out, never put together, so that a test can find missing and unused ones.
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

    /// The message of one item of a kind, such as a player. Its key is made of both: `kind-one`.
    #[must_use]
    pub fn of(kind: &'static str, one: &str) -> Self {
        Self::Message { key: Cow::Owned(format!("{kind}-{one}")), arguments: Vec::new() }
    }

    /// A name whose English is outside of the catalogue, such as that of a board. Its key is made of the kind and the
    /// lower-case words of the name, joined by hyphens.
    #[must_use]
    pub fn named(kind: &'static str, english: &str) -> Self {
        let key = format!("{kind}-{}", name_key(english));
        Self::Named { key, otherwise: english.to_owned() }
    }

    #[must_use]
    pub const fn nothing() -> Self {
        Self::Verbatim(String::new())
    }

    #[must_use]
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Verbatim(text) => text.is_empty(),
            Self::Message { .. } | Self::Named { .. } => false,
            Self::List(parts) | Self::Sentences(parts) => parts.iter().all(Self::is_nothing),
        }
    }

    /// A list such as "Black, White and Ash".
    pub fn list(parts: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::List(parts.into_iter().map(Into::into).collect())
    }

    /// Sentences in a row; empty ones are left out.
    pub fn sentences(parts: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::Sentences(parts.into_iter().map(Into::into).filter(|part| !part.is_nothing()).collect())
    }

    /// Identifies the phrase in any language, such as `seat-of player=disc-black`.
    #[must_use]
    pub fn identity(&self) -> String {
        match self {
            Self::Verbatim(text) => text.clone(),
            // Names that differ only in case or punctuation share a key, so the name is added.
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

/// Text from outside, such as a file name. Marks that change the writing direction are removed, since they would affect
/// the words around it.
impl From<String> for Phrase {
    fn from(text: String) -> Self {
        Self::Verbatim(if text.contains(is_direction_mark) { text.replace(is_direction_mark, "") } else { text })
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

/// Numbers that fit into the argument's type.
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
