//! Games on several cores, with a progress bar.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

/// Carries out `task` for 0, 1, … on so many threads, and returns the results in that order.
///
/// The bar stands on stderr, and only where that is a terminal.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    threads: NonZeroUsize,
    title: &str,
    task: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(count as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_prefix(title.to_owned());
    let next = AtomicUsize::new(0);
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.get().min(count) {
            let (sender, next, task) = (sender.clone(), &next, &task);
            scope.spawn(move || {
                let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                for number in numbers.take_while(|number| *number < count) {
                    // Nobody receives only after another thread has panicked.
                    if sender.send((number, task(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().inspect(|_| bar.inc(1)).collect()
    });
    bar.finish_and_clear();
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// One thread a core.
pub(crate) fn usual_threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order() {
        let squares: Vec<usize> = (0..100).map(|number| number * number).collect();
        for threads in [1, 2, 7, 200] {
            let threads = NonZeroUsize::new(threads).unwrap();
            assert_eq!(in_parallel(100, threads, "", |number| number * number), squares);
        }
        assert!(in_parallel(0, NonZeroUsize::MIN, "", |number| number).is_empty());
    }
}
