//! Work on several threads, with a progress bar.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};

/// Runs `task` for 0, 1, … on this many threads and returns the results in that order. Each thread makes its own state
/// with `start`.
///
/// The progress bar appears on stderr, and only if that is a terminal.
///
/// # Errors
/// The first error of a task or a start. No further task is started after it.
pub(crate) fn in_parallel<Worker, T: Send, E: Send>(
    count: usize,
    threads: NonZeroUsize,
    title: &str,
    start: impl Fn() -> Result<Worker, E> + Sync,
    task: impl Fn(&mut Worker, usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    in_parallel_until(count, threads, title, start, task, |_, _| ControlFlow::Continue(()))
}

/// Like [`in_parallel`], but stops when `on_result` breaks. `on_result` receives the results in order, so that it does
/// not matter which is ready first, and may write beside the bar. Returns the results up to the one at which it breaks.
///
/// # Errors
/// As for [`in_parallel`].
pub(crate) fn in_parallel_until<Worker, T: Send, E: Send>(
    count: usize,
    threads: NonZeroUsize,
    title: &str,
    start: impl Fn() -> Result<Worker, E> + Sync,
    task: impl Fn(&mut Worker, usize) -> Result<T, E> + Sync,
    mut on_result: impl FnMut(&T, &ProgressBar) -> ControlFlow<()>,
) -> Result<Vec<T>, E> {
    let bar = progress_bar(count, title);
    let next = AtomicUsize::new(0);
    let work = |sender: &mpsc::Sender<Result<(usize, T), E>>| -> Result<(), E> {
        let mut worker = start()?;
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        for number in numbers.take_while(|number| *number < count) {
            // The receiver is gone once another thread has failed.
            if sender.send(Ok((number, task(&mut worker, number)?))).is_err() {
                break;
            }
        }
        Ok(())
    };
    let results = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.get().min(count) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                if let Err(error) = work(&sender) {
                    next.store(count, Ordering::Relaxed);
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        let (mut early, mut results) = (BTreeMap::new(), Vec::new());
        for received in receiver {
            let (number, result) = received?;
            bar.inc(1);
            early.insert(number, result);
            while let Some(result) = early.remove(&results.len()) {
                let flow = on_result(&result, &bar);
                results.push(result);
                if flow.is_break() {
                    next.store(count, Ordering::Relaxed);
                    return Ok(results);
                }
            }
        }
        Ok(results)
    });
    bar.finish_and_clear();
    results
}

/// Creates a progress bar on stderr, visible only if that is a terminal.
pub(crate) fn progress_bar(count: usize, title: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {msg} {pos}/{len}, {eta} left");
    ProgressBar::new(count as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_prefix(title.to_owned())
}

/// Maximum number of threads, more than any supported computer has cores.
const MAX_THREADS: usize = 256;

/// Parses a number of threads.
///
/// # Errors
/// The allowed range, if the number is outside of it.
pub(crate) fn read_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    threads.ok_or_else(|| format!("must be from 1 to {MAX_THREADS} threads"))
}

/// One thread for each core.
pub(crate) fn usual_threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(threads: usize) -> NonZeroUsize {
        NonZeroUsize::new(threads).expect("at least one")
    }

    #[test]
    fn results_keep_their_order() {
        let squares: Vec<usize> = (0..100).map(|number| number * number).collect();
        let square = |(): &mut (), number| Ok::<_, ()>(number * number);
        for count in [1, 2, 7, 200] {
            assert_eq!(in_parallel(100, threads(count), "", || Ok(()), square).as_ref(), Ok(&squares));
        }
        assert_eq!(in_parallel(0, threads(1), "", || Ok(()), square), Ok(Vec::new()));
    }

    #[test]
    fn a_worker_keeps_what_it_has_made() {
        let count = |made: &mut usize, _| {
            *made += 1;
            Ok::<_, ()>(*made)
        };
        assert_eq!(in_parallel(4, threads(1), "", || Ok(0), count), Ok(vec![1, 2, 3, 4]));
    }

    #[test]
    fn it_ends_where_the_watch_breaks_whoever_is_first() {
        let square = |(): &mut (), number| Ok::<_, ()>(number * number);
        for count in [1, 3, 50] {
            let mut seen = Vec::new();
            let on_result = |result: &usize, _: &ProgressBar| {
                seen.push(*result);
                if *result == 16 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let results = in_parallel_until(1000, threads(count), "", || Ok(()), square, on_result);
            assert_eq!(results, Ok(vec![0, 1, 4, 9, 16]));
            assert_eq!(results, Ok(seen));
        }
    }

    #[test]
    fn the_first_error_ends_it() {
        let begun = AtomicUsize::new(0);
        let fail = |(): &mut (), number| {
            begun.fetch_add(1, Ordering::Relaxed);
            if number == 2 { Err("two") } else { Ok(()) }
        };
        assert_eq!(in_parallel(1000, threads(1), "", || Ok(()), fail), Err("two"));
        assert_eq!(begun.load(Ordering::Relaxed), 3);
        let refuse = || Err::<(), _>("no worker");
        assert_eq!(in_parallel(10, threads(3), "", refuse, |(), number| Ok(number)), Err("no worker"));
    }
}
