//! Creation of rooms, and search for a match.

use thiserror::Error;

use super::{NotSeated, OpenRooms, RoomMessage};
use crate::cpu::CpuPlayer;
use crate::online::{
    CommandId, DeviceId, DeviceIds, DeviceToken, Event, Moment, PlayerName, Refusal, Room, RoomCode, RoomOptions, Who,
};
use crate::server::now::now_ms;
use crate::server::random::random_u64;
use crate::server::store::{Append, Appended, MatchKey, RoomRow, StoreError};

/// Maximum rooms tried when looking for a free seat.
const MAX_TRIED_ROOMS: u32 = 20;

/// Reason for which no room was made.
#[derive(Debug, Error)]
pub enum NotCreated {
    /// The options are invalid.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The client's address has made too many rooms.
    #[error("too many rooms were made from this address")]
    TooMany,
    /// The server has the maximum number of rooms.
    #[error("the server has too many rooms")]
    Full,
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopping,
    /// The store cannot be reached.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The room was made, but its maker could not sit down.
    #[error("no seat could be taken")]
    NotSeated(#[from] NotSeated),
}

impl NotCreated {
    /// Stable key of the reason.
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

/// Room for a device's request.
enum RequestedRoom {
    /// A room that an earlier copy of the request made.
    Made(RoomCode),
    /// A name for a new room.
    Free(RoomCode),
}

impl OpenRooms {
    /// Makes a room for a device, which becomes its host. A repeated request leads to the same room, on any server.
    /// `may_create` is asked only for a new room.
    ///
    /// # Errors
    /// [`NotCreated`].
    pub async fn create(
        &self,
        request_id: CommandId,
        token: &DeviceToken,
        options: &RoomOptions,
        may_create: impl Fn() -> bool,
    ) -> Result<RoomCode, NotCreated> {
        if self.is_stopping() {
            return Err(NotCreated::Stopping);
        }
        let shared = &self.shared;
        loop {
            let code = match self.requested_room(request_id, token).await? {
                RequestedRoom::Made(code) => return Ok(code),
                RequestedRoom::Free(code) => code,
            };
            if !may_create() {
                return Err(NotCreated::TooMany);
            }
            if shared.metrics.occupied_rooms.get() >= shared.options.limits.rooms {
                return Err(NotCreated::Full);
            }
            let (host, when) = (token.ids(code), Moment::at(now_ms()));
            let created =
                Room::create_with_secret(code, options.clone(), host, random_u64(), when, CpuPlayer::may_sit_in_room)?;
            // Ties the room to the request, so that a repetition is recognised.
            let event = Event { command: Some(request_id), ..created };
            let room = Room::new(&event).map_err(|_| Refusal::Other)?;
            let row = RoomRow::of(&room);
            let append = Append { room: code, by: shared.server, events: vec![event], row };
            // On a conflict, the same request or another room of this name was first: look again.
            if shared.store.append(append).await? == Appended::Done {
                return Ok(code);
            }
        }
    }

    async fn requested_room(&self, request_id: CommandId, token: &DeviceToken) -> Result<RequestedRoom, StoreError> {
        let mut attempt = 0;
        loop {
            let code = token.room_code(request_id, attempt);
            let DeviceIds { in_room, everywhere } = token.ids(code);
            let is_own = |who: Who| who == Who::Device(in_room) || who == Who::Device(everywhere);
            match self.shared.store.read_first(code).await? {
                None => return Ok(RequestedRoom::Free(code)),
                Some(created) if is_own(created.who) && created.command == Some(request_id) => {
                    return Ok(RequestedRoom::Made(code));
                }
                // A collision with another room's name, which is extremely rare.
                Some(_) => attempt += 1,
            }
        }
    }

    /// Finds a seat for a device in a public room with these options, or makes such a room.
    ///
    /// # Errors
    /// [`NotCreated`].
    pub async fn play(
        &self,
        request_id: CommandId,
        token: &DeviceToken,
        name: &PlayerName,
        options: &RoomOptions,
        may_create: impl Fn() -> bool,
    ) -> Result<RoomCode, NotCreated> {
        if self.is_stopping() {
            return Err(NotCreated::Stopping);
        }
        let options = RoomOptions { is_public: true, ..options.clone() };
        options.check(CpuPlayer::may_sit_in_room).map_err(|problem| Refusal::BadOptions { problem })?;
        let _one_by_one = self.finding.lock().await;
        if let RequestedRoom::Made(room) = self.requested_room(request_id, token).await? {
            // Not seated is fine too: the match may be running, and the device returns to its seat.
            return match self.sit(room, token, name, true).await {
                Ok(()) | Err(NotSeated::NoSeat) => Ok(room),
                Err(error) => Err(error.into()),
            };
        }
        let mut candidates = self.shared.store.matching(MatchKey::of(&options), MAX_TRIED_ROOMS).await?;
        let sits = |(room, seated): &(RoomCode, Vec<DeviceId>)| {
            let DeviceIds { in_room, everywhere } = token.ids(*room);
            seated.contains(&in_room) || seated.contains(&everywhere)
        };
        // Prefer a room that the device already sits in, then the oldest.
        candidates.sort_by_key(|room| !sits(room));
        for (room, _) in candidates {
            if self.sit(room, token, name, false).await.is_ok() {
                return Ok(room);
            }
        }
        let room = self.create(request_id, token, &options, may_create).await?;
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
