//! Store in a PostgreSQL database, which several servers may share.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use super::backoff::Backoff;
use super::grace::Grace;
use super::postgres_connector::Connector;
use super::postgres_link::{Link, Values};
use super::postgres_listener::{self as listener, CHANNEL};
use super::postgres_writer::{self as writer, PendingAppend, WriterMessage};
use super::row_text::{from_json, read_device, read_event, read_room, read_seated};
use super::{
    Answer, Append, Appended, DatabaseAddress, MatchKey, NOTICES, Notice, PresenceChange, RoomReaction, ServerId,
    Store, StoreError, notice_text, postgres_migrations, queries,
};
use crate::online::{DeviceId, Event, RoomCode, RoomListing};
use crate::server::metrics::Metrics;
use crate::server::now::now_ms;

/// Number of connections for reading.
const READERS: usize = 2;
/// Time to wait for the database at start, since server and database may start together.
const START_WITHIN: Duration = Duration::from_secs(30);

/// Deletes and inserts presence rows and notifies other servers. Parameters: $1, $2 rooms and devices gone; $3, $4, $9
/// rooms, devices and networks come; $5 this server; $6, $7 channel and notices; $8 the time. Locks rooms in the same
/// order as appends, to avoid deadlocks.
const NOTE_PRESENCE: &str = "
    WITH gone AS (
        DELETE FROM presence USING unnest($1::text[], $2::text[]) AS change (room, device)
        WHERE presence.room = change.room AND presence.device = change.device AND presence.server = $5
    ), come AS (
        INSERT INTO presence (room, device, server, network)
        SELECT room, device, $5, network FROM unnest($3::text[], $4::text[], $9::bigint[])
            AS change (room, device, network)
        ON CONFLICT DO NOTHING
    ), locked AS MATERIALIZED (
        SELECT code FROM rooms WHERE code = ANY($1) ORDER BY code FOR UPDATE
    ), noted AS (
        UPDATE rooms SET left_ms = $8 FROM locked WHERE rooms.code = locked.code
    )
    SELECT pg_notify($6, notice) FROM unnest($7::text[]) AS notice";

/// Deletes at most $2 rooms unchanged since $1. Rooms locked by others are left for later.
const PRUNE: &str = "
    WITH old AS (
        SELECT code FROM rooms WHERE updated_ms < $1 ORDER BY updated_ms LIMIT $2 FOR UPDATE SKIP LOCKED
    ), no_servers AS (
        DELETE FROM servers WHERE until_ms < $1
    ), no_events AS (
        DELETE FROM events USING old WHERE events.room = old.code
    ), no_rooms AS (
        DELETE FROM rooms USING old WHERE rooms.code = old.code RETURNING 1
    )
    SELECT count(*) FROM no_rooms";

/// Store in a PostgreSQL database.
///
/// One connection appends, with one statement for everything queued since the last commit. One writes everything else,
/// two read, and one listens to notices. Each reconnects when it is lost.
pub struct PostgresStore {
    appends: mpsc::UnboundedSender<WriterMessage>,
    append_link: Arc<Link>,
    notes: Link,
    reads: [Link; READERS],
    next_read: AtomicUsize,
    grace: Arc<Grace>,
    notices: broadcast::Sender<Notice>,
    listener: JoinHandle<()>,
    /// True if the last write succeeded.
    can_write: Arc<AtomicBool>,
}

