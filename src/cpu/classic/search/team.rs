//! Shared state of the threads that search one position together.
//!
//! All threads run the same search through one transposition table, and the first to finish a step sets its result. A
//! thread defers moves that another one is searching, so that they mostly search different moves (Weill, The ABDADA
//! distributed minimax search algorithm, ICCA Journal 19(1), 1996, in the simpler form of Kerrigan, Simplified ABDADA).

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of slots for positions being searched. Few are needed, because only the upper parts of the trees are shared.
const BUSY: usize = 1 << 12;

/// Mark of an empty slot; a position has it with a probability of 2^-64.
const NOBODY: u64 = 0;

pub(crate) struct Team {
    /// Number of the current step.
    step: AtomicU32,
    is_stopped: AtomicBool,
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

    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Returns whether a step is still in progress.
    #[inline(always)]
    pub(crate) fn is_at(&self, step: u32) -> bool {
        self.step.load(Ordering::Relaxed) == step && !self.is_stopped()
    }

    /// Sets the result of a step, unless another thread already has.
    pub(crate) fn finish(&self, step: u32, result: (i32, u8)) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        if results.len() == step as usize {
            results.push(result);
            self.step.store(step + 1, Ordering::Relaxed);
        }
    }

    /// Result of a step; `None` while it is in progress, or if it was stopped.
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

    /// Returns whether another thread is searching the position with this mark.
    pub(crate) fn is_busy(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    /// Marks a position as being searched. Of two positions with the same slot, only the later is known.
    pub(crate) fn enter(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    /// Removes the mark, unless another position has taken the slot.
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
        // Two positions with the same slot.
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
