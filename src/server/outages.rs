//! Outages of the server and its store. They do not count on players' clocks.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum outages remembered; the oldest are dropped.
const MAX_OUTAGES: usize = 1_000;
/// Duration in milliseconds from which an append counts as an outage, which begins with the append.
const SLOW_MS: u64 = 1_000;

/// Outages of a server, in milliseconds since the beginning of 1970 (UTC).
///
/// The store is written at least once in each period. Therefore a longer silence, as when the computer sleeps, also
/// counts as an outage.
#[derive(Debug)]
pub struct Outages {
    period_ms: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Start and end of past outages, in order and without overlaps.
    past: VecDeque<(u64, u64)>,
    /// Time of the last write to the store.
    written_ms: u64,
    /// Start of the current outage.
    since_ms: Option<u64>,
}

impl Outages {
    /// Starts at `now_ms`. The time since `last_ms`, the last known write of an earlier server, is an outage.
    #[must_use]
    pub fn new(last_ms: Option<u64>, now_ms: u64, period: Duration) -> Self {
        let past = last_ms.filter(|last_ms| *last_ms < now_ms).map(|last_ms| (last_ms, now_ms));
        let state = State { past: past.into_iter().collect(), written_ms: now_ms, since_ms: None };
        Self { period_ms: period.as_millis() as u64, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a successful write with its start and end.
    pub fn note_written(&self, began_ms: u64, ended_ms: u64) {
        let mut state = self.lock();
        let slow = (ended_ms.saturating_sub(began_ms) >= SLOW_MS).then_some(began_ms);
        let silent = self.silent_since(&state, began_ms);
        let since = state.since_ms.take().into_iter().chain(slow).chain(silent).min();
        state.written_ms = state.written_ms.max(ended_ms);
        if let Some(since_ms) = since {
            state.add(since_ms, ended_ms);
        }
    }

    /// Records a failed write that was started at this time.
    pub fn note_failed(&self, began_ms: u64) {
        let mut state = self.lock();
        state.since_ms = Some(state.since_ms.map_or(began_ms, |since_ms| since_ms.min(began_ms)));
    }

    /// Milliseconds of outage between two times.
    #[must_use]
    pub fn between(&self, from_ms: u64, to_ms: u64) -> u64 {
        let state = self.lock();
        let now = state.since_ms.into_iter().chain(self.silent_since(&state, to_ms)).min();
        let ended = state.past.back().map_or(0, |(_, ended_ms)| *ended_ms);
        let now = now.map(|since_ms| (since_ms.max(ended), to_ms));
        let within = |(begin, end): (u64, u64)| end.min(to_ms).saturating_sub(begin.max(from_ms));
        state.past.iter().copied().chain(now).map(within).sum()
    }

    /// Time of the last write, if it is too long ago for a server that was awake.
    fn silent_since(&self, state: &State, now_ms: u64) -> Option<u64> {
        let is_silent = now_ms.saturating_sub(state.written_ms) > 2 * self.period_ms;
        is_silent.then_some(state.written_ms)
    }
}

impl State {
    fn add(&mut self, from_ms: u64, to_ms: u64) {
        let ended = self.past.back().map_or(0, |(_, ended_ms)| *ended_ms);
        let from_ms = from_ms.max(ended);
        if from_ms < to_ms {
            self.past.push_back((from_ms, to_ms));
        }
        if self.past.len() > MAX_OUTAGES {
            self.past.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERIOD: Duration = Duration::from_secs(5);

    #[test]
    fn the_time_before_a_start_is_an_outage() {
        let outages = Outages::new(Some(1_000), 15_000, PERIOD);
        assert_eq!(outages.between(0, 20_000), 14_000);
        assert_eq!(outages.between(3_000, 10_000), 7_000);
        assert_eq!(outages.between(15_000, 20_000), 0);
        assert_eq!(Outages::new(None, 15_000, PERIOD).between(0, 20_000), 0);
    }

    #[test]
    fn failed_writes_are_an_outage_until_one_succeeds() {
        let outages = Outages::new(None, 0, PERIOD);
        outages.note_written(900, 901);
        outages.note_failed(1_000);
        outages.note_failed(3_000);
        assert_eq!(outages.between(500, 4_000), 3_000);
        outages.note_written(6_000, 6_100);
        assert_eq!(outages.between(500, 9_000), 5_100);
        assert_eq!(outages.between(6_100, 9_000), 0);
        assert_eq!(outages.between(2_000, 5_000), 3_000);
    }

    #[test]
    fn a_slow_write_and_a_long_silence_are_outages() {
        let outages = Outages::new(None, 0, PERIOD);
        outages.note_written(1_000, 1_500);
        assert_eq!(outages.between(0, 1_500), 0);
        outages.note_written(2_000, 9_000);
        assert_eq!(outages.between(0, 9_000), 7_000);
        assert_eq!(outages.between(0, 19_000), 7_000);
        assert_eq!(outages.between(0, 19_001), 17_001);
        outages.note_written(40_000, 40_001);
        assert_eq!(outages.between(9_000, 50_000), 31_001);
    }

    #[test]
    fn overlapping_writes_are_one_outage() {
        let outages = Outages::new(None, 0, PERIOD);
        outages.note_written(1_000, 4_000);
        outages.note_written(2_000, 5_000);
        assert_eq!(outages.between(0, 6_000), 4_000);
    }
}
