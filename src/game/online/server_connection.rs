//! The interface of connections to a server, which desktop and page implement differently.

use std::sync::Arc;

use crate::online::{ClientMessage, ServerMessage};

/// Callback that wakes the game.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A connection to a server, one at a time. No call blocks: its result comes later, as an event.
///
/// Implementations must answer the server's pings themselves, as soon as they arrive, because the game may not draw a
/// frame for long. They must also bound the queue of messages that the game has not taken yet.
pub trait Connection: 'static {
    /// Sets the callback that wakes the game when there are events.
    fn wake_with(&mut self, wake: Wake);
    /// Connects to an address, such as `wss://play.example.org/socket?ids=room`, and closes any previous connection.
    fn open(&mut self, url: &str);
    /// Sends a text. It is lost if the connection is not open.
    fn send(&mut self, text: String);
    /// Closes the connection after everything queued was sent.
    fn close(&mut self);
    /// Takes the events since the last call, at most as many as one frame handles.
    fn take_events(&mut self) -> Vec<ConnectionEvent>;
    /// Returns whether events are left.
    fn has_events(&self) -> bool {
        false
    }
}

/// An event of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionEvent {
    Opened {
        /// Set if the server is known to have previews of games.
        has_previews: bool,
    },
    /// The server has sent a text.
    Received(String),
    /// The connection was closed, lost or could not be opened.
    Closed,
    /// The connection was closed because the server has sent too much, or does not read.
    Flooded,
    /// Trying again now may succeed, because the network is back or the player looks at the page again.
    RetryNow,
}

/// The connection of the game.
pub struct ServerConnection(pub Box<dyn Connection>);

/// Maximum length of a ping, in bytes.
const MAX_PING_BYTES: usize = 200;

/// The answer to a ping; `None` for any other message.
pub(super) fn answer_to(text: &str) -> Option<String> {
    // Longer messages hold events; skipping them here saves parsing them twice.
    let short = Some(text).filter(|text| text.len() <= MAX_PING_BYTES)?;
    match ServerMessage::read(short).ok()? {
        ServerMessage::Ping { ping, .. } => Some(ClientMessage::Pong { ping }.write()),
        _ => None,
    }
}
