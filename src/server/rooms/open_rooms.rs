//! The rooms in memory, and how they come there.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};

use super::live_room::{self, Ended};
use super::{Member, NotThere, RoomMessage, Shared};
use crate::notation::GameRecord;
use crate::online::RoomCode;

/// How many messages can wait for a room. Whoever has more to say waits.
const INBOX: usize = 64;

/// The rooms in memory. A room is read from the store when somebody asks for it and forgotten when nobody needs it.
#[derive(Clone)]
pub struct OpenRooms {
    pub(super) shared: Arc<Shared>,
    rooms: Arc<Mutex<HashMap<RoomCode, mpsc::Sender<RoomMessage>>>>,
    /// One device after the other is found a room to play in, so that two who want the same find each other.
    pub(super) finding: Arc<AsyncMutex<()>>,
}

impl OpenRooms {
    /// No rooms yet.
    #[must_use]
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared, rooms: Arc::default(), finding: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RoomCode, mpsc::Sender<RoomMessage>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The inbox of a room, which is read from the store if it is not in memory. Whether there is such a room turns out
    /// later: messages to one that is none are dropped.
    #[must_use]
    pub fn open(&self, code: RoomCode) -> mpsc::Sender<RoomMessage> {
        match self.lock().entry(code) {
            Entry::Occupied(room) => room.get().clone(),
            Entry::Vacant(place) => {
                let (inbox, messages) = mpsc::channel(INBOX);
                let (rooms, weak) = (self.clone(), inbox.downgrade());
                self.shared.metrics.rooms.add(1);
                tokio::spawn(live_room::run(code, self.shared.clone(), messages, weak, move |messages| {
                    rooms.forget(code, messages)
                }));
                place.insert(inbox).clone()
            }
        }
    }

    /// The inbox of a room that is in memory.
    #[must_use]
    pub fn in_memory(&self, code: RoomCode) -> Option<mpsc::Sender<RoomMessage>> {
        self.lock().get(&code).cloned()
    }

    /// The inboxes of all rooms that are in memory.
    pub(super) fn all_in_memory(&self) -> Vec<mpsc::Sender<RoomMessage>> {
        self.lock().values().cloned().collect()
    }

    /// Forgets a room, unless something has come for it.
    fn forget(&self, code: RoomCode, messages: &mut mpsc::Receiver<RoomMessage>) -> Ended {
        let mut rooms = self.lock();
        if !messages.is_empty() {
            return Ended::No;
        }
        rooms.remove(&code);
        // Who still has the inbox finds it closed, and asks for the room again.
        messages.close();
        self.shared.metrics.rooms.add(-1);
        Ended::Yes
    }

    /// Brings a connection into a room; the bytes of its welcome, and the room's inbox.
    ///
    /// # Errors
    /// [`NotThere`].
    pub async fn join(
        &self,
        code: RoomCode,
        member: &Member,
        seen: u64,
    ) -> Result<(usize, mpsc::Sender<RoomMessage>), NotThere> {
        self.ask(code, |answer| RoomMessage::Join { member: member.clone(), seen, answer }).await
    }

    /// The match of a room as a record; `None` where none has begun.
    ///
    /// # Errors
    /// [`NotThere`].
    pub async fn record(&self, code: RoomCode) -> Result<Option<GameRecord>, NotThere> {
        Ok(self.ask(code, |answer| RoomMessage::Record { answer }).await?.0)
    }

    /// Asks a room, again if it was forgotten just then; the answer, and the room's inbox.
    pub(super) async fn ask<T, E: From<NotThere>>(
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
        Err(NotThere::Unreadable.into())
    }

    /// Returns whether events can be stored: the last write succeeded.
    #[must_use]
    pub fn can_write(&self) -> bool {
        self.shared.store.can_write()
    }

    /// Makes no more rooms.
    pub fn stop(&self) {
        self.shared.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Whether the server stops.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.shared.is_stopping.load(Ordering::Relaxed)
    }
}
