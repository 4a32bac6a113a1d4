//! What is known of online play: the connection, the public rooms, and the room that was entered.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::play::match_time::MatchTime;
use crate::game::text::Phrase;
use crate::online::{ClientRoom, Phase, PlayerName, Presence, Reaction, Room, RoomLink, RoomListing, ServerAddress};
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
    /// What time it was at the server, in milliseconds since the beginning of 1970 (UTC), and when it said so, since
    /// the start of the game.
    pub server_time: Option<(u64, Duration)>,
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
    /// Servers that were used before, the last one first.
    pub servers: Vec<ServerAddress>,
    /// The server for this network that the window starts.
    pub local: LocalServer,
    /// A room of another server that somebody wants to enter, until they have said whether to go there.
    pub elsewhere: Option<RoomLink>,
    /// Why the last wish came to nothing, until the next one.
    pub trouble: Option<Phrase>,
}

/// The state of the server for this network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LocalServer {
    /// Nobody wants one.
    #[default]
    Off,
    /// The program is not there.
    Missing,
    /// It was started, and does not run yet.
    Starting,
    /// It runs.
    Running {
        /// The address for other computers.
        address: ServerAddress,
        /// Set if this computer is in a network, so that others can reach it.
        is_in_network: bool,
        /// Set if the server serves the page, so that a browser is enough.
        has_page: bool,
    },
    /// It could not be started, or has ended.
    Failed,
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

    /// What time it is at the server, in milliseconds since the beginning of 1970 (UTC), at this time since the start
    /// of the game.
    #[must_use]
    pub fn server_ms(&self, now: Duration) -> Option<u64> {
        let (told_ms, at) = self.server_time?;
        Some(told_ms.saturating_add(u64::try_from(now.saturating_sub(at).as_millis()).unwrap_or(u64::MAX)))
    }

    /// By how many milliseconds the server's time is ahead of that of the clocks of matches here.
    pub(super) fn ahead_ms(&self) -> i64 {
        self.server_time.map_or(0, |(told_ms, at)| told_ms.cast_signed() - MatchTime::at(at).now_ms.cast_signed())
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
