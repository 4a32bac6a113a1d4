//! The messages between clients and servers: JSON with a version, and the limits of what is read.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    Command, CommandId, DeviceId, DeviceToken, Event, Failure, PlayerName, Reaction, Refusal, RoomCode, RoomListing,
    RoomOptions,
};
use crate::rules::{Player, Variant};

/// The version of the messages. It grows when one comes to mean something that the other side would misunderstand;
/// fields that may be ignored do not make it grow.
pub const PROTOCOL_VERSION: u64 = 1;

/// What a client says.
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
    /// Makes a room. The answer is a welcome to it, and to the same one however often this is said.
    Create {
        /// What the device calls this wish: a number that it uses for no other, nor for a command.
        id: CommandId,
        /// The secret of the device that becomes the host.
        token: DeviceToken,
        /// What is fixed for the room.
        options: Box<RoomOptions>,
    },
    /// Plays with somebody: sits down, ready, in a public room with this board and clock whose host is there and in
    /// which a seat is free, else makes one with these options. A device that already waits in one comes back to it.
    /// The answer is a welcome to the room.
    Play {
        /// What the device calls this wish, as in [`ClientMessage::Create`]: a room that is made is made once.
        id: CommandId,
        /// The secret of the device.
        token: DeviceToken,
        /// What the human is called.
        name: PlayerName,
        /// What is played, and what is fixed should a room be made; it is public whatever they say.
        options: Box<RoomOptions>,
    },
    /// Asks for the public rooms, now and whenever they change, until the connection comes to a room.
    List,
    /// Comes to a room, or comes back.
    Hello {
        /// The room.
        room: RoomCode,
        /// The secret of the device.
        token: DeviceToken,
        /// The number of the last event that the client has; 0 for none.
        #[serde(default)]
        seen: u64,
    },
    /// Asks for something.
    Command(Command),
    /// Says a set phrase, or reacts.
    React {
        /// Which.
        reaction: Reaction,
    },
    /// Answers a ping.
    Pong {
        /// The number of the ping.
        ping: u64,
    },
}

/// What a server says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers whatever leads to a room.
    Welcome {
        /// The room.
        room: RoomCode,
        /// The id of the client's device in this room.
        you: DeviceId,
        /// The server's time, in milliseconds since the beginning of 1970 (UTC).
        at_ms: u64,
        /// The events after the last one that the client has, or all.
        events: Vec<Event>,
    },
    /// The public rooms in which players are awaited, the newest first; of very many only so many.
    Rooms {
        /// The rooms.
        rooms: Vec<RoomListing>,
    },
    /// What has happened.
    Events {
        /// The events, in their order.
        events: Vec<Event>,
    },
    /// A command was obeyed, now or before.
    Done {
        /// Which.
        id: CommandId,
        /// The last of its events.
        sequence: u64,
    },
    /// A command was refused and has changed nothing.
    Refused {
        /// Which.
        id: CommandId,
        /// Why.
        refusal: Refusal,
    },
    /// Who is there.
    Presence(Presence),
    /// Asks whether the client is still there.
    Ping {
        /// The number of the ping.
        ping: u64,
        /// The server's time, in milliseconds since the beginning of 1970 (UTC).
        at_ms: u64,
    },
    /// A human says a set phrase, or reacts.
    Reaction {
        /// In which seat.
        player: Player,
        /// What.
        reaction: Reaction,
    },
    /// A set phrase or a reaction was not understood, and nobody hears it.
    NotUnderstood {
        /// The field that is missing or wrong, in words.
        why: String,
    },
    /// A message that cannot be answered otherwise; the connection is closed.
    Failed(Failure),
    /// Something of a later version, which may be ignored.
    #[serde(other)]
    Unknown,
}

