//! Task that appends to the database, with one statement for everything queued since the last commit.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;

use super::postgres_link::Link;
use super::postgres_listener::CHANNEL;
use super::row_text::{EVENT_FORMAT, seated_text, to_json};
use super::{Append, Appended, Notice, StoreError, notice_text};
use crate::server::metrics::Metrics;

/// Maximum appends in one statement.
const MAX_BATCH: usize = 256;

/// Appends to several rooms, each on its own condition. The statement is one transaction, committed at its end.
///
/// Of two servers that append to one room, the second waits for the row lock until the first has committed, and then
/// finds another sequence number. Rows are always locked in the same order, so that two groups never deadlock. The
/// primary key of the events is the last safeguard.
const APPEND: &str = "
    WITH wanted AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
            $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::boolean[], $13::text[], $19::boolean[])
        AS wanted (code, first, last, created_ms, updated_ms, server, due_ms, host, seated, listing, wish, is_closed,
            notice, is_waiting)
    ), locked AS MATERIALIZED (
        SELECT code FROM rooms WHERE code = ANY($1) ORDER BY code FOR UPDATE
    ), changed AS (
        UPDATE rooms SET sequence = wanted.last, updated_ms = wanted.updated_ms, server = wanted.server,
            due_ms = wanted.due_ms, host = wanted.host, seated = wanted.seated, listing = wanted.listing,
            is_closed = wanted.is_closed, is_waiting = wanted.is_waiting
        FROM wanted JOIN locked USING (code)
        WHERE rooms.code = wanted.code AND rooms.sequence = wanted.first - 1
        RETURNING rooms.code
    ), made AS (
        INSERT INTO rooms
            (code, sequence, created_ms, updated_ms, server, due_ms, host, seated, listing, wish, is_closed,
                is_waiting)
        SELECT code, last, created_ms, updated_ms, server, due_ms, host, seated, listing, wish, is_closed, is_waiting
        FROM wanted WHERE first = 1 ORDER BY code
        ON CONFLICT (code) DO NOTHING
        RETURNING code
    ), done AS (
        SELECT code FROM changed UNION ALL SELECT code FROM made
    ), stored AS (
        INSERT INTO events (room, sequence, format, event)
        SELECT new.room, new.sequence, $17, new.event
        FROM unnest($14::text[], $15::bigint[], $16::text[]) AS new (room, sequence, event)
        JOIN done ON done.code = new.room
    )
    SELECT code, pg_notify($18, wanted.notice) FROM wanted JOIN done USING (code)";

/// An append and the receiver of its result.
pub(super) struct PendingAppend {
    pub(super) append: Append,
    pub(super) answer: oneshot::Sender<Result<Appended, StoreError>>,
}

/// A message to the task.
pub(super) enum WriterMessage {
    /// Append events.
    Append(Box<PendingAppend>),
    /// Finish earlier appends, then end.
    Close(oneshot::Sender<()>),
}

/// Appends until closed, or until all senders are dropped.
pub(super) async fn append_all(
    link: Arc<Link>,
    mut queue: mpsc::UnboundedReceiver<WriterMessage>,
    metrics: Arc<Metrics>,
    can_write: Arc<AtomicBool>,
) {
    let mut waiting = VecDeque::new();
    let mut closing = None;
    loop {
        let mut messages = Vec::new();
        if waiting.is_empty() && closing.is_none() && queue.recv_many(&mut messages, MAX_BATCH).await == 0 {
            return;
        }
        while messages.len() < MAX_BATCH
            && let Ok(message) = queue.try_recv()
        {
            messages.push(message);
        }
        for message in messages {
            match message {
                WriterMessage::Append(pending) => waiting.push_back(*pending),
                WriterMessage::Close(answer) => closing = Some(answer),
            }
        }
        if waiting.is_empty() {
            break;
        }
        append_group(&link, take_group(&mut waiting), &metrics, &can_write).await;
    }
    if let Some(answer) = closing {
        // The caller may have given up.
        let _ = answer.send(());
    }
}

/// Takes a group of appends with at most one for each room, since a second one may depend on the first.
fn take_group(waiting: &mut VecDeque<PendingAppend>) -> Vec<PendingAppend> {
    let mut rooms = HashSet::new();
    let (mut group, mut later) = (Vec::new(), VecDeque::new());
    for pending in waiting.drain(..) {
        if group.len() < MAX_BATCH && rooms.insert(pending.append.room) {
            group.push(pending);
        } else {
            later.push_back(pending);
        }
    }
    *waiting = later;
    group
}

