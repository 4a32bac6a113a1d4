//! Store in one SQLite file: needs no installation, but serves only one server.

use std::collections::HashSet;
use std::fs::File;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Row, Transaction, params};
use tokio::sync::{broadcast, oneshot, watch};

use super::row_text::{from_json, read_device, read_event, read_room, read_seated};
use super::sqlite_writer::{self as writer, Health, Job, WriterMessage, write_all};
use super::store_files::StoreFiles;
use super::{
    Answer, Append, Appended, MatchKey, NOTICES, Notice, PresenceChange, RoomReaction, ServerId, Store, StoreError,
    migrations, queries,
};
use crate::online::{DeviceId, Event, RoomCode, RoomListing};
use crate::server::metrics::Metrics;

/// Number of threads for reading.
const READERS: usize = 2;
/// Maximum wait for another program that uses the file, such as a backup.
const BUSY_WITHIN: Duration = Duration::from_secs(5);

type Read = Box<dyn FnOnce(&Connection) + Send>;

/// Store in the file `rooms.sqlite`, in a folder of its own.
///
/// One thread writes. It commits everything queued since the last commit in one transaction, and answers once that is
/// on the disk (`synchronous=FULL`). Other threads read committed data meanwhile (write-ahead log).
pub struct SqliteStore {
    writes: Sender<WriterMessage>,
    /// `None` once closed.
    readers: Mutex<Option<Readers>>,
    health: Arc<Health>,
    notices: broadcast::Sender<Notice>,
    /// Locks the folder against other servers while open.
    lock: File,
    folder: PathBuf,
}

/// Reading threads and their queue. They end when the queue's sender is dropped.
struct Readers {
    reads: Sender<Read>,
    threads: Vec<JoinHandle<()>>,
}

impl SqliteStore {
    /// Opens the store in this folder. Creates both if missing.
    ///
    /// # Errors
    /// [`StoreError`] if the folder cannot be written or another server uses it, or its rooms are of a later version.
    pub fn open(folder: &Path, metrics: &Arc<Metrics>) -> Result<Self, StoreError> {
        let unwritable = |error| StoreError::Folder { folder: folder.to_owned(), error };
        let (mut files, lock) = StoreFiles::prepare(folder)?;
        let path = files.rooms();
        let mut connection = Connection::open(&path)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.busy_timeout(BUSY_WITHIN)?;
        migrations::migrate(&mut connection)?;
        files.remember().map_err(unwritable)?;

        let (writes, write_queue) = mpsc::channel();
        let health = Arc::new(Health { can_write: AtomicBool::new(true), is_lost: watch::Sender::new(false) });
        let (metrics, writer_health) = (metrics.clone(), health.clone());
        start("store-writer", move || write_all(connection, &files, &write_queue, &metrics, &writer_health))
            .map_err(unwritable)?;

        let (reads, read_queue) = mpsc::channel::<Read>();
        let read_queue = Arc::new(Mutex::new(read_queue));
        let mut threads = Vec::new();
        for _ in 0..READERS {
            let reader = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            reader.busy_timeout(BUSY_WITHIN)?;
            let queue = read_queue.clone();
            threads.push(start("store-reader", move || read_all(&reader, &queue)).map_err(unwritable)?);
        }
        let readers = Mutex::new(Some(Readers { reads, threads }));
        Ok(Self { writes, readers, health, notices: broadcast::Sender::new(NOTICES), lock, folder: folder.to_owned() })
    }

