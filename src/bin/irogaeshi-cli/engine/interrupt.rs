//! Interruption of a search from another thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A counter that tells a search to stop while it is above zero, and a flag for the end of input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<State>);

#[derive(Debug, Default)]
struct State {
    raised: AtomicUsize,
    ended: OnceLock<Instant>,
}

impl Interrupt {
    pub(crate) fn raise(&self) {
        self.0.raised.fetch_add(1, Ordering::Relaxed);
    }

    /// Undoes one call of `raise`.
    pub(crate) fn lower(&self) {
        self.0.raised.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) > 0
    }

    /// Marks the end of input.
    pub(crate) fn end(&self) {
        self.0.ended.get_or_init(Instant::now);
    }

    /// Time of the end of input, if it has ended.
    pub(crate) fn ended(&self) -> Option<Instant> {
        self.0.ended.get().copied()
    }
}
