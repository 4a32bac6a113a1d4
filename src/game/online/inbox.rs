//! A bounded queue of a server's messages that the game has not handled yet.

use std::collections::VecDeque;
use std::time::Duration;

use crate::game::online::server_connection::{ConnectionEvent, answer_to};
use crate::online::{Flow, ServerMessage};

/// Bounded queue of a connection's events, in order. The connection adds messages as they arrive; each frame takes a
/// limited number.
#[derive(Default)]
pub(super) struct Inbox {
    events: VecDeque<ConnectionEvent>,
    /// Total size of the queued messages, in bytes.
    bytes: usize,
    /// Set if the last queued message is a ping: of several in a row only the last is queued, because only the newest
    /// time matters.
    ends_with_ping: bool,
    flow: Flow,
}

/// Result of queueing a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum QueueResult {
    /// A ping, with the answer to send.
    Ping(String),
    /// A message for the game to handle.
    Message,
    /// The server exceeds a limit: close the connection.
    Flood,
}

impl Inbox {
    /// Limits of the queue, in messages and in bytes. Beyond them, the server counts as flooding.
    const MAX_EVENTS: usize = 1_024;
    const MAX_BYTES: usize = 8 * ServerMessage::MAX_BYTES;
    /// Limits of a frame, in messages and in bytes, so that a busy server cannot stall it. A frame takes at least one
    /// message, whatever its size.
    const EVENTS_PER_FRAME: usize = 64;
    const BYTES_PER_FRAME: usize = 256 * 1024;

    /// Queues a message. `now` is the time since the connection was begun.
    pub(super) fn queue_message(&mut self, text: String, now: Duration) -> QueueResult {
        let is_within = self.count_bytes(text.len(), now);
        if !is_within || text.len() > ServerMessage::MAX_BYTES {
            return QueueResult::Flood;
        }
        let answer = answer_to(&text);
        if answer.is_some()
            && self.ends_with_ping
            && let Some(ConnectionEvent::Received(ping)) = self.events.pop_back()
        {
            self.bytes -= ping.len();
        }
        self.ends_with_ping = answer.is_some();
        self.bytes += text.len();
        self.events.push_back(ConnectionEvent::Received(text));
        if self.events.len() > Self::MAX_EVENTS || self.bytes > Self::MAX_BYTES {
            return QueueResult::Flood;
        }
        answer.map_or(QueueResult::Message, QueueResult::Ping)
    }

    /// Counts bytes that are not a message, such as a ping of the WebSocket protocol. Returns false if they exceed the
    /// limit.
    pub(super) fn count_bytes(&mut self, bytes: usize, now: Duration) -> bool {
        self.flow.take(bytes, now)
    }

    /// Queues an event other than a message.
    pub(super) fn queue_event(&mut self, event: ConnectionEvent) {
        self.ends_with_ping = false;
        self.events.push_back(event);
    }

    /// Drops all queued events and reports a flood.
    pub(super) fn flood(&mut self) {
        *self = Self::default();
        self.events.push_back(ConnectionEvent::Flooded);
    }

    /// Queues the end of the connection, unless a flood has already ended it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn end(&mut self) {
        if self.events.back() != Some(&ConnectionEvent::Flooded) {
            self.queue_event(ConnectionEvent::Closed);
        }
    }

    /// Takes as many events as one frame handles.
    pub(super) fn take_for_frame(&mut self) -> Vec<ConnectionEvent> {
        let (mut taken, mut bytes) = (Vec::new(), 0);
        while taken.len() < Self::EVENTS_PER_FRAME && bytes < Self::BYTES_PER_FRAME {
            let Some(event) = self.events.pop_front() else { break };
            if let ConnectionEvent::Received(text) = &event {
                bytes += text.len();
            }
            taken.push(event);
        }
        self.bytes -= bytes;
        self.ends_with_ping &= !self.events.is_empty();
        taken
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ping(number: u64) -> String {
        ServerMessage::Ping { ping: number, at_ms: number }.write()
    }

    #[test]
    fn of_pings_in_a_row_only_the_last_is_queued() {
        let mut inbox = Inbox::default();
        for number in 0..7_000 {
            assert!(matches!(inbox.queue_message(ping(number), Duration::ZERO), QueueResult::Ping(_)));
        }
        assert_eq!(inbox.queue_message("a text".to_owned(), Duration::ZERO), QueueResult::Message);
        inbox.queue_message(ping(7_000), Duration::ZERO);
        let expected = [ping(6_999), "a text".to_owned(), ping(7_000)].map(ConnectionEvent::Received);
        assert_eq!(inbox.take_for_frame(), expected);
        assert!(inbox.is_empty() && inbox.bytes == 0);
    }

    #[test]
    fn a_frame_takes_a_part_and_the_rest_stays_in_order() {
        let mut inbox = Inbox::default();
        for number in 0..100 {
            inbox.queue_message(number.to_string(), Duration::ZERO);
        }
        let first = inbox.take_for_frame();
        assert_eq!(first.len(), Inbox::EVENTS_PER_FRAME);
        let all: Vec<_> = first.into_iter().chain(inbox.take_for_frame()).collect();
        assert_eq!(all, (0..100).map(|number: u32| ConnectionEvent::Received(number.to_string())).collect::<Vec<_>>());
        for _ in 0..3 {
            inbox.queue_message("x".repeat(ServerMessage::MAX_BYTES), Duration::from_secs(10));
        }
        assert_eq!(inbox.take_for_frame().len(), 1);
    }

    #[test]
    fn too_many_too_large_and_too_fast_are_floods() {
        let texts = |bytes: usize, gap: Duration| {
            let mut inbox = Inbox::default();
            let queued = (1..100_000)
                .take_while(|number| inbox.queue_message("x".repeat(bytes), gap * *number) != QueueResult::Flood);
            queued.count()
        };
        assert_eq!(texts(1, Duration::from_secs(1)), Inbox::MAX_EVENTS);
        assert_eq!(texts(ServerMessage::MAX_BYTES, Duration::from_secs(10)), 8);
        assert_eq!(texts(ServerMessage::MAX_BYTES + 1, Duration::from_secs(10)), 0);
        let mut inbox = Inbox::default();
        let pings = (0..100_000)
            .take_while(|number| inbox.queue_message(ping(*number), Duration::ZERO) != QueueResult::Flood)
            .count();
        assert_eq!(pings, 8_000);
        inbox.flood();
        assert_eq!(inbox.take_for_frame(), [ConnectionEvent::Flooded]);
    }
}