    fn write<T: Send + 'static>(
        &self,
        appends: u32,
        write: impl FnMut(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let (answer, answered) = oneshot::channel();
        // Queued now, so that the order of calls counts and not the order of awaits.
        let sent = self.writes.send(WriterMessage::Write(Box::new(Job::new(write, appends, answer))));
        Box::pin(async move {
            sent.map_err(|_| StoreError::Closed)?;
            answered.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let (answer, answered) = oneshot::channel();
        let read: Read = Box::new(move |connection| drop(answer.send(read(connection))));
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let is_sent = readers.as_ref().is_some_and(|readers| readers.reads.send(read).is_ok());
        drop(readers);
        Box::pin(async move {
            if !is_sent {
                return Err(StoreError::Closed);
            }
            answered.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn send_presence_notice(&self, room: RoomCode, by: ServerId) {
        // Without subscribers the send fails, which is fine.
        let _ = self.notices.send(Notice::Presence { room, by });
    }

    fn read_rooms(&self, sql: &'static str, values: [i64; 2]) -> Answer<'_, Vec<RoomCode>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let rooms = statement.query_map(values, |row| row.get::<_, String>(0))?;
            rooms.map(|room| read_room(&room?)).collect()
        })
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // A child process being spawned by another thread inherits the file for a moment and would keep the lock. An
        // error here cannot be helped.
        let _ = self.lock.unlock();
    }
}

fn start(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, std::io::Error> {
    std::thread::Builder::new().name(name.to_owned()).spawn(run)
}

fn read_all(connection: &Connection, queue: &Mutex<Receiver<Read>>) {
    loop {
        // Holds the mutex only while waiting, so that others can take the next read during this one.
        let read = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match read {
            Ok(read) => read(connection),
            Err(_) => return,
        }
    }
}

fn read_row(room: &str, row: &Row<'_>) -> Result<Event, StoreError> {
    read_event(room, row.get(0)?, &row.get::<_, String>(1)?)
}

impl Store for SqliteStore {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        let last = append.events.last().map_or(0, |event| event.sequence);
        let notice = Notice::Appended { room: append.room, sequence: last, by: append.by };
        let stored = self.write(1, move |transaction| writer::append(transaction, &append));
        Box::pin(async move {
            let appended = stored.await?;
            if appended == Appended::Done {
                // Without subscribers the send fails, which is fine.
                let _ = self.notices.send(notice);
            }
            Ok(appended)
        })
    }

    fn read_after(&self, room: RoomCode, sequence: u64) -> Answer<'_, Vec<Event>> {
        self.read(move |connection| {
            let room = room.to_string();
            let mut statement = connection.prepare_cached(queries::EVENTS_AFTER)?;
            let mut rows = statement.query(params![room, sequence.cast_signed()])?;
            let mut events = Vec::new();
            while let Some(row) = rows.next()? {
                events.push(read_row(&room, row)?);
            }
            Ok(events)
        })
    }

    fn read_first(&self, room: RoomCode) -> Answer<'_, Option<Event>> {
        self.read(move |connection| {
            let room = room.to_string();
            let mut statement = connection.prepare_cached(queries::FIRST_EVENT)?;
            let mut rows = statement.query([&room])?;
            rows.next()?.map(|row| read_row(&room, row)).transpose()
        })
    }

    fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    fn send_reaction(&self, _: RoomReaction) -> Answer<'_, ()> {
        // This store has no other servers.
        Box::pin(async { Ok(()) })
    }

    fn due(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        self.read_rooms(queries::DUE, [at_ms.cast_signed(), i64::from(max)])
    }

