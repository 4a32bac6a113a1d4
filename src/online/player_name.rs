//! What a human in a room is called.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::notation::GameRecord;
use crate::rules::label;

/// What a human is called: up to [`GameRecord::MOST_LETTERS`] characters that can be shown anywhere, or nothing, for
/// a human who is called by their colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(String);

/// Why a text is no [`PlayerName`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "this cannot be a name: a name is one line of up to {most} characters, some of them visible, without spaces around",
    most = GameRecord::MOST_LETTERS
)]
pub struct NotAPlayerName;

impl PlayerName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name that is most like this text: what cannot be shown is left out, and what shows nothing is no name.
    #[must_use]
    pub fn nearest(text: &str) -> Self {
        Self(label(text, GameRecord::MOST_LETTERS))
    }

    /// Reads a name that has been accepted, also by an earlier version, which accepted more.
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
