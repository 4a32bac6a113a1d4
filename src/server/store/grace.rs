//! Grace period for servers after an outage of the database.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Time for servers to reconnect, at one attempt a second, and to report their connections.
const SETTLED_AFTER: Duration = Duration::from_secs(3);

/// Grace period after an outage. While the database is away, no server can report that it is running. Once it is back,
/// each server gets one lease to do so, and until then none counts as gone.
#[derive(Debug, Default)]
pub(super) struct Grace(Mutex<Times>);

#[derive(Debug, Default)]
struct Times {
    back_since: Option<Instant>,
    lease: Duration,
}

impl Grace {
    /// Starts the grace period when the database is back.
    pub(super) fn begin(&self) {
        self.with(|times| times.back_since = Some(Instant::now()));
    }

    /// Returns whether presence is still unknown because servers are still reporting their connections.
    pub(super) fn is_unsettled(&self) -> bool {
        self.with(|times| times.back_since.is_some_and(|since| since.elapsed() < SETTLED_AFTER))
    }

    /// Sets the time for which a server counts as running after each sign of life.
    pub(super) fn set_lease(&self, lease: Duration) {
        self.with(|times| times.lease = lease);
    }

    /// The time to compare servers' leases with: `at_ms`, or 0 in the grace period, so that all servers count as
    /// running.
    pub(super) fn lease_time(&self, at_ms: u64) -> u64 {
        self.with(|times| {
            let is_over = times.back_since.is_none_or(|since| since.elapsed() >= times.lease);
            if is_over { at_ms } else { 0 }
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Times) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_server_counts_as_gone_during_the_grace_period() {
        let grace = Grace::default();
        assert_eq!(grace.lease_time(7), 7);
        assert!(!grace.is_unsettled());
        grace.begin();
        assert!(grace.is_unsettled());
        grace.set_lease(Duration::from_hours(1));
        assert_eq!(grace.lease_time(7), 0);
        grace.set_lease(Duration::ZERO);
        assert_eq!(grace.lease_time(7), 7);
    }
}
