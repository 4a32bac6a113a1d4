//! Extra threads for a search, provided by the caller.

/// Runs work on several threads, because `cpu` itself starts none. Calls the first function on each extra thread and
/// the second on the calling thread, and returns when all have finished.
pub type Threads<'a> = dyn Fn(&(dyn Fn() + Sync), &mut dyn FnMut()) + 'a;

/// [`Threads`] without extra threads.
pub fn single_thread(_: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    work();
}
