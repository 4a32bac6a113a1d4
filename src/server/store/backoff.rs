//! Exponential backoff with jitter.

use std::time::Duration;

use tokio::time::sleep;

use crate::server::random::random_u64;

const MIN_PAUSE: Duration = Duration::from_millis(50);
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// Pauses that double up to a second. They are randomised, so that servers do not retry all at once.
#[derive(Debug)]
pub(super) struct Backoff(Duration);

impl Backoff {
    pub(super) const fn new() -> Self {
        Self(MIN_PAUSE)
    }

    /// Starts over with the shortest pause.
    pub(super) const fn reset(&mut self) {
        self.0 = MIN_PAUSE;
    }

    pub(super) async fn wait(&mut self) {
        let share = random_u64() as f64 / u64::MAX as f64;
        sleep(self.0.mul_f64(0.5 + 0.5 * share)).await;
        self.0 = (self.0 * 2).min(MAX_PAUSE);
    }
}
