//! Reports to the store who is connected to this server, and that the server is running.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::server::now::now_ms;
use crate::server::outages::Outages;
use crate::server::store::{PresenceChange, ServerId, Store};

/// Maximum changes in one write.
const MAX_BATCH: usize = 1_000;
/// Delay before a failed write is repeated. Short, so that other servers know a device's presence before they mark it
/// away.
const RETRY: Duration = Duration::from_millis(200);

/// Queue of presence changes. They are written in order and in batches.
#[derive(Clone, Debug)]
pub struct PresenceReporter {
    changes: UnboundedSender<PresenceChange>,
}

impl PresenceReporter {
    /// Starts to write. Each sign of life of the server counts for the time of `lease`.
    #[must_use]
    pub fn start(store: Arc<dyn Store>, server: ServerId, lease: Duration, outages: Arc<Outages>) -> Self {
        let (changes, queue) = mpsc::unbounded_channel();
        let forgotten = Arc::new(Notify::new());
        tokio::spawn(renew_leases(store.clone(), server, lease, outages, forgotten.clone()));
        tokio::spawn(write_changes(store, server, queue, forgotten));
        Self { changes }
    }

    /// Queues the news that a device has come or gone.
    pub fn note(&self, change: PresenceChange) {
        // The receiver ends only when the server stops.
        let _ = self.changes.send(change);
    }
}

/// Interval between signs of life for this lease.
#[must_use]
pub fn renewal_period(lease: Duration) -> Duration {
    (lease / 3).max(Duration::from_millis(50))
}

async fn renew_leases(
    store: Arc<dyn Store>,
    server: ServerId,
    lease: Duration,
    outages: Arc<Outages>,
    forgotten: Arc<Notify>,
) {
    let mut ticks = interval(renewal_period(lease));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut until = Instant::now() + lease;
    loop {
        ticks.tick().await;
        let (next, began_ms) = (Instant::now() + lease, now_ms());
        if let Err(error) = store.renew_lease(server, began_ms + lease.as_millis() as u64).await {
            tracing::warn!(%error, "the lease of this server could not be renewed");
            outages.note_failed(began_ms);
            continue;
        }
        outages.note_written(began_ms, now_ms());
        // Other servers took this one for dead and may have deleted its presence, so all of it is reported again.
        if Instant::now() >= until {
            forgotten.notify_one();
        }
        until = next;
    }
}

async fn write_changes(
    store: Arc<dyn Store>,
    server: ServerId,
    mut queue: UnboundedReceiver<PresenceChange>,
    forgotten: Arc<Notify>,
) {
    let mut there = HashMap::new();
    let mut changes = Vec::new();
    loop {
        tokio::select! {
            count = queue.recv_many(&mut changes, MAX_BATCH) => {
                if count == 0 {
                    return;
                }
            }
            () = forgotten.notified() => {
                changes.extend(there.values());
            }
        }
        for change in &changes {
            let key = (change.room, change.device);
            if change.is_there {
                there.insert(key, *change)
            } else {
                there.remove(&key)
            };
        }
        while let Err(error) = store.note_presence(server, changes.clone(), now_ms()).await {
            tracing::warn!(%error, "presence could not be stored");
            sleep(RETRY).await;
        }
        changes.clear();
    }
}
