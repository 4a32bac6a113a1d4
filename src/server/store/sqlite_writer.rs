//! Thread that writes to the SQLite file, with one commit for everything queued since the last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::sync::{oneshot, watch};

use super::row_text::{EVENT_FORMAT, seated_text, to_json};
use super::store_files::StoreFiles;
use super::{Append, Appended, PresenceChange, ServerId, StoreError, queries};
use crate::online::RoomCode;
use crate::server::metrics::Metrics;

/// Maximum writes in one commit.
const MAX_BATCH: usize = 4_096;

/// A write and the receiver of its result.
pub(super) trait Write: Send {
    /// Performs the write in a transaction.
    fn perform(&mut self, transaction: &Transaction<'_>) -> Result<(), StoreError>;

    /// Sends the result once the transaction is durable, or the reason of its failure.
    fn send_result(self: Box<Self>, failure: Option<&str>);

    /// Number of appends in it.
    fn appends(&self) -> u32;
}

/// A message to the thread.
pub(super) enum WriterMessage {
    /// Perform a write.
    Write(Box<dyn Write>),
    /// Finish earlier writes, then close the file.
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// A write that returns a value.
pub(super) struct Job<F, T> {
    perform: F,
    result: Option<T>,
    appends: u32,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<F, T> Job<F, T> {
    pub(super) const fn new(perform: F, appends: u32, answer: oneshot::Sender<Result<T, StoreError>>) -> Self {
        Self { perform, result: None, appends, answer }
    }
}

impl<T: Send, F: FnMut(&Transaction<'_>) -> Result<T, StoreError> + Send> Write for Job<F, T> {
    fn perform(&mut self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        self.result = Some((self.perform)(transaction)?);
        Ok(())
    }

    fn send_result(self: Box<Self>, failure: Option<&str>) {
        let failed = || StoreError::NotWritten(failure.unwrap_or_default().to_owned());
        let result = self.result.filter(|_| failure.is_none()).ok_or_else(failed);
        // The caller may have given up.
        let _ = self.answer.send(result);
    }

    fn appends(&self) -> u32 {
        self.appends
    }
}

/// State of the thread, visible to others.
pub(super) struct Health {
    /// True if the last write succeeded.
    pub(super) can_write: AtomicBool,
    /// True once the files are gone.
    pub(super) is_lost: watch::Sender<bool>,
}

/// Writes until closed, or until all senders are dropped.
pub(super) fn write_all(
    mut connection: Connection,
    files: &StoreFiles,
    queue: &Receiver<WriterMessage>,
    metrics: &Metrics,
    health: &Health,
) {
    let mut closing = None;
    while closing.is_none()
        && let Ok(first) = queue.recv()
    {
        let mut writes = Vec::new();
        for message in std::iter::once(first).chain(queue.try_iter().take(MAX_BATCH - 1)) {
            match message {
                WriterMessage::Write(write) => writes.push(write),
                WriterMessage::Close(answer) => closing = Some(answer),
            }
        }
        if !writes.is_empty() {
            commit(&mut connection, files, writes, metrics, health);
        }
    }
    if let Some(answer) = closing {
        let _ = answer.send(close(connection));
    }
}

/// Moves the write-ahead log into the database file and closes it, so that a copy of the file alone is complete.
fn close(connection: Connection) -> Result<(), StoreError> {
    let is_busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    connection.close().map_err(|(_, error)| error)?;
    if is_busy { Err(StoreError::LogLeft) } else { Ok(()) }
}

/// Commits writes in one transaction. If it fails, none takes effect.
fn commit(
    connection: &mut Connection,
    files: &StoreFiles,
    mut writes: Vec<Box<dyn Write>>,
    metrics: &Metrics,
    health: &Health,
) {
    let began = Instant::now();
    // Deleted files can still be written while open, but the data would be lost. So check that they still exist.
    let committed = try_commit(connection, &mut writes).and_then(|()| files.check());
    health.can_write.store(committed.is_ok(), Ordering::Relaxed);
    if matches!(committed, Err(StoreError::Lost { .. })) {
        health.is_lost.send_replace(true);
    }
    let appends: u32 = writes.iter().map(|write| write.appends()).sum();
    if appends > 0 {
        metrics.commit_size.observe(f64::from(appends));
        metrics.commit_seconds.observe(began.elapsed().as_secs_f64());
    }
    let failure = committed.err().map(|error| error.to_string());
    if let Some(error) = &failure {
        tracing::error!(error, writes = writes.len(), "a write to the store failed");
        metrics.store_errors.add(1);
    }
    for write in writes {
        write.send_result(failure.as_deref());
    }
}

fn try_commit(connection: &mut Connection, writes: &mut [Box<dyn Write>]) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    writes.iter_mut().try_for_each(|write| write.perform(&transaction))?;
    transaction.commit()?;
    Ok(())
}

/// Stores a server's sign of life.
pub(super) fn renew_lease(transaction: &Transaction<'_>, server: ServerId, until_ms: u64) -> Result<(), StoreError> {
    let mut statement = transaction.prepare_cached(queries::RENEW_LEASE)?;
    statement.execute(params![server.to_string(), until_ms.cast_signed()])?;
    Ok(())
}

/// Stores who has connected to a server or disconnected.
pub(super) fn note_presence(
    transaction: &Transaction<'_>,
    server: ServerId,
    changes: &[PresenceChange],
    at_ms: u64,
) -> Result<(), StoreError> {
    let mut insert = transaction
        .prepare_cached("INSERT OR IGNORE INTO presence (room, device, server, network) VALUES (?1, ?2, ?3, ?4)")?;
    let mut delete =
        transaction.prepare_cached("DELETE FROM presence WHERE room = ?1 AND device = ?2 AND server = ?3")?;
    for change in changes {
        let (room, device, server) = (change.room.to_string(), change.device.to_string(), server.to_string());
        if change.is_there {
            insert.execute(params![room, device, server, change.network.cast_signed()])?;
        } else {
            delete.execute([&room, &device, &server])?;
            note_departure(transaction, &room, at_ms)?;
        }
    }
    Ok(())
}

fn note_departure(transaction: &Transaction<'_>, room: &str, at_ms: u64) -> Result<(), StoreError> {
    let mut statement = transaction.prepare_cached("UPDATE rooms SET left_ms = ?2 WHERE code = ?1")?;
    statement.execute(params![room, at_ms.cast_signed()])?;
    Ok(())
}

/// Deletes a room's connections to servers that are gone. Returns whether there were any.
pub(super) fn forget_gone_servers(
    transaction: &Transaction<'_>,
    room: RoomCode,
    at_ms: u64,
) -> Result<bool, StoreError> {
    let room = room.to_string();
    let mut statement = transaction.prepare_cached(queries::FORGET_GONE_SERVERS)?;
    let has_deleted = statement.execute(params![room, at_ms.cast_signed()])? > 0;
    if has_deleted {
        note_departure(transaction, &room, at_ms)?;
    }
    Ok(has_deleted)
}

/// Appends events if the condition holds.
pub(super) fn append(transaction: &Transaction<'_>, append: &Append) -> Result<Appended, StoreError> {
    let room = append.room.to_string();
    let (Some(first), Some(last)) = (append.events.first(), append.events.last()) else { return Ok(Appended::Done) };
    let mut sequence = transaction.prepare_cached("SELECT sequence FROM rooms WHERE code = ?1")?;
    let found: Option<i64> = sequence.query_row([&room], |row| row.get(0)).optional()?;
    if found.unwrap_or(0) as u64 + 1 != first.sequence {
        return Ok(Appended::Conflict);
    }
    let row = &append.row;
    let listing = row.listing.as_ref().map(to_json).transpose()?;
    let mut store_row = transaction.prepare_cached(
        "INSERT INTO rooms
             (code, sequence, created_ms, updated_ms, server, due_ms, host, seated, listing, wish, is_closed, is_waiting)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
         ON CONFLICT (code) DO UPDATE SET sequence = excluded.sequence, updated_ms = excluded.updated_ms,
             server = excluded.server, due_ms = excluded.due_ms, host = excluded.host, seated = excluded.seated,
             listing = excluded.listing, is_closed = excluded.is_closed, is_waiting = excluded.is_waiting",
    )?;
    store_row.execute(params![
        room,
        last.sequence.cast_signed(),
        first.at_ms.cast_signed(),
        last.at_ms.cast_signed(),
        append.by.to_string(),
        row.due_ms.map(|due_ms| i64::try_from(due_ms).unwrap_or(i64::MAX)),
        row.host.to_string(),
        seated_text(row),
        listing,
        row.match_key.as_str(),
        row.is_closed,
        row.is_waiting,
    ])?;
    let mut store_event =
        transaction.prepare_cached("INSERT INTO events (room, sequence, format, event) VALUES (?1, ?2, ?3, ?4)")?;
    for event in &append.events {
        store_event.execute(params![room, event.sequence.cast_signed(), EVENT_FORMAT, to_json(event)?])?;
    }
    Ok(Appended::Done)
}

/// Deletes old rooms.
pub(super) fn prune(transaction: &Transaction<'_>, before_ms: u64, max: u32) -> Result<u64, StoreError> {
    transaction.execute("DELETE FROM servers WHERE until_ms < ?1", [before_ms.cast_signed()])?;
    let mut old = transaction.prepare_cached("SELECT code FROM rooms WHERE updated_ms < ?1 LIMIT ?2")?;
    let rooms: Vec<String> =
        old.query_map(params![before_ms.cast_signed(), i64::from(max)], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for sql in [
        "DELETE FROM presence WHERE room = ?1",
        "DELETE FROM events WHERE room = ?1",
        "DELETE FROM rooms WHERE code = ?1",
    ] {
        let mut statement = transaction.prepare_cached(sql)?;
        for room in &rooms {
            statement.execute([room])?;
        }
    }
    Ok(rooms.len() as u64)
}
