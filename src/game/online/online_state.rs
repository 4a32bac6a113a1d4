//! What is known of online play: the connection, the public rooms, and the room that was entered.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::text::Phrase;
use crate::online::{ClientRoom, Phase, PlayerName, Presence, Reaction, Room, RoomListing, ServerAddress};
use crate::rules::Player;

/// What is known of online play. Only the systems of `online` change it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Online {
    /// The server; `None` where none was named yet.
    pub server: Option<ServerAddress>,
    /// What the human here is called in rooms.
    pub name: PlayerName,
    /// How things stand with the connection.
    pub connection: Connection,
    /// The public rooms; `None` while they are not known.
    pub rooms: Option<Vec<RoomListing>>,
    /// The room that was entered, as far as it is known; it stays while the connection is lost.
    pub room: Option<ClientRoom>,
    /// Who is connected to the room.
    pub presence: Presence,
    /// What others and one's own human have said lately, the latest last.
    pub said: Vec<Said>,
    /// Whether what others say is hidden.
    pub is_muted: bool,
    /// Why the last wish came to nothing, until the next one.
    pub trouble: Option<Phrase>,
}

/// How things stand with the connection to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// Nobody wants one.
    #[default]
    Off,
    /// It is being made.
    Opening,
    /// It stands.
    Open,
    /// It was lost, or could not be made, and is made again.
    Lost {
        /// How often in a row it could not be made.
        attempts: u32,
        /// When it is tried again, since the start of the game.
        retry_at: Duration,
    },
}

/// Something that a human in the room has said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// In which seat.
    pub player: Player,
    /// What.
    pub reaction: Reaction,
    /// When, since the start of the game.
    pub at: Duration,
}

impl Online {
    /// The room as the server knows it; `None` before it was entered.
    #[must_use]
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()?.room()
    }

    /// The seat of the human here.
    #[must_use]
    pub fn own_seat(&self) -> Option<Player> {
        let entered = self.room.as_ref()?;
        entered.room()?.seat_of(entered.me())
    }

    /// Whether the human here is the host of the room.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.room.as_ref().is_some_and(|entered| entered.room().is_some_and(|room| room.host() == entered.me()))
    }

    /// Whether a match of the room goes on.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.room().is_some_and(|room| room.phase() == Phase::Playing)
    }
}
