//! Database connection that reconnects when lost.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};

use super::StoreError;
use super::backoff::Backoff;
use super::grace::Grace;
use super::postgres_connector::Connector;
use super::postgres_session::Session;

/// Time to wait for a lost database before an operation fails.
const RECONNECT_WITHIN: Duration = Duration::from_secs(2);
/// Maximum wait for an answer. The database's own statement timeout is a little shorter.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// Parameters of a statement with their types.
pub(super) type Values<'a> = &'a [(&'a (dyn ToSql + Sync), Type)];

/// State of a connection.
#[derive(Clone)]
enum State {
    Open(Arc<Opened>),
    /// Lost, for this reason.
    Away(Arc<str>),
    Closed,
}

struct Opened {
    client: Arc<Client>,
    /// Notified when the connection stops answering.
    broken: Notify,
}

/// A database connection that reconnects when lost.
pub(super) struct Link {
    state: watch::Receiver<State>,
    closing: Arc<Notify>,
    task: JoinHandle<()>,
}

impl Link {
    /// Starts a connection, which opens as soon as the database can be reached. `purpose` is for the log.
    pub(super) fn start(connector: Connector, purpose: &'static str, grace: Arc<Grace>) -> Self {
        let (sender, state) = watch::channel(State::Away("no connection yet".into()));
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(keep_open(connector, purpose, sender, grace, closing.clone()));
        Self { state, closing, task }
    }

    /// The open connection. Waits until the deadline if it is lost.
    async fn opened(&self, until: Instant) -> Result<Arc<Opened>, StoreError> {
        let mut state = self.state.clone();
        let usable = |state: &State| match state {
            State::Open(opened) => !opened.client.is_closed(),
            State::Away(_) => false,
            State::Closed => true,
        };
        let found = match timeout_at(until, state.wait_for(usable)).await {
            Ok(Ok(found)) => found.clone(),
            Ok(Err(_)) => State::Closed,
            Err(_) => self.state.borrow().clone(),
        };
        match found {
            State::Open(opened) => Ok(opened),
            State::Away(reason) => Err(StoreError::Away { reason: reason.to_string() }),
            State::Closed => Err(StoreError::Closed),
        }
    }

    /// Waits until the connection is open.
    ///
    /// # Errors
    /// [`StoreError`] if it does not open within this time.
    pub(super) async fn until_open(&self, within: Duration) -> Result<(), StoreError> {
        self.opened(Instant::now() + within).await.map(drop)
    }

    /// Executes a statement once. If the connection is lost meanwhile, it is unknown whether it took effect.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) async fn execute(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let opened = self.opened(Instant::now() + RECONNECT_WITHIN).await?;
        ask(&opened, sql, values).await
    }

    /// Runs a query, and repeats it if the connection is lost meanwhile.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let until = Instant::now() + RECONNECT_WITHIN;
        loop {
            let opened = self.opened(until).await?;
            match ask(&opened, sql, values).await {
                Err(StoreError::Postgres(error)) if opened.client.is_closed() && Instant::now() < until => {
                    tracing::debug!(%error, "the connection was lost during a read");
                }
                answer => return answer,
            }
        }
    }

    /// Closes the connection. Later operations fail.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        // An error only means that the task has ended already.
        let _ = self.state.clone().wait_for(|state| matches!(state, State::Closed)).await;
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn ask(opened: &Opened, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
    let Ok(answer) = timeout(ANSWER_WITHIN, opened.client.query_typed(sql, values)).await else {
        opened.broken.notify_one();
        return Err(StoreError::Silent);
    };
    Ok(answer?)
}

async fn keep_open(
    connector: Connector,
    purpose: &'static str,
    state: watch::Sender<State>,
    grace: Arc<Grace>,
    closing: Arc<Notify>,
) {
    let mut pause = Backoff::new();
    let mut was_open = false;
    let mut last_reason = String::new();
    loop {
        let opened = tokio::select! {
            () = closing.notified() => break,
            opened = Session::open(&connector, |_| {}) => opened,
        };
        let reason = match opened {
            Ok(mut session) => {
                if was_open {
                    grace.begin();
                    tracing::info!(purpose, "the database can be reached again");
                }
                was_open = true;
                last_reason.clear();
                pause.reset();
                let opened = Arc::new(Opened { client: session.client.clone(), broken: Notify::new() });
                state.send_replace(State::Open(opened.clone()));
                tokio::select! {
                    () = closing.notified() => break,
                    () = opened.broken.notified() => StoreError::Silent.to_string(),
                    error = session.until_end() => error.to_string(),
                }
            }
            Err(error) => error.to_string(),
        };
        if reason != last_reason {
            tracing::warn!(purpose, reason, "the database cannot be reached; retrying");
        }
        last_reason.clone_from(&reason);
        state.send_replace(State::Away(reason.into()));
        pause.wait().await;
    }
    state.send_replace(State::Closed);
}
