//! Rate limits by token bucket: short bursts are allowed, but not a higher rate for long.

use std::time::Instant;

/// A bucket whose tokens refill over time. Each token permits one action.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    tokens: f64,
    capacity: f64,
    per_second: f64,
    at: Instant,
}

impl TokenBucket {
    /// Creates a full bucket.
    #[must_use]
    pub fn new(capacity: f64, per_second: f64, now: Instant) -> Self {
        Self { tokens: capacity, capacity, per_second, at: now }
    }

    /// Creates a full bucket for `count` tokens a second, with room for bursts of four times as many.
    #[must_use]
    pub fn per_second(count: u32, now: Instant) -> Self {
        Self::new(f64::from(count) * 4.0, f64::from(count), now)
    }

    /// Takes a token. Returns false if none is left.
    pub fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        let is_there = self.tokens >= 1.0;
        if is_there {
            self.tokens -= 1.0;
        }
        is_there
    }

    /// Takes `count` tokens, going into debt if they are not there yet.
    pub fn spend(&mut self, count: f64) {
        self.tokens -= count;
    }

    /// Returns whether no whole token is left.
    pub fn is_empty(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.tokens < 1.0
    }

    /// Returns whether the bucket is full.
    pub fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.tokens >= self.capacity
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * self.per_second).min(self.capacity);
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_refills_after_a_burst() {
        let begin = Instant::now();
        let mut bucket = TokenBucket::per_second(2, begin);
        assert_eq!((0..20).filter(|_| bucket.take(begin)).count(), 8);
        assert!(!bucket.take(begin + Duration::from_millis(400)));
        assert!(bucket.take(begin + Duration::from_millis(600)));
        assert!(!bucket.is_full(begin + Duration::from_secs(1)));
        assert!(bucket.is_full(begin + Duration::from_mins(1)));
        assert_eq!((0..20).filter(|_| bucket.take(begin + Duration::from_mins(1))).count(), 8);
    }

    #[test]
    fn a_debt_is_refilled_first() {
        let begin = Instant::now();
        let mut bucket = TokenBucket::per_second(2, begin);
        bucket.spend(20.0);
        assert!(bucket.is_empty(begin + Duration::from_secs(6)));
        assert!(!bucket.is_empty(begin + Duration::from_secs(7)));
    }
}
