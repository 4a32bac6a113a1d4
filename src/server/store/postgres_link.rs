//! A connection to the database that is opened again whenever it is lost.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Row};

use super::StoreError;
use super::grace::Grace;
use super::growing_pause::GrowingPause;
use super::postgres_session::Session;

/// How long a database that is away is waited for before whoever asks is told so.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long an answer may take. The database itself ends what takes too long a little earlier.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// The values of a statement with their types.
pub(super) type Values<'a> = &'a [(&'a (dyn ToSql + Sync), Type)];

/// A connection as it is now.
#[derive(Clone)]
enum State {
    Open(Arc<Opened>),
    /// It is lost, for this reason.
    Away(Arc<str>),
    Closed,
}

struct Opened {
    client: Arc<Client>,
    /// Told when the connection does not answer any more.
    broken: Notify,
}

/// A connection to the database that is opened again whenever it is lost.
pub(super) struct Link {
    state: watch::Receiver<State>,
    closing: Arc<Notify>,
    keeper: JoinHandle<()>,
}

impl Link {
    /// A connection with this purpose, which is opened as soon as the database can be reached.
    pub(super) fn keep(config: Config, purpose: &'static str, grace: Arc<Grace>) -> Self {
        let (sender, state) = watch::channel(State::Away("it has not been reached yet".into()));
        let closing = Arc::new(Notify::new());
        let keeper = tokio::spawn(keep_open(config, purpose, sender, grace, closing.clone()));
        Self { state, closing, keeper }
    }

    /// The open connection, after some waiting where it is lost.
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
    /// [`StoreError`]: it is not within this time.
    pub(super) async fn until_open(&self, within: Duration) -> Result<(), StoreError> {
        self.opened(Instant::now() + within).await.map(drop)
    }

    /// Does something once. When the connection is lost meanwhile, it is not known whether it was done.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) async fn execute(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let opened = self.opened(Instant::now() + PATIENCE).await?;
        ask(&opened, sql, values).await
    }

    /// Reads, again when the connection is lost meanwhile.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(super) async fn read(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        let until = Instant::now() + PATIENCE;
        loop {
            let opened = self.opened(until).await?;
            match ask(&opened, sql, values).await {
                Err(StoreError::Postgres(error)) if opened.client.is_closed() && Instant::now() < until => {
                    tracing::debug!(%error, "the connection was lost while something was read");
                }
                answer => return answer,
            }
        }
    }

    /// Ends the connection. Whatever is asked afterwards is refused.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        // Nothing is said by who has ended already.
        let _ = self.state.clone().wait_for(|state| matches!(state, State::Closed)).await;
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.keeper.abort();
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
    config: Config,
    purpose: &'static str,
    state: watch::Sender<State>,
    grace: Arc<Grace>,
    closing: Arc<Notify>,
) {
    let mut pause = GrowingPause::new();
    let mut was_open = false;
    let mut told = String::new();
    loop {
        let opened = tokio::select! {
            () = closing.notified() => break,
            opened = Session::open(&config, |_| {}) => opened,
        };
        let reason = match opened {
            Ok(mut session) => {
                if was_open {
                    grace.begin();
                    tracing::info!(purpose, "the database is back");
                }
                was_open = true;
                told.clear();
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
        if reason != told {
            tracing::warn!(purpose, reason, "the database is away; it is tried again");
        }
        told.clone_from(&reason);
        state.send_replace(State::Away(reason.into()));
        pause.wait().await;
    }
    state.send_replace(State::Closed);
}
