//! Notes in the store who is connected to this server, and that the server lives.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::server::now::now_ms;
use crate::server::store::{PresenceChange, ServerId, Store};

/// The most changes that are written at once.
const MOST_AT_ONCE: usize = 1_000;

/// Takes down who comes and goes, so that the store learns it in the same order, many at once.
#[derive(Clone, Debug)]
pub struct PresenceKeeper {
    changes: UnboundedSender<PresenceChange>,
}

impl PresenceKeeper {
    /// Starts to write; the server counts as living for `lease` after it has last said so.
    #[must_use]
    pub fn start(store: Arc<dyn Store>, server: ServerId, lease: Duration) -> Self {
        let (changes, queue) = mpsc::unbounded_channel();
        tokio::spawn(say_that_it_lives(store.clone(), server, lease));
        tokio::spawn(write_changes(store, server, queue));
        Self { changes }
    }

    /// Notes that a device has come or gone.
    pub fn note(&self, change: PresenceChange) {
        // Who stops writing is stopping the server.
        let _ = self.changes.send(change);
    }
}

async fn say_that_it_lives(store: Arc<dyn Store>, server: ServerId, lease: Duration) {
    let mut ticks = interval((lease / 3).max(Duration::from_millis(50)));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = store.live(server, now_ms() + lease.as_millis() as u64).await {
            tracing::warn!(%error, "the store was not told that this server lives");
        }
    }
}

async fn write_changes(store: Arc<dyn Store>, server: ServerId, mut queue: UnboundedReceiver<PresenceChange>) {
    let mut changes = Vec::new();
    while queue.recv_many(&mut changes, MOST_AT_ONCE).await > 0 {
        while let Err(error) = store.note_presence(server, changes.clone()).await {
            tracing::warn!(%error, "the store was not told who is connected");
            sleep(Duration::from_secs(1)).await;
        }
        changes.clear();
    }
}
