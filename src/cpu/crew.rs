//! Who lends the threads that a thought may take besides its own.

/// Lends threads, as `cpu` itself starts none: calls the first on each thread that it has to lend, the second on the
/// calling one, and returns when all have come back.
pub type Crew<'a> = dyn Fn(&(dyn Fn() + Sync), &mut dyn FnMut()) + 'a;

/// The crew that has no threads to lend.
pub fn alone(_: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    work();
}