async fn append_group(link: &Link, group: Vec<PendingAppend>, metrics: &Metrics, can_write: &AtomicBool) {
    let began = Instant::now();
    let appended = match append(link, &group).await {
        // One append cannot be stored and must not block the others. Nothing was stored, so each is tried alone.
        Err(error) if group.len() > 1 && !error.may_pass() => {
            tracing::warn!(%error, "appends failed together and are retried one by one");
            for pending in group {
                Box::pin(append_group(link, vec![pending], metrics, can_write)).await;
            }
            return;
        }
        Err(StoreError::Postgres(error)) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => Ok(HashSet::new()),
        appended => appended,
    };
    // A refused append says nothing about the database's ability to write others.
    if appended.as_ref().err().is_none_or(StoreError::may_pass) {
        can_write.store(appended.is_ok(), Ordering::Relaxed);
    }
    metrics.commit_size.observe(group.len() as f64);
    metrics.commit_seconds.observe(began.elapsed().as_secs_f64());
    if let Err(error) = &appended {
        tracing::error!(%error, appends = group.len(), "a write to the store failed");
        metrics.store_errors.add(1);
    }
    for pending in group {
        let answer = match &appended {
            Ok(done) if done.contains(&pending.append.room.to_string()) => Ok(Appended::Done),
            Ok(_) => Ok(Appended::Conflict),
            Err(StoreError::Away { reason }) => Err(StoreError::Away { reason: reason.clone() }),
            Err(error) => Err(StoreError::NotWritten(error.to_string())),
        };
        let _ = pending.answer.send(answer);
    }
}

/// Appends a group. Returns the rooms whose condition held.
async fn append(link: &Link, group: &[PendingAppend]) -> Result<HashSet<String>, StoreError> {
    let mut rooms = Rooms::default();
    let mut events = Events::default();
    for PendingAppend { append, .. } in group {
        rooms.push(append)?;
        for event in &append.events {
            events.rooms.push(append.room.to_string());
            events.sequences.push(event.sequence.cast_signed());
            events.texts.push(to_json(event)?);
        }
    }
    let format = i32::try_from(EVENT_FORMAT).unwrap_or(i32::MAX);
    let rows = link
        .execute(
            APPEND,
            &[
                (&rooms.codes, Type::TEXT_ARRAY),
                (&rooms.firsts, Type::INT8_ARRAY),
                (&rooms.lasts, Type::INT8_ARRAY),
                (&rooms.created, Type::INT8_ARRAY),
                (&rooms.updated, Type::INT8_ARRAY),
                (&rooms.servers, Type::TEXT_ARRAY),
                (&rooms.due, Type::INT8_ARRAY),
                (&rooms.hosts, Type::TEXT_ARRAY),
                (&rooms.seated, Type::TEXT_ARRAY),
                (&rooms.listings, Type::TEXT_ARRAY),
                (&rooms.match_keys, Type::TEXT_ARRAY),
                (&rooms.closed, Type::BOOL_ARRAY),
                (&rooms.notices, Type::TEXT_ARRAY),
                (&events.rooms, Type::TEXT_ARRAY),
                (&events.sequences, Type::INT8_ARRAY),
                (&events.texts, Type::TEXT_ARRAY),
                (&format, Type::INT4),
                (&CHANNEL, Type::TEXT),
                (&rooms.waiting, Type::BOOL_ARRAY),
            ],
        )
        .await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Rows of rooms, by column.
#[derive(Default)]
struct Rooms {
    codes: Vec<String>,
    firsts: Vec<i64>,
    lasts: Vec<i64>,
    created: Vec<i64>,
    updated: Vec<i64>,
    servers: Vec<String>,
    due: Vec<Option<i64>>,
    hosts: Vec<String>,
    seated: Vec<String>,
    listings: Vec<Option<String>>,
    match_keys: Vec<String>,
    closed: Vec<bool>,
    waiting: Vec<bool>,
    notices: Vec<Option<String>>,
}

/// Rows of events, by column.
#[derive(Default)]
struct Events {
    rooms: Vec<String>,
    sequences: Vec<i64>,
    texts: Vec<String>,
}

impl Rooms {
    fn push(&mut self, append: &Append) -> Result<(), StoreError> {
        let (Some(first), Some(last)) = (append.events.first(), append.events.last()) else { return Ok(()) };
        let row = &append.row;
        self.codes.push(append.room.to_string());
        self.firsts.push(first.sequence.cast_signed());
        self.lasts.push(last.sequence.cast_signed());
        self.created.push(first.at_ms.cast_signed());
        self.updated.push(last.at_ms.cast_signed());
        self.servers.push(append.by.to_string());
        self.due.push(row.due_ms.map(|due_ms| i64::try_from(due_ms).unwrap_or(i64::MAX)));
        self.hosts.push(row.host.to_string());
        self.seated.push(seated_text(row));
        self.listings.push(row.listing.as_ref().map(to_json).transpose()?);
        self.match_keys.push(row.match_key.as_str().to_owned());
        self.closed.push(row.is_closed);
        self.waiting.push(row.is_waiting);
        let notice = Notice::Appended { room: append.room, sequence: last.sequence, by: append.by };
        self.notices.push(notice_text::write(&notice));
        Ok(())
    }
}
