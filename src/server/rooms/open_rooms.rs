//! Rooms in memory, and how they are loaded and unloaded.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};

use super::live_room::{self, Ended};
use super::{Member, RoomMessage, RoomUnavailable, Shared};
use crate::notation::GameRecord;
use crate::online::RoomCode;

/// Messages that can wait for a room. Further senders block.
const INBOX: usize = 64;

/// The rooms in memory. A room is loaded from the store on demand and unloaded when nobody needs it.
#[derive(Clone)]
pub struct OpenRooms {
    pub(super) shared: Arc<Shared>,
    rooms: Arc<Mutex<HashMap<RoomCode, mpsc::Sender<RoomMessage>>>>,
    /// Serialises the search for a match, so that two devices that want the same match find each other.
    pub(super) finding: Arc<AsyncMutex<()>>,
}

impl OpenRooms {
    /// Starts without any rooms in memory.
    #[must_use]
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared, rooms: Arc::default(), finding: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RoomCode, mpsc::Sender<RoomMessage>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The inbox of a room, loading it if necessary. Whether the room exists turns out only while it loads; if not, its
    /// messages are refused.
    #[must_use]
    pub fn open(&self, code: RoomCode) -> mpsc::Sender<RoomMessage> {
        match self.lock().entry(code) {
            Entry::Occupied(room) => room.get().clone(),
            Entry::Vacant(place) => {
                let (inbox, messages) = mpsc::channel(INBOX);
                let (rooms, weak) = (self.clone(), inbox.downgrade());
                self.shared.metrics.rooms.add(1);
                tokio::spawn(live_room::run(code, self.shared.clone(), messages, weak, move |messages| {
                    rooms.unload(code, messages)
                }));
                place.insert(inbox).clone()
            }
        }
    }

    /// The inbox of a room in memory.
    #[must_use]
    pub fn in_memory(&self, code: RoomCode) -> Option<mpsc::Sender<RoomMessage>> {
        self.lock().get(&code).cloned()
    }

    /// The inboxes of all rooms in memory.
    pub(super) fn all_in_memory(&self) -> Vec<mpsc::Sender<RoomMessage>> {
        self.lock().values().cloned().collect()
    }

    /// Unloads a room, unless a message has arrived.
    fn unload(&self, code: RoomCode, messages: &mut mpsc::Receiver<RoomMessage>) -> Ended {
        let mut rooms = self.lock();
        if !messages.is_empty() {
            return Ended::No;
        }
        rooms.remove(&code);
        // Senders that still have the inbox find it closed and open the room again.
        messages.close();
        self.shared.metrics.rooms.add(-1);
        Ended::Yes
    }

    /// Adds a connection to a room. Returns the size of its welcome in bytes and the room's inbox.
    ///
    /// # Errors
    /// [`RoomUnavailable`].
    pub async fn join(
        &self,
        code: RoomCode,
        member: &Member,
        seen: u64,
    ) -> Result<(usize, mpsc::Sender<RoomMessage>), RoomUnavailable> {
        self.ask(code, |answer| RoomMessage::Join { member: member.clone(), seen, answer }).await
    }

    /// The game record of a room's match; `None` before the first match.
    ///
    /// # Errors
    /// [`RoomUnavailable`].
    pub async fn record(&self, code: RoomCode) -> Result<Option<GameRecord>, RoomUnavailable> {
        Ok(self.ask(code, |answer| RoomMessage::Record { answer }).await?.0)
    }

    /// Sends a request to a room and waits for the answer. Retries if the room was being unloaded. Also returns the
    /// inbox.
    pub(super) async fn ask<T, E: From<RoomUnavailable>>(
        &self,
        code: RoomCode,
        message: impl Fn(oneshot::Sender<Result<T, E>>) -> RoomMessage,
    ) -> Result<(T, mpsc::Sender<RoomMessage>), E> {
        for _ in 0..3 {
            let inbox = self.open(code);
            let (answer, answered) = oneshot::channel();
            if inbox.send(message(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return answer.map(|value| (value, inbox));
            }
        }
        Err(RoomUnavailable::Unreadable.into())
    }

    /// Returns whether the last write to the store succeeded.
    #[must_use]
    pub fn can_write(&self) -> bool {
        self.shared.store.can_write()
    }

    /// Stops making rooms.
    pub fn stop(&self) {
        self.shared.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Returns whether the server is stopping.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.shared.is_stopping.load(Ordering::Relaxed)
    }
}
