//! Reasons for which a server closes a connection.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{MessageError, Refusal};

/// The reason that a server sends before it closes a connection. As JSON it is a code and its fields, such as
/// `{"code": "room_full"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Failure {
    /// The room does not exist, or no longer does.
    #[error("there is no such room")]
    NoSuchRoom,
    /// The room has the maximum number of connections.
    #[error("the room is full")]
    RoomFull,
    /// The client's address has made too many rooms.
    #[error("too many rooms were made from here")]
    TooManyRooms,
    /// The server has the maximum number of rooms.
    #[error("the server has no space for more rooms")]
    ServerFull,
    /// The client, or all clients at its address together, send too much.
    #[error("too many messages in too short a time")]
    TooFast,
    /// The client did not say in time what it wants.
    #[error("no request arrived in time")]
    TooSlow,
    /// The message is too large.
    #[error("the message is too large")]
    TooLarge,
    /// The message has no version.
    #[error("the message has no version")]
    NoVersion,
    /// The client uses another protocol version.
    #[error("the message has another version; update the older program")]
    OtherVersion,
    /// A message of this version cannot be understood.
    #[error("the message cannot be understood: {why}")]
    NotUnderstood {
        /// The missing or wrong field, in words.
        #[serde(default)]
        why: String,
    },
    /// The client sent a command before it joined a room.
    #[error("join a room first")]
    NotInRoom,
    /// The request was refused.
    #[error("{refusal}")]
    Refused {
        /// The refusal.
        refusal: Refusal,
    },
    /// A reason of a later version.
    #[serde(other)]
    #[error("unknown reason of a later version")]
    Other,
}

impl Failure {
    /// Stable key of the reason, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchRoom => "no_such_room",
            Self::RoomFull => "room_full",
            Self::TooManyRooms => "too_many_rooms",
            Self::ServerFull => "server_full",
            Self::TooFast => "too_fast",
            Self::TooSlow => "too_slow",
            Self::TooLarge => "too_large",
            Self::NoVersion => "no_version",
            Self::OtherVersion => "other_version",
            Self::NotUnderstood { .. } => "not_understood",
            Self::NotInRoom => "not_in_room",
            Self::Refused { .. } => "refused",
            Self::Other => "other",
        }
    }

    /// Returns whether retrying is pointless because the result would be the same.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        match self {
            Self::NoSuchRoom
            | Self::TooLarge
            | Self::NoVersion
            | Self::OtherVersion
            | Self::NotUnderstood { .. }
            | Self::Refused { .. } => true,
            Self::RoomFull
            | Self::TooManyRooms
            | Self::ServerFull
            | Self::TooFast
            | Self::TooSlow
            | Self::NotInRoom
            | Self::Other => false,
        }
    }
}

impl From<&MessageError> for Failure {
    fn from(error: &MessageError) -> Self {
        match error {
            MessageError::TooLarge { .. } => Self::TooLarge,
            MessageError::NoVersion => Self::NoVersion,
            MessageError::OtherVersion { .. } => Self::OtherVersion,
            MessageError::NotUnderstood { why, .. } => Self::NotUnderstood { why: why.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::online::OptionsProblem;

    #[test]
    fn the_code_is_the_one_on_the_wire_and_what_belongs_to_it_is_kept() {
        let refusal = Refusal::BadOptions { problem: OptionsProblem::Clock };
        for failure in [
            Failure::NoSuchRoom,
            Failure::RoomFull,
            Failure::TooManyRooms,
            Failure::ServerFull,
            Failure::TooFast,
            Failure::TooSlow,
            Failure::TooLarge,
            Failure::NoVersion,
            Failure::OtherVersion,
            Failure::NotUnderstood { why: "missing field `token`".to_owned() },
            Failure::NotInRoom,
            Failure::Refused { refusal },
        ] {
            let written: Value = serde_json::to_value(&failure).expect("JSON");
            assert_eq!(written["code"], json!(failure.code()));
            assert_eq!(serde_json::from_value::<Failure>(written).expect("it reads back"), failure);
        }
    }

    #[test]
    fn a_reason_of_a_later_version_is_read_over() {
        let later = json!({ "code": "too_windy", "speed": 9 });
        assert_eq!(serde_json::from_value::<Failure>(later).expect("it is read"), Failure::Other);
        let earlier = json!({ "code": "not_understood" });
        let failure = Failure::NotUnderstood { why: String::new() };
        assert_eq!(serde_json::from_value::<Failure>(earlier).expect("it is read"), failure);
    }
}
