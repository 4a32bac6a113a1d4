//! Measurement of a connection's round trip.

use std::time::{Duration, Instant};

/// Pings of a connection and the measured round trip.
#[derive(Debug, Default)]
pub(super) struct RoundTrip {
    last: u64,
    sent: Option<Instant>,
    mean: Option<Duration>,
}

impl RoundTrip {
    /// Starts a ping and returns its number.
    pub(super) fn ping(&mut self, now: Instant) -> u64 {
        self.last += 1;
        self.sent = Some(now);
        self.last
    }

    /// Handles a pong. Only the first answer to the latest ping counts.
    pub(super) fn pong(&mut self, ping: u64, now: Instant) {
        if ping != self.last {
            return;
        }
        let Some(sent) = self.sent.take() else { return };
        let measured = now.duration_since(sent);
        self.mean = Some(self.mean.map_or(measured, |mean| (mean * 3 + measured) / 4));
    }

    /// Mean round trip in milliseconds; 0 while unknown.
    pub(super) fn ms(&self) -> u64 {
        self.mean.map_or(0, |mean| mean.as_millis() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_answer_to_the_last_ping_counts() {
        let begin = Instant::now();
        let at = |ms| begin + Duration::from_millis(ms);
        let mut trip = RoundTrip::default();
        assert_eq!((trip.ping(at(0)), trip.ms()), (1, 0));
        trip.pong(7, at(50));
        trip.pong(1, at(100));
        trip.pong(1, at(5_000));
        assert_eq!(trip.ms(), 100);
        let ping = trip.ping(at(6_000));
        trip.pong(ping, at(6_020));
        assert_eq!(trip.ms(), 80);
    }
}
