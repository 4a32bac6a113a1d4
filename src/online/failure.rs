//! Why a server closes a connection, as it says before.

use serde_json::json;

use super::Refusal;

/// Why a server closes a connection: what the code of a [`ServerMessage::Failed`](super::ServerMessage::Failed) says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The room is not there, or not any more.
    NoSuchRoom,
    /// As many are in the room as a server admits.
    RoomFull,
    /// More rooms were made from here than a server allows.
    TooManyRooms,
    /// The client says more than a server listens to.
    TooFast,
    /// The client has not said in time what it wants.
    TooSlow,
    /// The message is too large.
    TooLarge,
    /// The two sides speak different versions, or one of them has said what nobody understands.
    NotUnderstood,
    /// The client has asked a room for something before it came to one.
    NotInRoom,
    /// What was asked for is refused.
    Refused(Refusal),
    /// A reason of a later version.
    Other,
}

impl Failure {
    /// The reason that a code stands for.
    #[must_use]
    pub fn of_code(code: &str) -> Self {
        match code {
            "no_such_room" => Self::NoSuchRoom,
            "room_full" => Self::RoomFull,
            "too_many_rooms" => Self::TooManyRooms,
            "too_fast" => Self::TooFast,
            "too_slow" => Self::TooSlow,
            "too_large" => Self::TooLarge,
            "no_version" | "other_version" | "not_understood" => Self::NotUnderstood,
            "not_in_room" => Self::NotInRoom,
            code => match serde_json::from_value(json!({ "code": code })) {
                Ok(Refusal::Other) | Err(_) => Self::Other,
                Ok(refusal) => Self::Refused(refusal),
            },
        }
    }

    /// Whether it will be the same however often it is tried.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        match self {
            Self::NoSuchRoom | Self::TooLarge | Self::NotUnderstood | Self::Refused(_) => true,
            Self::RoomFull | Self::TooManyRooms | Self::TooFast | Self::TooSlow | Self::NotInRoom | Self::Other => {
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_understood_and_one_of_a_later_version_too() {
        assert_eq!(Failure::of_code("no_such_room"), Failure::NoSuchRoom);
        assert_eq!(Failure::of_code("closed"), Failure::Refused(Refusal::Closed));
        assert_eq!(Failure::of_code("of_a_later_version"), Failure::Other);
    }
}
