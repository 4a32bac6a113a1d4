//! How rooms are made, and how somebody who wants to play finds one.

use thiserror::Error;

use super::{NotSeated, OpenRooms, RoomMessage};
use crate::online::{
    CommandId, DeviceId, DeviceIds, DeviceToken, Event, Moment, PlayerName, Refusal, Room, RoomCode, RoomOptions, Who,
};
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
    /// Too many were made from there.
    #[error("too many rooms were made from there")]
    TooMany,
    /// There are as many as the server holds.
    #[error("there are too many rooms")]
    Full,
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
            Self::Full => "server_full",
            Self::Stopping => "stopping",
            Self::Store(_) | Self::NotSeated(_) => "unavailable",
        }
    }
}

/// Where a device's wish leads.
enum Place {
    /// To a room that was made for it before.
    Made(RoomCode),
    /// To a room that is not there yet.
    Free(RoomCode),
}

impl OpenRooms {
    /// Makes a room for a wish of a device, which becomes its host; the same one however often this is asked, at
    /// whatever server. Whether it may make one is asked only for a new one.
    ///
    /// # Errors
    /// [`NotCreated`].
    pub async fn create(
        &self,
        wish: CommandId,
        token: &DeviceToken,
        options: &RoomOptions,
        may_create: impl Fn() -> bool,
    ) -> Result<RoomCode, NotCreated> {
        if self.is_stopping() {
            return Err(NotCreated::Stopping);
        }
        let shared = &self.shared;
        loop {
            let code = match self.place_of(wish, token).await? {
                Place::Made(code) => return Ok(code),
                Place::Free(code) => code,
            };
            if !may_create() {
                return Err(NotCreated::TooMany);
            }
            if shared.metrics.occupied_rooms.get() >= shared.options.limits.rooms {
                return Err(NotCreated::Full);
            }
            let (host, when) = (token.ids(code), Moment::at(now_ms()));
            let created = Room::create_with_secret(code, options.clone(), host, random_u64(), when)?;
            // The answer to the wish, by which it is known again.
            let event = Event { command: Some(wish), ..created };
            let room = Room::new(&event).map_err(|_| Refusal::Other)?;
            let row = RoomRow::of(&room);
            let append = Append { room: code, by: shared.server, events: vec![event], row };
            // Otherwise the same wish, or another room of this name, was first.
            if shared.store.append(append).await? == Appended::Done {
                return Ok(code);
            }
        }
    }

    async fn place_of(&self, wish: CommandId, token: &DeviceToken) -> Result<Place, StoreError> {
        let mut attempt = 0;
        loop {
            let code = token.room_code(wish, attempt);
            let DeviceIds { in_room, everywhere } = token.ids(code);
            let is_own = |who: Who| who == Who::Device(in_room) || who == Who::Device(everywhere);
            match self.shared.store.read_first(code).await? {
                None => return Ok(Place::Free(code)),
                Some(created) if is_own(created.who) && created.command == Some(wish) => {
                    return Ok(Place::Made(code));
                }
                // Another room has this name, once in a million years.
                Some(_) => attempt += 1,
            }
        }
    }

    /// Finds a device a seat in a public room in which this is played, or makes such a room for its wish.
    ///
    /// # Errors
    /// [`NotCreated`].
    pub async fn play(
        &self,
        wish: CommandId,
        token: &DeviceToken,
        name: &PlayerName,
        options: &RoomOptions,
        may_create: impl Fn() -> bool,
    ) -> Result<RoomCode, NotCreated> {
        if self.is_stopping() {
            return Err(NotCreated::Stopping);
        }
        let options = RoomOptions { is_public: true, ..options.clone() };
        options.check().map_err(|problem| Refusal::BadOptions { problem })?;
        let _one_by_one = self.finding.lock().await;
        if let Place::Made(room) = self.place_of(wish, token).await? {
            // The match may go on already, and the device comes back to its seat.
            return match self.sit(room, token, name, true).await {
                Ok(()) | Err(NotSeated::NoSeat) => Ok(room),
                Err(error) => Err(error.into()),
            };
        }
        let mut wanted = self.shared.store.wanted(Wish::of(&options), MOST_ASKED).await?;
        let sits = |(room, seated): &(RoomCode, Vec<DeviceId>)| {
            let DeviceIds { in_room, everywhere } = token.ids(*room);
            seated.contains(&in_room) || seated.contains(&everywhere)
        };
        // One's own room first, then the oldest.
        wanted.sort_by_key(|room| !sits(room));
        for (room, _) in wanted {
            if self.sit(room, token, name, false).await.is_ok() {
                return Ok(room);
            }
        }
        let room = self.create(wish, token, &options, may_create).await?;
        self.sit(room, token, name, true).await?;
        Ok(room)
    }

    async fn sit(
        &self,
        room: RoomCode,
        token: &DeviceToken,
        name: &PlayerName,
        is_host: bool,
    ) -> Result<(), NotSeated> {
        let ids = token.ids(room);
        let ask = |answer| RoomMessage::Sit { ids, name: name.clone(), is_host, answer };
        self.ask(room, ask).await.map(|((), _)| ())
    }
}
