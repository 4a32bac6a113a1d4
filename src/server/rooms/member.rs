//! A room's view of a connection: its device, and its queue of messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, watch};

use crate::online::{DeviceId, DeviceIds, Event, Who};
use crate::server::limits::AddressKey;

/// Reason for which the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The client reads too slowly.
    Slow,
    /// The store cannot be reached.
    Store,
    /// The server is stopping.
    Stopping,
    /// The room is full, and a player needs the place.
    Crowded,
    /// The device has too many newer connections to the room.
    Replaced,
    /// The client does not know an event of the room.
    OtherVersion,
}

/// Maximum bytes waiting for a reader, except that a single message may be larger.
const MAX_BYTES: usize = 1024 * 1024;

/// Queue of messages for a connection. Sending never blocks: a slow reader is disconnected.
#[derive(Clone, Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    close: Arc<watch::Sender<Option<CloseReason>>>,
    bytes: Arc<AtomicUsize>,
}

/// Receiving end of an [`Outbox`].
#[derive(Debug)]
pub struct OutboxReceiver {
    queue: mpsc::Receiver<Utf8Bytes>,
    bytes: Arc<AtomicUsize>,
}

impl OutboxReceiver {
    /// The next message; `None` once the outbox is dropped.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        let message = self.queue.recv().await?;
        self.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

impl Outbox {
    /// Creates an outbox for `max` messages, with its receiving ends.
    #[must_use]
    pub fn new(max: usize) -> (Self, OutboxReceiver, watch::Receiver<Option<CloseReason>>) {
        let (queue, messages) = mpsc::channel(max.max(1));
        let (close, closing) = watch::channel(None);
        let bytes = Arc::new(AtomicUsize::new(0));
        let receiver = OutboxReceiver { queue: messages, bytes: bytes.clone() };
        (Self { queue, close: Arc::new(close), bytes }, receiver, closing)
    }

    /// Queues a message. If it does not fit, closes the connection and returns false.
    pub fn send(&self, message: Utf8Bytes) -> bool {
        let length = message.len();
        let before = self.bytes.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before + length <= MAX_BYTES;
        let is_sent = fits && self.queue.try_send(message).is_ok();
        if !is_sent {
            self.close(CloseReason::Slow);
        }
        is_sent
    }

    /// Requests that the connection be closed. Only the first reason counts.
    pub fn close(&self, reason: CloseReason) {
        self.close.send_if_modified(|now| {
            let is_first = now.is_none();
            *now = now.or(Some(reason));
            is_first
        });
    }
}

/// A room's connection.
#[derive(Clone, Debug)]
pub struct Member {
    /// Number of the connection.
    pub connection: u64,
    /// Ids of its device.
    pub ids: DeviceIds,
    /// The device's id in this room.
    pub device: DeviceId,
    /// True for clients that take over their id from the welcome. Others use the same id in each room.
    pub uses_room_id: bool,
    /// Newest version of rooms that the client reads.
    pub rooms_version: u32,
    /// Address of the client.
    pub address: AddressKey,
    /// Queue of its messages.
    pub outbox: Outbox,
}

impl Member {
    /// The id that the welcome gives to the client.
    #[must_use]
    pub const fn you(&self) -> DeviceId {
        if self.uses_room_id { self.device } else { self.ids.everywhere }
    }

    /// Translates the client's own id in events; `None` if nothing needs to change.
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
