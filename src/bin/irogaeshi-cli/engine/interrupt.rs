//! What cuts a thought short from another thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// Says from elsewhere that a thought is not wanted any more, for as long as it is raised once or more, and when nobody
/// will ever ask for another.
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

    /// Takes back that it was raised once.
    pub(crate) fn lower(&self) {
        self.0.raised.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) > 0
    }

    /// Says that nothing more will be asked.
    pub(crate) fn end(&self) {
        self.0.ended.get_or_init(Instant::now);
    }

    /// Since when nothing more is asked, if that is so.
    pub(crate) fn ended(&self) -> Option<Instant> {
        self.0.ended.get().copied()
    }
}
