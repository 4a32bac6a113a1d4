//! Names of humans in rooms.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::notation::GameRecord;
use crate::rules::label;

/// A human's name: up to [`GameRecord::MAX_LETTERS`] printable characters. May be empty; the human is then named by
/// their colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(String);

/// The text is not a [`PlayerName`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "this cannot be a name: a name is one line of up to {most} characters, some of them visible, without spaces around",
    most = GameRecord::MAX_LETTERS
)]
pub struct NotAPlayerName;

impl PlayerName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The closest valid name: characters that cannot be shown are removed. Empty if nothing visible remains.
    #[must_use]
    pub fn nearest(text: &str) -> Self {
        Self(label(text, GameRecord::MAX_LETTERS))
    }

    /// Reads a name from an event. Converts it to the nearest valid name, since earlier versions accepted more.
    pub(super) fn of_event<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::nearest(&String::deserialize(deserializer)?))
    }
}

impl TryFrom<String> for PlayerName {
    type Error = NotAPlayerName;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if Self::nearest(&text).0 == text { Ok(Self(text)) } else { Err(NotAPlayerName) }
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
