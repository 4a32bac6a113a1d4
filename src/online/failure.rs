//! Why a server closes a connection, as it says before.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{MessageError, Refusal};

/// Why a server closes a connection. As JSON it is its code and what belongs to it, such as `{"code": "room_full"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Failure {
    /// The room is not there, or not any more.
    #[error("there is no such room")]
    NoSuchRoom,
    /// As many are in the room as a server admits.
    #[error("too many are in that room")]
    RoomFull,
    /// More rooms were made from here than a server allows.
    #[error("too many rooms were made from here")]
    TooManyRooms,
    /// There are as many rooms as a server holds.
    #[error("the server holds no more rooms")]
    ServerFull,
    /// The client, or all from its address together, say more than a server listens to.
    #[error("too much was said in too short a time")]
    TooFast,
    /// The client has answered, but has not said in time what it wants.
    #[error("it was not said in time what is wanted")]
    TooSlow,
    /// The message is too large.
    #[error("the message is too large")]
    TooLarge,
    /// The client has said something that has no version.
    #[error("the message has no version")]
    NoVersion,
    /// The client speaks another version.
    #[error("it has another version; update the older one")]
    OtherVersion,
    /// The client has said something of this version that cannot be understood.
    #[error("the message cannot be understood: {why}")]
    NotUnderstood {
        /// The field that is missing or wrong, in words.
        #[serde(default)]
        why: String,
    },
    /// The client has asked a room for something before it came to one.
    #[error("no room was named before")]
    NotInRoom,
    /// What was asked for is refused.
    #[error("{refusal}")]
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// A reason of a later version.
    #[serde(other)]
    #[error("it has a reason that this version does not know")]
    Other,
}

impl Failure {
    /// The reason as a key that stays the same, for programs and for translations.
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

    /// Whether it will be the same however often it is tried.
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
