//! Pauses between attempts to reconnect.

use std::time::Duration;

/// Pauses that grow, so that a server coming back is not overrun by its clients.
pub(crate) struct Pauses {
    next: Duration,
    waited: Duration,
}

impl Pauses {
    const FIRST: Duration = Duration::from_millis(250);
    const MAX_PAUSE: Duration = Duration::from_secs(15);

    pub(crate) const fn new() -> Self {
        Self { next: Self::FIRST, waited: Duration::ZERO }
    }

    /// The next pause, randomly up to a quarter longer so that clients do not return all at once. `chance` is from 0 to
    /// 1. `None` once all pauses together exceed `patience`.
    pub(crate) fn next(&mut self, patience: Duration, chance: f64) -> Option<Duration> {
        if self.waited >= patience {
            return None;
        }
        let pause = self.next.mul_f64(1.0 + chance.clamp(0.0, 1.0) / 4.0);
        self.waited += pause;
        self.next = (self.next * 2).min(Self::MAX_PAUSE);
        Some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_come_to_an_end() {
        let mut pauses = Pauses::new();
        let all: Vec<Duration> = std::iter::from_fn(|| pauses.next(Duration::from_mins(1), 0.0)).collect();
        let seconds: Vec<f64> = all.iter().map(Duration::as_secs_f64).collect();
        assert_eq!(seconds, [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0]);
        assert_eq!(Pauses::new().next(Duration::from_secs(1), 1.0), Some(Duration::from_micros(312_500)));
        assert_eq!(Pauses::new().next(Duration::ZERO, 0.0), None);
    }
}
