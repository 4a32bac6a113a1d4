//! The state of online play: the connection, the public rooms and the current room.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::play::match_time::MatchTime;
use crate::game::text::Phrase;
use crate::online::{ClientRoom, Phase, PlayerName, Presence, Reaction, Room, RoomLink, RoomListing, ServerAddress};
use crate::rules::Player;

/// The state of online play. Only the systems of `online` change it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Online {
    /// Server in use; `None` until one is named.
    pub server: Option<ServerAddress>,
    /// Player name, as others in a room see it.
    /// The last server found to have previews of games.
    pub preview_server: Option<ServerAddress>,
    pub name: PlayerName,
    pub connection: ConnectionStatus,
    /// The server's time in milliseconds since 1970 (UTC), and the time since the start of the game when it was
    /// received.
    pub server_time: Option<(u64, Duration)>,
    /// Public rooms; `None` until the server has sent them.
    pub rooms: Option<Vec<RoomListing>>,
    /// The current room. It stays while the connection is lost.
    pub room: Option<ClientRoom>,
    /// Devices that are connected to the room.
    pub presence: Presence,
    /// Recent phrases and reactions, including one's own, latest last.
    pub reactions: Vec<RoomReaction>,
    /// Set if the other players' phrases and reactions are hidden.
    pub is_muted: bool,
    /// Servers used before, latest first.
    pub servers: Vec<ServerAddress>,
    /// The server that the game starts for the local network.
    pub local: LocalServer,
    /// A room at another server that waits for the player's answer whether to go there.
    pub other_server: Option<RoomLink>,
    /// Reason why the last command failed; cleared by the next one.
    pub trouble: Option<Phrase>,
}

/// State of the server for the local network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LocalServer {
    #[default]
    Off,
    /// The program was not found.
    Missing,
    /// Started, but not ready yet.
    Starting,
    Running {
        /// The address for other computers.
        address: ServerAddress,
        /// Set if other computers can reach it, because this one is in a network.
        is_in_network: bool,
        /// Set if it also serves the web page, so that players need only a browser.
        has_page: bool,
    },
    /// It could not be started, or has ended unexpectedly.
    Failed,
}

/// State of the connection to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConnectionStatus {
    /// Not needed.
    #[default]
    Off,
    Opening,
    Open,
    /// Lost or never opened; tried again after a pause.
    Lost {
        /// Failed attempts in a row.
        attempts: u32,
        /// Time of the next attempt, since the start of the game.
        retry_at: Duration,
    },
}

/// A phrase or reaction of a human in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomReaction {
    pub player: Player,
    pub reaction: Reaction,
    /// Time since the start of the game.
    pub at: Duration,
}

impl Online {
    /// The state of the current room; `None` until its first events have arrived.
    #[must_use]
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()?.room()
    }

    /// The seat of the player at this screen.
    #[must_use]
    pub fn own_seat(&self) -> Option<Player> {
        let entered = self.room.as_ref()?;
        entered.room()?.seat_of(entered.me())
    }

    /// The server's time in milliseconds since 1970 (UTC), where `now` is the time since the start of the game.
    #[must_use]
    pub fn server_ms(&self, now: Duration) -> Option<u64> {
        let (received_ms, at) = self.server_time?;
        Some(received_ms.saturating_add(u64::try_from(now.saturating_sub(at).as_millis()).unwrap_or(u64::MAX)))
    }

    /// Milliseconds by which the server's time is ahead of the match clocks on this device.
    pub(super) fn ahead_ms(&self) -> i64 {
        self.server_time
            .map_or(0, |(received_ms, at)| received_ms.cast_signed() - MatchTime::at(at).now_ms.cast_signed())
    }

    /// Returns whether this device is the host of the room.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.room.as_ref().is_some_and(|entered| entered.room().is_some_and(|room| room.host() == entered.me()))
    }

    /// Returns whether a match is being played in the room.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.room().is_some_and(|room| room.phase() == Phase::Playing)
    }
}
