//! Messages between clients and servers: versioned JSON, with limits on their size.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{
    Command, CommandId, DeviceId, DeviceToken, Event, Failure, Meant, MessageError, PROTOCOL_VERSION, PlayerName,
    Reaction, Refusal, RoomCode, RoomListing, RoomOptions,
};
use crate::rules::{Player, Variant};

/// A message from a client.
///
/// ```
/// use irogaeshi::online::ClientMessage;
///
/// let text = r#"{"v": 1, "type": "pong", "ping": 7, "weather": "rain"}"#;
/// assert_eq!(ClientMessage::read(text), Ok(ClientMessage::Pong { ping: 7 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Makes a room. The answer is a welcome. Repeating the message leads to the same room.
    Create {
        /// The device's number for this request. It must not be reused for another request or a command.
        id: CommandId,
        /// Token of the device that becomes the host.
        token: DeviceToken,
        /// Options of the room.
        options: Box<RoomOptions>,
    },
    /// Finds a match: sits down, ready, in a public room with this board and clock if its host is present and a seat is
    /// free; otherwise makes one. A device that is already waiting in such a room returns to it. The answer is a
    /// welcome.
    Play {
        /// The device's number for this request, as in [`ClientMessage::Create`]. Repeating it makes no second room.
        id: CommandId,
        /// Token of the device.
        token: DeviceToken,
        /// The human's name.
        name: PlayerName,
        /// The wanted board and clock, and the options of a new room. A new room is always public.
        options: Box<RoomOptions>,
    },
    /// Requests the public rooms, now and on every change, until the connection joins a room.
    List,
    /// Joins a room or returns to it.
    Hello {
        /// The room.
        room: RoomCode,
        /// Token of the device.
        token: DeviceToken,
        /// Sequence number of the client's last event; 0 for none.
        #[serde(default)]
        seen: u64,
    },
    /// Sends a command.
    Command(Command),
    /// Sends a set phrase or a reaction.
    React {
        /// The phrase or reaction.
        reaction: Reaction,
    },
    /// Answers a ping.
    Pong {
        /// Number of the ping.
        ping: u64,
    },
}

/// A message from a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers a request that leads to a room.
    Welcome {
        /// The room.
        room: RoomCode,
        /// The id of the client's device in this room.
        you: DeviceId,
        /// Server time in milliseconds since the beginning of 1970 (UTC).
        at_ms: u64,
        /// The events after the client's last one, or all.
        events: Vec<Event>,
    },
    /// Public rooms that wait for players, newest first. The list is cut off at a maximum.
    Rooms {
        /// The rooms.
        rooms: Vec<RoomListing>,
    },
    /// Reports new events.
    Events {
        /// The events in order.
        events: Vec<Event>,
    },
    /// Confirms that a command was obeyed, now or before.
    Done {
        /// The command.
        id: CommandId,
        /// Sequence number of its last event.
        sequence: u64,
    },
    /// Reports that a command was refused and has changed nothing.
    Refused {
        /// The command.
        id: CommandId,
        /// The reason.
        refusal: Refusal,
    },
    /// Reports who is connected.
    Presence(Presence),
    /// Asks whether the client is still connected.
    Ping {
        /// Number of the ping.
        ping: u64,
        /// Server time in milliseconds since the beginning of 1970 (UTC).
        at_ms: u64,
    },
    /// Passes on a human's set phrase or reaction.
    Reaction {
        /// The human's seat.
        player: Player,
        /// The phrase or reaction.
        reaction: Reaction,
    },
    /// Reports that a set phrase or reaction was not understood and not passed on.
    NotUnderstood {
        /// The missing or wrong field, in words.
        why: String,
    },
    /// Reports any other failure, before the connection is closed.
    Failed(Failure),
    /// A message of a later version, to be ignored.
    #[serde(other)]
    Unknown,
}

/// Current connections of a room. For information only: an absence that matters is recorded as an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The seats whose humans are connected.
    pub players: Vec<Player>,
    /// Number of other connected people.
    pub spectators: u32,
}

impl ClientMessage {
    /// Maximum bytes of a message.
    pub const MAX_BYTES: usize = 8 * 1024;
    /// Maximum bytes of a message that makes a room. Escaping in JSON may double the size of a board's text.
    pub const MAX_CREATE_BYTES: usize = 2 * Variant::MAX_BYTES + Self::MAX_BYTES;

    /// Parses a client's message.
    ///
    /// # Errors
    /// [`MessageError`] if the text is not a valid message.
    pub fn read(text: &str) -> Result<Self, MessageError> {
        let too_large = MessageError::TooLarge { bytes: text.len() };
        if text.len() > Self::MAX_CREATE_BYTES {
            return Err(too_large);
        }
        let message = read::<Self>(text).map_err(|error| match error {
            MessageError::NotUnderstood { why, .. } => MessageError::NotUnderstood { why, meant: Meant::of(text) },
            other => other,
        });
        match message {
            Ok(message) if message.holds_board() || text.len() <= Self::MAX_BYTES => Ok(message),
            // Prefer this error, since a reason would quote parts of an oversized text.
            _ if text.len() > Self::MAX_BYTES => Err(too_large),
            other => other,
        }
    }

    /// Returns whether the message may contain a custom board and so may be larger.
    const fn holds_board(&self) -> bool {
        matches!(self, Self::Create { .. } | Self::Play { .. })
    }

    /// Writes the message as one line of JSON.
    #[must_use]
    pub fn write(&self) -> String {
        write(self)
    }
}

impl ServerMessage {
    /// Maximum bytes of a message.
    pub const MAX_BYTES: usize = 1024 * 1024;
    /// Maximum events of a message, to keep it within the size limit. Longer histories are split into several messages.
    pub const MAX_EVENTS: usize = 2_000;

    /// Parses a server's message.
    ///
    /// # Errors
    /// [`MessageError`] if the text is not a valid message.
    pub fn read(text: &str) -> Result<Self, MessageError> {
        if text.len() > Self::MAX_BYTES {
            return Err(MessageError::TooLarge { bytes: text.len() });
        }
        read(text)
    }

    /// Writes the message as one line of JSON.
    #[must_use]
    pub fn write(&self) -> String {
        write(self)
    }
}

/// Maximum characters of a reason, since the error's text may quote parts of the message.
const MAX_REASON_LETTERS: usize = 300;

#[derive(Deserialize)]
struct Version {
    v: u64,
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    v: u64,
    #[serde(flatten)]
    message: &'a T,
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, MessageError> {
    // Checks the version first, wherever it is in the object, which requires parsing the whole text.
    match serde_json::from_str(text) {
        Ok(Version { v: PROTOCOL_VERSION }) => serde_json::from_str(text).map_err(|error: serde_json::Error| {
            let why = error.to_string().chars().take(MAX_REASON_LETTERS).collect();
            MessageError::NotUnderstood { why, meant: Meant::Other }
        }),
        Ok(Version { v: found }) => Err(MessageError::OtherVersion { found }),
        Err(_) => Err(MessageError::NoVersion),
    }
}

fn write<T: Serialize>(message: &T) -> String {
    serde_json::to_string(&Versioned { v: PROTOCOL_VERSION, message }).expect("messages have only text keys")
}
