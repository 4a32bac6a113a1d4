//! Where rooms are kept for good: what a store has to do, the store in a file, and the one in a database.

mod append;
mod database_address;
mod grace;
mod growing_pause;
mod migrations;
mod notice;
mod notice_text;
mod postgres;
mod postgres_link;
mod postgres_listener;
mod postgres_migrations;
mod postgres_session;
mod postgres_writer;
mod presence;
mod queries;
mod row_text;
mod server_id;
mod sqlite;
mod sqlite_writer;
mod store_error;
mod store_files;

use std::future::Future;
use std::pin::Pin;

use tokio::sync::broadcast;

pub use append::{Append, Appended, RoomRow, Wish};
pub use database_address::DatabaseAddress;
pub use notice::{Notice, Said};
pub use postgres::PostgresStore;
pub use presence::PresenceChange;
pub use server_id::ServerId;
pub use sqlite::SqliteStore;
pub use store_error::StoreError;

use crate::online::{DeviceId, Event, RoomCode, RoomListing};

/// How many notices a server may be behind before it misses some.
const NOTICES: usize = 4_096;

/// What a store answers, some time later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where the events of rooms are kept, for one server or for several.
///
/// [`Store::append`] is the only lock there is: several servers may serve one room, and the condition tells all but one
/// of them to read what they lack and to decide again. Everything else is there to find rooms: what is due, which ones
/// are listed, and who is connected. All of it follows from events and may be late.
///
/// An error means that it is not known whether something was done. Times are in milliseconds since the beginning of
/// 1970 (UTC).
pub trait Store: Send + Sync + 'static {
    /// Appends all of the events, durably, if the room's last event is the one before the first of them.
    ///
    /// # Errors
    /// [`StoreError`]: the events may be stored or not.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// The events of a room after this sequence number, in their order; none where there is no such room.
    ///
    /// # Errors
    /// [`StoreError`].
    fn read_after(&self, room: RoomCode, sequence: u64) -> Answer<'_, Vec<Event>>;

    /// The event that made a room; `None` where there is no such room.
    ///
    /// # Errors
    /// [`StoreError`].
    fn read_first(&self, room: RoomCode) -> Answer<'_, Option<Event>>;

    /// What is told from now on: appends of all servers, this one's too, and what is said in rooms. Some may be lost;
    /// [`Notice::Missed`] says so where it is known.
    fn notices(&self) -> broadcast::Receiver<Notice>;

    /// Tells the other servers what was said in a room. Nothing of it is stored.
    ///
    /// # Errors
    /// [`StoreError`].
    fn say(&self, said: Said) -> Answer<'_, ()>;

    /// The rooms in which servers have something to do by themselves at this time, the most overdue first.
    ///
    /// # Errors
    /// [`StoreError`].
    fn due(&self, at_ms: u64, most: u32) -> Answer<'_, Vec<RoomCode>>;

    /// The rooms, with their last sequence numbers, to which servers other than this one have appended since this
    /// time. It heals lost notices.
    ///
    /// # Errors
    /// [`StoreError`].
    fn appended_since(&self, at_ms: u64, not_by: ServerId) -> Answer<'_, Vec<(RoomCode, u64)>>;

    /// The rooms of the public list whose host is connected at this time, the newest first. Two of each network are
    /// listed, the oldest; of more than `most`, half of those are the oldest and half the newest.
    ///
    /// # Errors
    /// [`StoreError`].
    fn listed(&self, at_ms: u64, most: u32) -> Answer<'_, Vec<RoomListing>>;

    /// The listed rooms in which this is played, the oldest first, and the devices that sit there.
    ///
    /// # Errors
    /// [`StoreError`].
    fn wanted(&self, wish: Wish, most: u32) -> Answer<'_, Vec<(RoomCode, Vec<DeviceId>)>>;

    /// Returns whether the last write succeeded.
    fn can_write(&self) -> bool;

    /// Waits until what is stored is gone for good; the reason.
    fn until_lost(&self) -> Pin<Box<dyn Future<Output = StoreError> + Send + '_>>;

    /// Says that this server lives at least until then. Who is connected to a server that has not said so counts as
    /// gone.
    ///
    /// # Errors
    /// [`StoreError`].
    fn live(&self, server: ServerId, until_ms: u64) -> Answer<'_, ()>;

    /// The latest time until which a server has said that it lives; `None` where none ever has.
    ///
    /// # Errors
    /// [`StoreError`].
    fn lived_until(&self) -> Answer<'_, Option<u64>>;

    /// True for stores that several servers may use at the same time.
    fn is_shared(&self) -> bool;

    /// Notes who has come to this server and who has gone at this time, in their order, and tells other servers.
    ///
    /// # Errors
    /// [`StoreError`].
    fn note_presence(&self, server: ServerId, changes: Vec<PresenceChange>, at_ms: u64) -> Answer<'_, ()>;

    /// The devices that are connected to a room by servers that live at this time, other than this one.
    ///
    /// # Errors
    /// [`StoreError`].
    fn present_elsewhere(&self, room: RoomCode, at_ms: u64, here: ServerId) -> Answer<'_, Vec<DeviceId>>;

    /// The rooms to which devices were connected by servers that do not live any more at this time.
    ///
    /// # Errors
    /// [`StoreError`].
    fn orphaned(&self, at_ms: u64, most: u32) -> Answer<'_, Vec<RoomCode>>;

    /// Forgets who was connected to a room by servers that do not live any more at this time, and tells other servers.
    ///
    /// # Errors
    /// [`StoreError`].
    fn forget_orphans(&self, server: ServerId, room: RoomCode, at_ms: u64) -> Answer<'_, ()>;

    /// The rooms that wait for players, in which nothing has happened and which nobody has left since this time, and
    /// to which nobody is connected; where they are listed, not even the host. The longest idle come first.
    ///
    /// # Errors
    /// [`StoreError`].
    fn forsaken(&self, since_ms: u64, most: u32) -> Answer<'_, Vec<RoomCode>>;

    /// Removes rooms in which nothing has happened since this time; how many were removed.
    ///
    /// # Errors
    /// [`StoreError`].
    fn prune(&self, before_ms: u64, most: u32) -> Answer<'_, u64>;

    /// Ends all that is under way. Nothing can be asked of the store afterwards.
    ///
    /// # Errors
    /// [`StoreError`].
    fn close(&self) -> Answer<'_, ()>;
}
