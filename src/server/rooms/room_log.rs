//! A room's events: those stored and applied here, and the appending of new ones.

use std::sync::Arc;

use thiserror::Error;
use tokio::time::Instant;

use super::Shared;
use crate::online::{Action, Command, CommandId, Event, EventError, Phase, Room, RoomCode};
use crate::server::now::now_ms;
use crate::server::random::random_u64;
use crate::server::store::{Append, Appended, RoomRow, StoreError};

/// Maximum attempts at a command when other servers keep being first.
pub(super) const MAX_TRIES: usize = 50;

/// Error that keeps a room from continuing.
#[derive(Debug, Error)]
pub(super) enum RoomError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the stored events are inconsistent: {0}")]
    Event(#[from] EventError),
    #[error("other servers appended first {MAX_TRIES} times in a row")]
    TooManyConflicts,
}

impl RoomError {
    /// Logs the error.
    pub(super) fn log(&self, room: RoomCode) {
        tracing::error!(%room, error = %self, "a room failed");
    }
}

/// A room's events, and the room that follows from them.
pub(super) struct RoomLog {
    pub(super) code: RoomCode,
    pub(super) shared: Arc<Shared>,
    pub(super) room: Room,
    /// All events, as sent to clients.
    pub(super) events: Vec<Event>,
    /// Time to read the store again, because a failed append may have been stored after all.
    pub(super) read_again_at: Option<Instant>,
}

impl RoomLog {
    /// Reads a room; `None` if there is none with this code.
    pub(super) async fn load(code: RoomCode, shared: Arc<Shared>) -> Result<Option<Self>, RoomError> {
        let events = shared.store.read_after(code, 0).await?;
        let Some(room) = Room::replay(&events)? else { return Ok(None) };
        let events = events.into_iter().map(Event::seen_by_clients).collect();
        Ok(Some(Self { code, shared, room, events, read_again_at: None }))
    }

    /// Makes a command based on the current state, with an id that no client uses.
    pub(super) fn own_command(&self, action: Action) -> Command {
        Command { id: CommandId::drawn(random_u64()), seen: self.room.sequence(), action }
    }

    /// Stores events decided on the current state, which lead to `after`. Returns false if another server was first.
    pub(super) async fn append(&mut self, events: &[Event], after: Room) -> Result<bool, RoomError> {
        let (room, by, row) = (self.code, self.shared.server, RoomRow::of(&after));
        let (began, began_ms) = (Instant::now(), now_ms());
        let appended = self.shared.store.append(Append { room, by, events: events.to_vec(), row }).await;
        // If the events were stored after all, members must get them even if nobody asks for anything again.
        let appended = appended.inspect_err(|_| {
            self.shared.outages.note_failed(began_ms);
            self.read_again_at = Some(Instant::now());
        })?;
        self.shared.outages.note_written(began_ms, now_ms());
        self.shared.metrics.append_seconds.observe(began.elapsed().as_secs_f64());
        match appended {
            Appended::Done => {
                self.room = after;
                self.events.extend_from_slice(events);
                Ok(true)
            }
            Appended::Conflict => {
                self.shared.metrics.conflicts.add(1);
                Ok(false)
            }
        }
    }

    /// Reads and applies events appended by others, and returns them.
    pub(super) async fn catch_up(&mut self) -> Result<Vec<Event>, RoomError> {
        let events = self.shared.store.read_after(self.code, self.room.sequence()).await?;
        self.read_again_at = None;
        if !events.is_empty() {
            let mut after = self.room.clone();
            events.iter().try_for_each(|event| after.apply(event))?;
            self.room = after;
            self.events.extend_from_slice(&events);
        }
        Ok(events)
    }

    /// Milliseconds since the last event in which no server could take a move.
    pub(super) fn outage_ms(&self, at_ms: u64) -> u64 {
        self.shared.outages.between(self.room.at_ms(), at_ms)
    }

    /// The next task of the server, and its time as far as known.
    pub(super) fn due(&self, now_ms: u64) -> Option<(u64, Action)> {
        self.room.due().map(|(at_ms, action)| (at_ms.saturating_add(self.outage_ms(now_ms)), action))
    }

    /// True if the room is full, or nearly full with no match running.
    pub(super) fn must_close(&self) -> bool {
        let is_full = self.room.sequence() > self.shared.options.limits.events_per_room;
        match self.room.phase() {
            Phase::Playing => is_full,
            Phase::Waiting | Phase::Over => self.is_nearly_full(),
            Phase::Closed => false,
        }
    }

    /// True if the remaining events are reserved for the end of the match.
    pub(super) fn is_nearly_full(&self) -> bool {
        let max = self.shared.options.limits.events_per_room;
        self.room.sequence() > max - max / 5
    }
}
