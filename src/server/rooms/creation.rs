//! How rooms are made, and how somebody who wants to play finds one.

use thiserror::Error;

use super::{NotSeated, OpenRooms, RoomMessage};
use crate::online::{DeviceId, Moment, PlayerName, Refusal, Room, RoomCode, RoomOptions, Who};
use crate::server::now::now_ms;
use crate::server::random::random_u64;
use crate::server::store::{Append, Appended, RoomRow, StoreError, Wish};

/// In how many rooms a seat is looked for.
const MOST_ASKED: u32 = 20;

/// Why no room was made.
#[derive(Debug, Error)]
pub enum NotCreated {
    /// The options cannot be used.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There are too many rooms.
    #[error("there are too many rooms")]
    TooMany,
    /// The server stops.
    #[error("the server stops")]
    Stopping,
    /// The store cannot be reached.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The room was made, and nobody could sit down there.
    #[error("nobody could sit down")]
    NotSeated(#[from] NotSeated),
}

impl NotCreated {
    /// The reason as a key that stays the same.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code(),
            Self::TooMany => "too_many_rooms",
            Self::Stopping => "stopping",
            Self::Store(_) | Self::NotSeated(_) => "unavailable",
        }
    }
}

impl OpenRooms {
    /// Makes a room.
    ///
    /// # Errors
    /// [`NotCreated`].
    pub async fn create(&self, options: &RoomOptions, host: DeviceId) -> Result<RoomCode, NotCreated> {
        if self.is_stopping() {
            return Err(NotCreated::Stopping);
        }
        let shared = &self.shared;
        if shared.store.open_rooms().await? >= shared.options.limits.rooms {
            return Err(NotCreated::TooMany);
        }
        loop {
            let code = RoomCode::new(random_u64());
            let event = Room::create(code, options.clone(), Who::Device(host), Moment::at(now_ms()))?;
            let room = Room::new(&event).map_err(|_| Refusal::Other)?;
            let row = RoomRow::of(&room);
            let append = Append { room: code, by: shared.server, events: vec![event], row };
            // Another room may have this name, once in a million years.
            if shared.store.append(append).await? == Appended::Done {
                return Ok(code);
            }
        }
    }

    /// Finds a device a seat in a public room in which this is played, or makes such a room.
    ///
    /// # Errors
    /// [`NotCreated`].
    pub async fn play(
        &self,
        options: &RoomOptions,
        device: DeviceId,
        name: &PlayerName,
        may_create: impl FnOnce() -> bool,
    ) -> Result<RoomCode, NotCreated> {
        if self.is_stopping() {
            return Err(NotCreated::Stopping);
        }
        let options = RoomOptions { is_public: true, ..options.clone() };
        options.check().map_err(|problem| Refusal::BadOptions { problem })?;
        let _one_by_one = self.finding.lock().await;
        for room in self.shared.store.wanted(Wish::of(&options), device, MOST_ASKED).await? {
            if self.sit(room, device, name, false).await.is_ok() {
                return Ok(room);
            }
        }
        if !may_create() {
            return Err(NotCreated::TooMany);
        }
        let room = self.create(&options, device).await?;
        self.sit(room, device, name, true).await?;
        Ok(room)
    }

    async fn sit(&self, room: RoomCode, device: DeviceId, name: &PlayerName, is_host: bool) -> Result<(), NotSeated> {
        let ask = |answer| RoomMessage::Sit { device, name: name.clone(), is_host, answer };
        self.ask(room, ask).await.map(|((), _)| ())
    }
}
