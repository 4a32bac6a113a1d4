//! The line to a server: texts to and fro, whatever carries them.

use std::sync::Arc;

use crate::online::{ClientMessage, ServerMessage};

/// What wakes the game when there is news.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A line to a server, one at a time. Nothing here waits: what comes of it is heard later.
///
/// An implementation answers the pings of the server by itself, as soon as they come: the game may not draw a frame for
/// long. What a server says and the game has not taken yet is bounded.
pub trait Line: 'static {
    /// Hears from whom to wake when there is news.
    fn wake_with(&mut self, wake: Wake);
    /// Connects to this address, such as `wss://play.example.org/socket?ids=room`, in place of what was open before.
    fn open(&mut self, url: &str);
    /// Sends a text. On a line that is not open it is lost.
    fn send(&mut self, text: String);
    /// Lets go of the line, after what was sent.
    fn close(&mut self);
    /// Takes the events since the last call, up to a frame's share of them.
    fn take_news(&mut self) -> Vec<LineNews>;
    /// Returns whether events are left.
    fn has_news(&self) -> bool {
        false
    }
}

/// What happens on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineNews {
    /// It is open.
    Opened,
    /// The server says something.
    Heard(String),
    /// It is not open, or not any more.
    Closed,
    /// It was closed because the server has said more than is taken, or takes nothing.
    Flooded,
    /// The network may be there again, or somebody looks again: another try may be worth it now.
    WorthATry,
}

/// The line of the game.
pub struct ServerLine(pub Box<dyn Line>);

/// A ping is no longer than this.
const LONGEST_PING: usize = 200;

/// The answer to a ping; `None` for whatever else the server says.
pub(super) fn answer_to(text: &str) -> Option<String> {
    // Whatever is longer holds events, which are not read twice.
    let short = Some(text).filter(|text| text.len() <= LONGEST_PING)?;
    match ServerMessage::read(short).ok()? {
        ServerMessage::Ping { ping, .. } => Some(ClientMessage::Pong { ping }.write()),
        _ => None,
    }
}
