//! Durable storage of rooms: the interface, and its implementations with SQLite and PostgreSQL.

mod append;
mod backoff;
mod database_address;
mod grace;
mod migrations;
mod notice;
mod notice_text;
mod postgres;
mod postgres_connector;
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

pub use append::{Append, Appended, MatchKey, RoomRow};
pub use database_address::DatabaseAddress;
pub use notice::{Notice, RoomReaction};
pub use postgres::PostgresStore;
pub use presence::PresenceChange;
pub use server_id::ServerId;
pub use sqlite::SqliteStore;
pub use store_error::StoreError;

use crate::online::{DeviceId, Event, RoomCode, RoomListing};

/// Notices that a subscriber may fall behind before it misses some.
const NOTICES: usize = 4_096;

/// A future result of a store.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Storage of rooms' events, for one or several servers.
///
/// [`Store::append`] is the only lock. Several servers may serve one room; the append's condition makes all but one of
/// them read the missing events and decide again. All other methods help to find rooms: those with due tasks, those in
/// the public list, and those with connections. They return derived data that may be out of date.
///
/// After an error it is unknown whether the operation took effect. Times are in milliseconds since the beginning of
/// 1970 (UTC).
pub trait Store: Send + Sync + 'static {
    /// Appends all events durably, if the room's last event directly precedes the first of them.
    ///
    /// # Errors
    /// [`StoreError`]. The events may be stored or not.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// The events of a room after this sequence number, in order. Empty if the room does not exist.
    ///
    /// # Errors
    /// [`StoreError`].
    fn read_after(&self, room: RoomCode, sequence: u64) -> Answer<'_, Vec<Event>>;

    /// The first event of a room; `None` if the room does not exist.
    ///
    /// # Errors
    /// [`StoreError`].
    fn read_first(&self, room: RoomCode) -> Answer<'_, Option<Event>>;

    /// Subscribes to notices: appends by all servers, including this one, presence, and phrases said in rooms. Some may
    /// get lost; [`Notice::Missed`] reports known losses.
    fn notices(&self) -> broadcast::Receiver<Notice>;

    /// Sends a phrase said in a room to the other servers, without storing it.
    ///
    /// # Errors
    /// [`StoreError`].
    fn send_reaction(&self, reaction: RoomReaction) -> Answer<'_, ()>;

    /// Rooms with tasks due at this time, most overdue first.
    ///
    /// # Errors
    /// [`StoreError`].
    fn due(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>>;

    /// Rooms appended to by other servers since this time, with their last sequence numbers. Recovers from lost
    /// notices.
    ///
    /// # Errors
    /// [`StoreError`].
    fn appended_since(&self, at_ms: u64, not_by: ServerId) -> Answer<'_, Vec<(RoomCode, u64)>>;

    /// Listed rooms whose host is connected at this time, newest first. At most two rooms of a network are listed, its
    /// oldest. Of more than `max` rooms, half are the oldest and half the newest.
    ///
    /// # Errors
    /// [`StoreError`].
    fn listed(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomListing>>;

    /// Listed rooms with this board and clock, oldest first, and the devices with a seat there.
    ///
    /// # Errors
    /// [`StoreError`].
    fn matching(&self, key: MatchKey, max: u32) -> Answer<'_, Vec<(RoomCode, Vec<DeviceId>)>>;

    /// Returns whether the last write succeeded.
    fn can_write(&self) -> bool;

    /// Waits until the stored data is lost for good, and returns the reason.
    fn until_lost(&self) -> Pin<Box<dyn Future<Output = StoreError> + Send + '_>>;

    /// Declares this server running until this time. Connections to a server without a current declaration count as
    /// gone.
    ///
    /// # Errors
    /// [`StoreError`].
    fn renew_lease(&self, server: ServerId, until_ms: u64) -> Answer<'_, ()>;

    /// The latest time in any such declaration; `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError`].
    fn latest_lease(&self) -> Answer<'_, Option<u64>>;

    /// True for stores that several servers may use at the same time.
    fn is_shared(&self) -> bool;

    /// Stores who has connected to this server or disconnected, in order, and notifies other servers.
    ///
    /// # Errors
    /// [`StoreError`].
    fn note_presence(&self, server: ServerId, changes: Vec<PresenceChange>, at_ms: u64) -> Answer<'_, ()>;

    /// Devices connected to a room by other servers that are running at this time.
    ///
    /// # Errors
    /// [`StoreError`].
    fn present_elsewhere(&self, room: RoomCode, at_ms: u64, here: ServerId) -> Answer<'_, Vec<DeviceId>>;

    /// Rooms with devices connected by servers that are no longer running at this time.
    ///
    /// # Errors
    /// [`StoreError`].
    fn of_gone_servers(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>>;

    /// Deletes a room's connections to servers that are no longer running at this time, and notifies other servers.
    ///
    /// # Errors
    /// [`StoreError`].
    fn forget_gone_servers(&self, server: ServerId, room: RoomCode, at_ms: u64) -> Answer<'_, ()>;

    /// Rooms waiting for players without events or departures since this time, and without anybody connected or, if
    /// listed, without their host. Longest idle first.
    ///
    /// # Errors
    /// [`StoreError`].
    fn abandoned(&self, since_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>>;

    /// Deletes rooms without events since this time. Returns their number.
    ///
    /// # Errors
    /// [`StoreError`].
    fn prune(&self, before_ms: u64, max: u32) -> Answer<'_, u64>;

    /// Finishes all pending operations and closes the store. Later operations fail.
    ///
    /// # Errors
    /// [`StoreError`].
    fn close(&self) -> Answer<'_, ()>;
}
