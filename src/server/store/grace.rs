//! Who counts as running after the database was away.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How long servers take to find the database again and to note who has come to them, at most: they try every second.
const SETTLED_AFTER: Duration = Duration::from_secs(3);

/// While the database is away, no server can say that it lives. Once it is back, each gets the time to say so in which
/// it usually does, and until then nobody counts as gone.
#[derive(Debug, Default)]
pub(super) struct Grace(Mutex<Times>);

#[derive(Debug, Default)]
struct Times {
    back_since: Option<Instant>,
    lease: Duration,
}

impl Grace {
    /// The database is there again.
    pub(super) fn begin(&self) {
        self.with(|times| times.back_since = Some(Instant::now()));
    }

    /// Whether it is not known yet who is connected, as servers could not note who has come to them meanwhile.
    pub(super) fn is_unsettled(&self) -> bool {
        self.with(|times| times.back_since.is_some_and(|since| since.elapsed() < SETTLED_AFTER))
    }

    /// A server counts as running for so long after it has said so.
    pub(super) fn set_lease(&self, lease: Duration) {
        self.with(|times| times.lease = lease);
    }

    /// The time at which a server must live that is not to count as gone at this one: 0, which all do, when the
    /// database has not been back for long.
    pub(super) fn at_ms(&self, at_ms: u64) -> u64 {
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
    fn nobody_is_gone_until_all_could_say_that_they_live() {
        let grace = Grace::default();
        assert_eq!(grace.at_ms(7), 7);
        assert!(!grace.is_unsettled());
        grace.begin();
        assert!(grace.is_unsettled());
        grace.set_lease(Duration::from_hours(1));
        assert_eq!(grace.at_ms(7), 0);
        grace.set_lease(Duration::ZERO);
        assert_eq!(grace.at_ms(7), 7);
    }
}
