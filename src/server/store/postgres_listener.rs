//! Connection that listens to notices from other servers.

use std::time::Duration;

use tokio::sync::{broadcast, oneshot};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_postgres::Notification;

use super::backoff::Backoff;
use super::postgres_connector::Connector;
use super::postgres_session::Session;
use super::{Notice, StoreError, notice_text};

/// Channel of the servers' notices.
pub(super) const CHANNEL: &str = "irogaeshi_rooms";
/// Interval of checks whether the connection still works, since a silent one may be dead.
const CHECK_EVERY: Duration = Duration::from_secs(5);
/// Maximum wait for the answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// Listens until aborted, reconnecting as needed. Signals `started` once it listens for the first time.
pub(super) async fn listen(connector: Connector, notices: broadcast::Sender<Notice>, started: oneshot::Sender<()>) {
    let mut pause = Backoff::new();
    let mut first = Some(started);
    loop {
        let error = match listen_once(&connector, &notices, &mut first, &mut pause).await {
            Ok(never) => match never {},
            Err(error) => error,
        };
        tracing::debug!(%error, "the listening connection was lost; retrying");
        pause.wait().await;
    }
}

enum Never {}

/// Listens until the connection is lost.
async fn listen_once(
    connector: &Connector,
    notices: &broadcast::Sender<Notice>,
    first: &mut Option<oneshot::Sender<()>>,
    pause: &mut Backoff,
) -> Result<Never, StoreError> {
    let subscribers = notices.clone();
    let mut session = Session::open(connector, move |notification| forward(&subscribers, &notification)).await?;
    session.client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
    pause.reset();
    match first.take() {
        // The waiter may have given up.
        Some(started) => drop(started.send(())),
        // Notices sent while disconnected are lost. Without subscribers the send fails, which is fine.
        None => drop(notices.send(Notice::Missed)),
    }
    let client = session.client.clone();
    let mut ticks = interval(CHECK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            error = session.until_end() => return Err(error),
            _ = ticks.tick() => timeout(ANSWER_WITHIN, client.batch_execute("")).await.map_err(|_| StoreError::Silent)??,
        }
    }
}

fn forward(notices: &broadcast::Sender<Notice>, notification: &Notification) {
    if let Some(notice) = notice_text::read(notification.payload()) {
        // Without subscribers the send fails, which is fine.
        let _ = notices.send(notice);
    } else {
        tracing::debug!(payload = notification.payload(), "an unknown notice was ignored");
    }
}