/// Who is connected to a room now. Nothing follows from it: what follows from an absence is an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The seats whose humans are connected.
    pub players: Vec<Player>,
    /// How many others watch.
    pub spectators: u32,
}

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// More than a message of its kind can have.
    #[error("the message is too large: it has {bytes} bytes")]
    TooLarge {
        /// How many bytes there are.
        bytes: usize,
    },
    /// No JSON object with a version.
    #[error("a message is a JSON object with a version, such as {{\"v\": 1}}")]
    NoVersion,
    /// Another version.
    #[error("this message has version {found}, and this side speaks version {PROTOCOL_VERSION}; update the older one")]
    OtherVersion {
        /// Which one.
        found: u64,
    },
    /// Fields that are missing or wrong.
    #[error("the message cannot be understood: {why}")]
    NotUnderstood {
        /// The field that is missing or wrong, in words.
        why: String,
        /// The kind of message it was meant to be.
        meant: Meant,
    },
}

/// The kind of a message that cannot be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A command of this number.
    Command(CommandId),
    /// A set phrase or a reaction.
    Reaction,
    /// Anything else.
    Other,
}

impl MessageError {
    /// The reason as a key that stays the same, for programs and for translations.
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

impl ClientMessage {
    /// The most bytes of a message.
    pub const MOST_BYTES: usize = 8 * 1024;
    /// The most bytes of a message that makes a room: the text of a board may need two bytes for one.
    pub const MOST_CREATE_BYTES: usize = 2 * Variant::MOST_BYTES + Self::MOST_BYTES;

    /// Reads what a client says.
    ///
    /// # Errors
    /// Why it is no message, as a [`MessageError`].
    pub fn read(text: &str) -> Result<Self, MessageError> {
        let too_large = MessageError::TooLarge { bytes: text.len() };
        if text.len() > Self::MOST_CREATE_BYTES {
            return Err(too_large);
        }
        let message = read::<Self>(text).map_err(|error| match error {
            MessageError::NotUnderstood { why, .. } => MessageError::NotUnderstood { why, meant: Meant::of(text) },
            other => other,
        });
        match message {
            Ok(message) if message.holds_board() || text.len() <= Self::MOST_BYTES => Ok(message),
            // A reason would repeat parts of a text that is not wanted.
            _ if text.len() > Self::MOST_BYTES => Err(too_large),
            other => other,
        }
    }

    /// Whether it may be as large as a board of one's own.
    const fn holds_board(&self) -> bool {
        matches!(self, Self::Create { .. } | Self::Play { .. })
    }

    /// The message as one line of JSON.
    #[must_use]
    pub fn write(&self) -> String {
        write(self)
    }
}

impl ServerMessage {
    /// The most bytes of a message.
    pub const MOST_BYTES: usize = 1024 * 1024;
    /// The most events of a message, so that it is no larger; those of a long room come in several.
    pub const MOST_EVENTS: usize = 2_000;

    /// Reads what a server says.
    ///
    /// # Errors
    /// Why it is no message, as a [`MessageError`].
    pub fn read(text: &str) -> Result<Self, MessageError> {
        if text.len() > Self::MOST_BYTES {
            return Err(MessageError::TooLarge { bytes: text.len() });
        }
        read(text)
    }

    /// The message as one line of JSON.
    #[must_use]
    pub fn write(&self) -> String {
        write(self)
    }
}

impl Meant {
    fn of(text: &str) -> Self {
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

/// The most characters of a reason: the text of an error may repeat parts of the message.
const MOST_WHY: usize = 300;

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
    // The version comes first, wherever it stands, so all is read before anything is understood.
    match serde_json::from_str(text) {
        Ok(Version { v: PROTOCOL_VERSION }) => serde_json::from_str(text).map_err(|error: serde_json::Error| {
            let why = error.to_string().chars().take(MOST_WHY).collect();
            MessageError::NotUnderstood { why, meant: Meant::Other }
        }),
        Ok(Version { v: found }) => Err(MessageError::OtherVersion { found }),
        Err(_) => Err(MessageError::NoVersion),
    }
}

fn write<T: Serialize>(message: &T) -> String {
    serde_json::to_string(&Versioned { v: PROTOCOL_VERSION, message }).expect("messages have text keys alone")
}
