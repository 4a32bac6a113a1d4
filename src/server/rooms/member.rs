//! A connection as a room sees it: whose it is, and where its messages go.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, watch};

use crate::online::{DeviceId, DeviceIds, Event, Who};
use crate::server::limits::AddressKey;

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The reader does not keep up.
    Slow,
    /// The store cannot be reached.
    Store,
    /// The server stops.
    Stopping,
    /// The room is full, and somebody who sits there has come back.
    Crowded,
    /// The device has made too many newer connections to the room.
    Replaced,
}

/// The most bytes that wait for a reader; a single message may be larger.
const MOST_BYTES: usize = 1024 * 1024;

/// Where messages for a connection wait. Nobody waits for a reader: one who is too slow is disconnected.
#[derive(Clone, Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    close: Arc<watch::Sender<Option<CloseReason>>>,
    bytes: Arc<AtomicUsize>,
}

/// What waits for a connection.
#[derive(Debug)]
pub struct Waiting {
    queue: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

impl Waiting {
    /// The next message; `None` when there will be none.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        let message = self.queue.recv().await?;
        self.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

impl Outbox {
    /// An outbox for so many messages, with what the connection reads it by.
    #[must_use]
    pub fn new(most: usize) -> (Self, Waiting, watch::Receiver<Option<CloseReason>>) {
        let (queue, messages) = mpsc::channel(most.max(1));
        let (close, closing) = watch::channel(None);
        let bytes = Arc::new(AtomicUsize::new(0));
        let waiting = Waiting { queue: messages, bytes: bytes.clone() };
        (Self { queue, close: Arc::new(close), bytes }, waiting, closing)
    }

    /// Adds a message; whether there was room for it. Where there is not, the connection is closed.
    pub fn send(&self, message: Utf8Bytes) -> bool {
        let length = message.len();
        let before = self.bytes.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before + length <= MOST_BYTES;
        let is_sent = fits && self.queue.try_send(message).is_ok();
        if !is_sent {
            self.close(CloseReason::Slow);
        }
        is_sent
    }

    /// Has the connection closed; the first reason counts.
    pub fn close(&self, reason: CloseReason) {
        self.close.send_if_modified(|now| {
            let is_first = now.is_none();
            *now = now.or(Some(reason));
            is_first
        });
    }
}

/// A connection to a room.
#[derive(Clone, Debug)]
pub struct Member {
    /// The number of the connection.
    pub connection: u64,
    /// The ids of its human's device.
    pub ids: DeviceIds,
    /// The id that counts in the room.
    pub device: DeviceId,
    /// True for clients that take over their id from the welcome; others use the same in all rooms.
    pub goes_by_room: bool,
    /// The address that it comes from.
    pub address: AddressKey,
    /// Where its messages go.
    pub outbox: Outbox,
}

impl Member {
    /// The id that its client is told is its own.
    #[must_use]
    pub const fn you(&self) -> DeviceId {
        if self.goes_by_room { self.device } else { self.ids.everywhere }
    }

    /// Events as its client is to be told them, where that is not as everybody else is.
    #[must_use]
    pub fn own_view(&self, events: &[Event]) -> Option<Vec<Event>> {
        let own = Who::Device(self.device);
        let differs = self.you() != self.device && events.iter().any(|event| event.who == own);
        let view = |event: &Event| Event {
            who: if event.who == own { Who::Device(self.you()) } else { event.who },
            ..event.clone()
        };
        differs.then(|| events.iter().map(view).collect())
    }
}
