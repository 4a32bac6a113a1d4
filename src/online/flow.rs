//! Rate limit on a server's messages: bursts are allowed, but in the long run no more than rooms need.

use std::time::Duration;

/// Allowance of messages from a server. Each message costs one unit, or its size in KiB if larger. A client disconnects
/// from a server that exceeds it.
///
/// The welcome to a room of 10,000 events costs about 2,000 units. A lively room sends about ten a second.
///
/// ```
/// use std::time::Duration;
/// use irogaeshi::online::Flow;
///
/// let mut flow = Flow::default();
/// let taken = (0..1_000_000).take_while(|_| flow.take(60, Duration::ZERO)).count();
/// assert_eq!(taken, 8_000);
/// assert!(flow.take(60, Duration::from_secs(1)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Flow {
    left: f64,
    at: Duration,
}

impl Flow {
    const AT_ONCE: f64 = 8_000.0;
    const PER_SECOND: f64 = 1_000.0;
    const UNIT_BYTES: usize = 1024;

    /// Counts a message of `bytes` at the time `now`, by any clock. Returns whether it is within the limit.
    pub fn take(&mut self, bytes: usize, now: Duration) -> bool {
        let units = bytes.div_ceil(Self::UNIT_BYTES).max(1) as f64;
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.left = (self.left + passed * Self::PER_SECOND).min(Self::AT_ONCE);
        self.at = self.at.max(now);
        let is_within = self.left >= units;
        if is_within {
            self.left -= units;
        }
        is_within
    }
}

impl Default for Flow {
    fn default() -> Self {
        Self { left: Self::AT_ONCE, at: Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_server_is_never_too_much_and_a_flood_is() {
        let mut flow = Flow::default();
        let ms = Duration::from_millis;
        assert!((0..100_000).all(|tick| flow.take(200, ms(tick))));
        assert_eq!((0..10_000).filter(|_| flow.take(0, ms(100_000))).count(), 8_000);
        assert_eq!((0..10_000).filter(|_| flow.take(1024, ms(100_500))).count(), 500);
        // A clock that goes back adds no allowance.
        assert!(!flow.take(1, ms(0)) && !flow.take(1, ms(100_500)));
    }

    #[test]
    fn large_messages_count_for_more() {
        let mut flow = Flow::default();
        assert_eq!((0..100).filter(|_| flow.take(1024 * 1024, Duration::ZERO)).count(), 7);
        assert!(flow.take(500 * 1024, Duration::ZERO));
    }
}
