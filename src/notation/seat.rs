//! Seats in records: who makes a player's moves.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cpu::{CpuPlayer, UnknownCpuPlayer};

/// Maker of a player's moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Seat {
    /// A human.
    Human,
    /// A CPU player, possibly unknown to this version of the program.
    Cpu(CpuKey),
}

/// Key of a CPU player, such as `oracle`: lower-case letters, digits and hyphens.
///
/// Records with unknown CPU players stay readable; [`CpuKey::player`] looks the player up.
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

    /// Looks up the CPU player.
    ///
    /// # Errors
    /// [`UnknownCpuPlayer`] if this version has none with this key.
    pub fn player(&self) -> Result<CpuPlayer, UnknownCpuPlayer> {
        self.0.parse()
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

impl From<CpuPlayer> for CpuKey {
    fn from(player: CpuPlayer) -> Self {
        Self(player.key().to_owned())
    }
}

impl From<CpuPlayer> for Seat {
    fn from(player: CpuPlayer) -> Self {
        Self::Cpu(player.into())
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
    fn every_cpu_player_is_found_by_its_key() {
        for player in CpuPlayer::all() {
            let key = CpuKey::from(player);
            assert_eq!(key.to_string().parse(), Ok(key.clone()), "{player}");
            assert_eq!(key.player(), Ok(player));
        }
    }

    #[test]
    fn a_key_is_kept_where_nobody_has_it() {
        let key: CpuKey = "magician-7".parse().expect("could be one");
        assert!(key.player().is_err());
        for wrong in ["", "Oracle", "or acle", "orácle", "a/b", &"a".repeat(65)] {
            assert!(wrong.parse::<CpuKey>().is_err(), "{wrong}");
        }
    }
}