    fn appended_since(&self, at_ms: u64, not_by: ServerId) -> Answer<'_, Vec<(RoomCode, u64)>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(queries::APPENDED_SINCE)?;
            let rooms = statement.query_map(params![at_ms.cast_signed(), not_by.to_string()], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
            })?;
            rooms
                .map(|room| {
                    room.map_err(StoreError::from).and_then(|(code, sequence)| Ok((read_room(&code)?, sequence as u64)))
                })
                .collect()
        })
    }

    fn listed(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomListing>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(queries::LISTED)?;
            let rooms = statement.query_map(params![at_ms.cast_signed(), i64::from(max)], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })?;
            rooms.map(|room| room.map_err(StoreError::from).and_then(|(code, text)| from_json(&code, &text))).collect()
        })
    }

    fn matching(&self, key: MatchKey, max: u32) -> Answer<'_, Vec<(RoomCode, Vec<DeviceId>)>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(queries::MATCHING)?;
            let rooms = statement.query_map(params![key.as_str(), i64::from(max)], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })?;
            rooms
                .map(|room| {
                    room.map_err(StoreError::from)
                        .and_then(|(code, seated)| Ok((read_room(&code)?, read_seated(&code, &seated)?)))
                })
                .collect()
        })
    }

    fn can_write(&self) -> bool {
        self.health.can_write.load(Ordering::Relaxed)
    }

    fn until_lost(&self) -> Pin<Box<dyn Future<Output = StoreError> + Send + '_>> {
        let mut is_lost = self.health.is_lost.subscribe();
        Box::pin(async move {
            // The sender exists as long as the store.
            let _ = is_lost.wait_for(|is_lost| *is_lost).await;
            StoreError::Lost { folder: self.folder.clone() }
        })
    }

    fn renew_lease(&self, server: ServerId, until_ms: u64) -> Answer<'_, ()> {
        self.write(0, move |transaction| writer::renew_lease(transaction, server, until_ms))
    }

    fn latest_lease(&self) -> Answer<'_, Option<u64>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(queries::LATEST_LEASE)?;
            let until = statement.query_row([], |row| row.get::<_, Option<i64>>(0))?;
            Ok(until.map(i64::cast_unsigned))
        })
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn note_presence(&self, server: ServerId, changes: Vec<PresenceChange>, at_ms: u64) -> Answer<'_, ()> {
        let rooms: HashSet<RoomCode> = changes.iter().map(|change| change.room).collect();
        let noted = self.write(0, move |transaction| writer::note_presence(transaction, server, &changes, at_ms));
        Box::pin(async move {
            noted.await?;
            for room in rooms {
                self.send_presence_notice(room, server);
            }
            Ok(())
        })
    }

    fn present_elsewhere(&self, room: RoomCode, at_ms: u64, here: ServerId) -> Answer<'_, Vec<DeviceId>> {
        self.read(move |connection| {
            let room = room.to_string();
            let mut statement = connection.prepare_cached(queries::PRESENT)?;
            let values = params![room, at_ms.cast_signed(), here.to_string()];
            let devices = statement.query_map(values, |row| row.get::<_, String>(0))?;
            devices.map(|device| read_device(&room, &device?)).collect()
        })
    }

    fn of_gone_servers(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        self.read_rooms(queries::OF_GONE_SERVERS, [at_ms.cast_signed(), i64::from(max)])
    }

    fn forget_gone_servers(&self, server: ServerId, room: RoomCode, at_ms: u64) -> Answer<'_, ()> {
        let forgotten = self.write(0, move |transaction| writer::forget_gone_servers(transaction, room, at_ms));
        Box::pin(async move {
            if forgotten.await? {
                self.send_presence_notice(room, server);
            }
            Ok(())
        })
    }

    fn abandoned(&self, since_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        self.read_rooms(queries::ABANDONED, [since_ms.cast_signed(), i64::from(max)])
    }

    fn prune(&self, before_ms: u64, max: u32) -> Answer<'_, u64> {
        self.write(0, move |transaction| writer::prune(transaction, before_ms, max))
    }

    fn close(&self) -> Answer<'_, ()> {
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner).take();
        Box::pin(async move {
            // The log can be moved into the file only when nobody reads.
            let read = tokio::task::spawn_blocking(move || {
                let Readers { reads, threads } = readers?;
                drop(reads);
                threads.into_iter().try_for_each(JoinHandle::join).ok()
            });
            if !matches!(read.await, Ok(Some(()))) {
                return Err(StoreError::Closed);
            }
            let (answer, answered) = oneshot::channel();
            self.writes.send(WriterMessage::Close(answer)).map_err(|_| StoreError::Closed)?;
            answered.await.map_err(|_| StoreError::Closed)?
        })
    }
}
