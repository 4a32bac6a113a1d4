//! Version of the protocol, and errors of texts that are not valid messages of it.

use serde::Deserialize;
use thiserror::Error;

use super::CommandId;

/// Protocol version. Raised when a message changes so that the other side would misunderstand it. New fields that may
/// be ignored do not raise it.
pub const PROTOCOL_VERSION: u64 = 1;

/// Error of a text that is not a valid message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// The text exceeds the limit for its kind.
    #[error("the message is too large: it has {bytes} bytes")]
    TooLarge {
        /// Size of the text in bytes.
        bytes: usize,
    },
    /// The text is not a JSON object with a version.
    #[error("a message is a JSON object with a version, such as {{\"v\": 1}}")]
    NoVersion,
    /// The version is not supported.
    #[error(
        "the message has version {found}, but this program speaks version {PROTOCOL_VERSION}; update the older one"
    )]
    OtherVersion {
        /// The version found.
        found: u64,
    },
    /// Fields are missing or wrong.
    #[error("the message cannot be understood: {why}")]
    NotUnderstood {
        /// The missing or wrong field, in words.
        why: String,
        /// The kind of message, as far as it could be recognised.
        meant: Meant,
    },
}

/// Kind of a message that cannot be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A command with this number.
    Command(CommandId),
    /// A set phrase or a reaction.
    Reaction,
    /// Anything else.
    Other,
}

impl MessageError {
    /// Stable key of the reason, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "too_large",
            Self::NoVersion => "no_version",
            Self::OtherVersion { .. } => "other_version",
            Self::NotUnderstood { .. } => "not_understood",
        }
    }
}

impl Meant {
    /// Recognises the kind of a text, as far as possible.
    pub(super) fn of(text: &str) -> Self {
        #[derive(Deserialize)]
        struct Head {
            r#type: String,
            id: Option<CommandId>,
        }
        match serde_json::from_str(text) {
            Ok(Head { r#type, id: Some(id) }) if r#type == "command" => Self::Command(id),
            Ok(Head { r#type, .. }) if r#type == "react" => Self::Reaction,
            _ => Self::Other,
        }
    }
}