impl PostgresStore {
    /// Connects to a database and upgrades its tables.
    ///
    /// # Errors
    /// [`StoreError`] if the database cannot be reached or is unfit, or its rooms are of a later version.
    pub async fn open(address: &DatabaseAddress, metrics: &Arc<Metrics>) -> Result<Self, StoreError> {
        let connector = Connector::new(address.config()?)?;
        let began = Instant::now();
        let mut pause = Backoff::new();
        while let Err(error) = postgres_migrations::migrate(&connector).await {
            if !error.may_pass() || began.elapsed() > START_WITHIN {
                return Err(error);
            }
            tracing::warn!(%error, "the database cannot be reached yet; retrying");
            pause.wait().await;
        }
        let grace = Arc::new(Grace::default());
        let link = |purpose| Link::start(connector.clone(), purpose, grace.clone());
        let append_link = Arc::new(link("append"));
        let (appends, queue) = mpsc::unbounded_channel();
        let can_write = Arc::new(AtomicBool::new(true));
        tokio::spawn(writer::append_all(append_link.clone(), queue, metrics.clone(), can_write.clone()));
        let notices = broadcast::Sender::new(NOTICES);
        let (started, is_listening) = oneshot::channel();
        let listener = tokio::spawn(listener::listen(connector.clone(), notices.clone(), started));
        let store = Self {
            appends,
            append_link,
            notes: link("note"),
            reads: [link("read"), link("read")],
            next_read: AtomicUsize::new(0),
            grace: grace.clone(),
            notices,
            listener,
            can_write,
        };
        // Wait for the listener, so that no later append is missed.
        timeout(START_WITHIN, is_listening).await.map_err(|_| StoreError::Silent)?.map_err(|_| StoreError::Closed)?;
        // Wait for all connections, so that nobody is refused because one is slow to open.
        for link in store.reads.iter().chain([&store.notes, &*store.append_link]) {
            link.until_open(START_WITHIN).await?;
        }
        Ok(store)
    }

