//! Keys of CPU players, as texts name them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Key of a CPU player, such as `oracle`: lower-case letters, digits and hyphens.
///
/// Any such text is a key, so records with CPU players unknown to this version stay readable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CpuKey(String);

const MAX_LETTERS: usize = 64;

/// Error from parsing a [`CpuKey`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not the key of a CPU player: a key has 1 to {MAX_LETTERS} lower-case letters, digits and hyphens")]
pub struct NotACpuKey(pub String);

impl CpuKey {
    /// Maximum length of a key.
    pub const MAX_LETTERS: usize = MAX_LETTERS;

    /// Returns the key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CpuKey {
    type Err = NotACpuKey;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.to_owned().try_into()
    }
}

impl TryFrom<String> for CpuKey {
    type Error = NotACpuKey;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=Self::MAX_LETTERS).contains(&text.len()) && text.bytes().all(is_letter) {
            Ok(Self(text))
        } else {
            Err(NotACpuKey(text.chars().take(Self::MAX_LETTERS).collect()))
        }
    }
}

impl From<CpuKey> for String {
    fn from(key: CpuKey) -> Self {
        key.0
    }
}

impl fmt::Display for CpuKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_where_nobody_has_it() {
        let key: CpuKey = "magician-7".parse().expect("could be one");
        assert_eq!(key.as_str(), "magician-7");
        for wrong in ["", "Oracle", "or acle", "orácle", "a/b", &"a".repeat(65)] {
            assert!(wrong.parse::<CpuKey>().is_err(), "{wrong}");
        }
    }
}
