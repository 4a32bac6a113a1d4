//! What several searches of one position share, so that they help each other.
//!
//! All of them search the same, through one transposition table, and whoever is first is heard. What one is at work on
//! the others put off, so that they mostly look at different moves (Weill, The ABDADA distributed minimax search
//! algorithm, ICCA Journal 19(1), 1996, in the simpler form of Kerrigan, Simplified ABDADA).

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many positions are remembered as being worked on. They are few: the upper parts of the trees.
const BUSY: usize = 1 << 12;

/// What no position is marked with but by a chance of 2^-64.
const NOBODY: u64 = 0;

/// Searches that work together.
pub(crate) struct Team {
    /// The number of the step that is worked on.
    step: AtomicU32,
    is_stopped: AtomicBool,
    /// What each of the steps before came to.
    results: Mutex<Vec<(i32, u8)>>,
    nodes: AtomicU64,
    busy: Box<[AtomicU64]>,
}

impl Team {
    pub(crate) fn new() -> Self {
        let busy = std::iter::repeat_with(AtomicU64::default).take(BUSY).collect();
        Self {
            step: AtomicU32::new(0),
            is_stopped: AtomicBool::new(false),
            results: Mutex::default(),
            nodes: AtomicU64::new(0),
            busy,
        }
    }

    /// Ends all searches.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Whether a step is still to be worked on.
    #[inline(always)]
    pub(crate) fn is_at(&self, step: u32) -> bool {
        self.step.load(Ordering::Relaxed) == step && !self.is_stopped()
    }

    /// Says what a step came to; what was said first counts.
    pub(crate) fn finish(&self, step: u32, result: (i32, u8)) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        if results.len() == step as usize {
            results.push(result);
            self.step.store(step + 1, Ordering::Relaxed);
        }
    }

    /// What a step came to; `None` while it is worked on, and where it was stopped.
    pub(crate) fn result(&self, step: u32) -> Option<(i32, u8)> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).get(step as usize).copied()
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.busy[mark as usize % BUSY]
    }

    /// Whether somebody else works on a position, by its mark.
    pub(crate) fn is_busy(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    /// Marks a position as being worked on. Where two share a slot, only the later one is known.
    pub(crate) fn enter(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    /// Takes the mark back, unless somebody else's has taken its place.
    pub(crate) fn leave(&self, mark: u64) {
        let _ = self.slot(mark).compare_exchange(mark, NOBODY, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_busy_when_all_have_left() {
        let team = Team::new();
        // Two positions at one place.
        let (first, second) = (7, 7 + BUSY as u64);
        team.enter(first);
        team.enter(second);
        assert!(team.is_busy(second));
        team.leave(first);
        assert!(team.is_busy(second), "somebody else has left");
        team.leave(second);
        assert!(!team.is_busy(first) && !team.is_busy(second));
    }
}