    async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let at = self.next_read.fetch_add(1, Ordering::Relaxed);
        self.reads[at % READERS].read(sql, values).await
    }

    async fn read_rooms(&self, sql: &str, values: Values<'_>) -> Result<Vec<RoomCode>, StoreError> {
        self.read(sql, values).await?.iter().map(|row| read_room(row.try_get(0)?)).collect()
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

impl Store for PostgresStore {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        if append.events.is_empty() {
            return Box::pin(async { Ok(Appended::Done) });
        }
        let (answer, answered) = oneshot::channel();
        // Queued now, so that the order of calls counts and not the order of awaits.
        let sent = self.appends.send(WriterMessage::Append(Box::new(PendingAppend { append, answer })));
        Box::pin(async move {
            sent.map_err(|_| StoreError::Closed)?;
            answered.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn read_after(&self, room: RoomCode, sequence: u64) -> Answer<'_, Vec<Event>> {
        Box::pin(async move {
            let room = room.to_string();
            let after = sequence.cast_signed();
            let rows = self.read(queries::EVENTS_AFTER, &[(&room, Type::TEXT), (&after, Type::INT8)]).await?;
            rows.iter().map(|row| read_row(&room, row)).collect()
        })
    }

    fn read_first(&self, room: RoomCode) -> Answer<'_, Option<Event>> {
        Box::pin(async move {
            let room = room.to_string();
            let rows = self.read(queries::FIRST_EVENT, &[(&room, Type::TEXT)]).await?;
            rows.first().map(|row| read_row(&room, row)).transpose()
        })
    }

    fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    fn send_reaction(&self, reaction: RoomReaction) -> Answer<'_, ()> {
        Box::pin(async move {
            let Some(text) = notice_text::write(&Notice::Reaction(reaction)) else { return Ok(()) };
            self.notes.execute("SELECT pg_notify($1, $2)", &[(&CHANNEL, Type::TEXT), (&text, Type::TEXT)]).await?;
            Ok(())
        })
    }

    fn due(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        let values = [at_ms.cast_signed(), i64::from(max)];
        Box::pin(
            async move { self.read_rooms(queries::DUE, &[(&values[0], Type::INT8), (&values[1], Type::INT8)]).await },
        )
    }

    fn appended_since(&self, at_ms: u64, not_by: ServerId) -> Answer<'_, Vec<(RoomCode, u64)>> {
        let (since, server) = (at_ms.cast_signed(), not_by.to_string());
        Box::pin(async move {
            let rows = self.read(queries::APPENDED_SINCE, &[(&since, Type::INT8), (&server, Type::TEXT)]).await?;
            rows.iter()
                .map(|row| Ok((read_room(row.try_get(0)?)?, row.try_get::<_, i64>(1)?.cast_unsigned())))
                .collect()
        })
    }

    fn listed(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomListing>> {
        let (at, max) = (self.grace.lease_time(at_ms).cast_signed(), i64::from(max));
        Box::pin(async move {
            let rows = self.read(queries::LISTED, &[(&at, Type::INT8), (&max, Type::INT8)]).await?;
            rows.iter().map(|row| from_json(row.try_get(0)?, row.try_get(1)?)).collect()
        })
    }

    fn matching(&self, key: MatchKey, max: u32) -> Answer<'_, Vec<(RoomCode, Vec<DeviceId>)>> {
        let max = i64::from(max);
        Box::pin(async move {
            let values: Values<'_> = &[(&key.as_str(), Type::TEXT), (&max, Type::INT8)];
            let rows = self.read(queries::MATCHING, values).await?;
            let room = |row: &Row| -> Result<_, StoreError> {
                let (code, seated): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
                Ok((read_room(code)?, read_seated(code, seated)?))
            };
            rows.iter().map(room).collect()
        })
    }

    fn can_write(&self) -> bool {
        self.can_write.load(Ordering::Relaxed)
    }

    fn until_lost(&self) -> Pin<Box<dyn Future<Output = StoreError> + Send + '_>> {
        // A database that is away will come back.
        Box::pin(std::future::pending())
    }

    fn renew_lease(&self, server: ServerId, until_ms: u64) -> Answer<'_, ()> {
        self.grace.set_lease(Duration::from_millis(until_ms.saturating_sub(now_ms())));
        let (server, until) = (server.to_string(), until_ms.cast_signed());
        Box::pin(async move {
            let written =
                self.notes.execute(queries::RENEW_LEASE, &[(&server, Type::TEXT), (&until, Type::INT8)]).await;
            self.can_write.store(written.is_ok(), Ordering::Relaxed);
            written.map(drop)
        })
    }

    fn latest_lease(&self) -> Answer<'_, Option<u64>> {
        Box::pin(async move {
            let rows = self.read(queries::LATEST_LEASE, &[]).await?;
            let until: Option<i64> = rows.first().map(|row| row.try_get(0)).transpose()?.flatten();
            Ok(until.map(i64::cast_unsigned))
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn note_presence(&self, server: ServerId, changes: Vec<PresenceChange>, at_ms: u64) -> Answer<'_, ()> {
        Box::pin(async move {
            // Only the last change of a device counts, since the parts of one statement have no order.
            let last: HashMap<_, _> = changes.iter().map(|change| ((change.room, change.device), change)).collect();
            let columns = |is_there: bool| -> (Vec<String>, Vec<String>) {
                last.values()
                    .filter(|change| change.is_there == is_there)
                    .map(|change| (change.room.to_string(), change.device.to_string()))
                    .unzip()
            };
            let networks: Vec<i64> =
                last.values().filter(|change| change.is_there).map(|change| change.network.cast_signed()).collect();
            let at = at_ms.cast_signed();
            let ((gone_rooms, gone), (come_rooms, come)) = (columns(false), columns(true));
            let rooms: HashSet<RoomCode> = changes.iter().map(|change| change.room).collect();
            let notice = |room| notice_text::write(&Notice::Presence { room, by: server });
            let notices: Vec<String> = rooms.into_iter().filter_map(notice).collect();
            let server = server.to_string();
            let values: Values<'_> = &[
                (&gone_rooms, Type::TEXT_ARRAY),
                (&gone, Type::TEXT_ARRAY),
                (&come_rooms, Type::TEXT_ARRAY),
                (&come, Type::TEXT_ARRAY),
                (&server, Type::TEXT),
                (&CHANNEL, Type::TEXT),
                (&notices, Type::TEXT_ARRAY),
                (&at, Type::INT8),
                (&networks, Type::INT8_ARRAY),
            ];
            self.notes.execute(NOTE_PRESENCE, values).await?;
            Ok(())
        })
    }

    fn present_elsewhere(&self, room: RoomCode, at_ms: u64, here: ServerId) -> Answer<'_, Vec<DeviceId>> {
        let (room, at, here) = (room.to_string(), self.grace.lease_time(at_ms).cast_signed(), here.to_string());
        Box::pin(async move {
            let values: Values<'_> = &[(&room, Type::TEXT), (&at, Type::INT8), (&here, Type::TEXT)];
            let rows = self.read(queries::PRESENT, values).await?;
            // A device missing from the answer would be marked away.
            if self.grace.is_unsettled() {
                return Err(StoreError::Away {
                    reason: "it has just restarted, and not all servers have reconnected".to_owned(),
                });
            }
            rows.iter().map(|row| read_device(&room, row.try_get(0)?)).collect()
        })
    }

    fn of_gone_servers(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        let (at, max) = (self.grace.lease_time(at_ms).cast_signed(), i64::from(max));
        Box::pin(
            async move { self.read_rooms(queries::OF_GONE_SERVERS, &[(&at, Type::INT8), (&max, Type::INT8)]).await },
        )
    }

    fn forget_gone_servers(&self, server: ServerId, room: RoomCode, at_ms: u64) -> Answer<'_, ()> {
        let notices: Vec<String> = notice_text::write(&Notice::Presence { room, by: server }).into_iter().collect();
        let (room, lease_time, at) =
            (room.to_string(), self.grace.lease_time(at_ms).cast_signed(), at_ms.cast_signed());
        Box::pin(async move {
            let values: Values<'_> = &[
                (&room, Type::TEXT),
                (&lease_time, Type::INT8),
                (&at, Type::INT8),
                (&CHANNEL, Type::TEXT),
                (&notices, Type::TEXT_ARRAY),
            ];
            let sql = format!(
                "WITH gone AS ({} RETURNING 1), noted AS (
                    UPDATE rooms SET left_ms = $3 WHERE code = $1 AND EXISTS (SELECT 1 FROM gone))
                SELECT pg_notify($4, notice) FROM unnest($5::text[]) AS notice WHERE EXISTS (SELECT 1 FROM gone)",
                queries::FORGET_GONE_SERVERS
            );
            self.notes.execute(&sql, values).await?;
            Ok(())
        })
    }

    fn abandoned(&self, since_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        let (since, max) = (since_ms.cast_signed(), i64::from(max));
        Box::pin(async move { self.read_rooms(queries::ABANDONED, &[(&since, Type::INT8), (&max, Type::INT8)]).await })
    }

    fn prune(&self, before_ms: u64, max: u32) -> Answer<'_, u64> {
        let (before, max) = (before_ms.cast_signed(), i64::from(max));
        Box::pin(async move {
            let rows = self.notes.execute(PRUNE, &[(&before, Type::INT8), (&max, Type::INT8)]).await?;
            count(&rows)
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        let (answer, answered) = oneshot::channel();
        let sent = self.appends.send(WriterMessage::Close(answer));
        Box::pin(async move {
            sent.map_err(|_| StoreError::Closed)?;
            answered.await.map_err(|_| StoreError::Closed)?;
            self.listener.abort();
            for link in self.reads.iter().chain([&self.notes, &*self.append_link]) {
                link.close().await;
            }
            Ok(())
        })
    }
}

fn read_row(room: &str, row: &Row) -> Result<Event, StoreError> {
    read_event(room, row.try_get::<_, i32>(0)?.unsigned_abs(), row.try_get(1)?)
}

fn count(rows: &[Row]) -> Result<u64, StoreError> {
    let count: Option<i64> = rows.first().map(|row| row.try_get(0)).transpose()?;
    Ok(count.unwrap_or(0).cast_unsigned())
}
