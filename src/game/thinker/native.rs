//! Thinking on the desktop: one thread per request, so that no frame waits.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use crate::cpu::{Answer, Control, NoAnswer, Progress, ThinkNews, ThinkReply, ThinkRequest, Thinker};

/// Size of the engine's transposition table, which is kept between requests. A web page cannot afford as much.
const TABLE_BYTES: usize = 128 << 20;

/// Interval between progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Takes requests and returns news about them without ever blocking. It handles one request at a time.
pub(crate) struct CpuWorker {
    sender: Sender<ThinkNews>,
    receiver: Receiver<ThinkNews>,
    /// Stop flag of the last request, shared with its thread.
    stopped: Arc<AtomicBool>,
    /// Keeps the engine from one request to the next. A running search holds the lock until it has ended.
    thinker: Arc<Mutex<Thinker>>,
}

impl Default for CpuWorker {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, stopped: Arc::default(), thinker: new_thinker() }
    }
}

impl CpuWorker {
    /// Starts a request and cancels the one before.
    pub(crate) fn ask(&mut self, request: ThinkRequest) {
        self.stop();
        let (sender, stopped, thinker) = (self.sender.clone(), self.stopped.clone(), self.thinker.clone());
        let id = request.id;
        let work = move || {
            let start = Instant::now();
            let time = request.question.time();
            let mut reported_at = start;
            let mut on_progress = |progress: Progress| {
                if stopped.load(Ordering::Relaxed) || time.is_some_and(|time| start.elapsed() >= time) {
                    return ControlFlow::Break(());
                }
                if reported_at.elapsed() >= PROGRESS_INTERVAL {
                    reported_at = Instant::now();
                    let gone = time.map_or(0.0, |time| start.elapsed().as_secs_f32() / time.as_secs_f32());
                    // The receiver is gone once the game is closed.
                    sender.send(ThinkNews::Progress(request.id, progress.by_the_clock(gone))).ok();
                }
                ControlFlow::Continue(())
            };
            let mut on_answer = |answer: &Answer| {
                if !stopped.load(Ordering::Relaxed) {
                    sender.send(ThinkNews::SoFar(request.id, answer.clone())).ok();
                }
            };
            let control = Control::new().on_progress(&mut on_progress).on_report(&mut on_answer);
            let reply = catch_panic(request.id, || {
                lock(&thinker).answer(&request, None, &mut control.with_threads(&on_all_threads))
            });
            if !stopped.load(Ordering::Relaxed) {
                sender.send(ThinkNews::Reply(reply)).ok();
            }
        };
        if let Err(error) = thread::Builder::new().name("thinker".to_owned()).spawn(work) {
            let answer = Err(NoAnswer::NoThread(error.to_string()));
            self.sender.send(ThinkNews::Reply(ThinkReply { id, answer })).ok();
        }
    }

    /// Starts a request whose reply nobody waits for; its results may help later ones.
    pub(crate) fn think_ahead(&mut self, request: ThinkRequest) {
        self.ask(request);
    }

    /// Announces the next likely request. On the page, a worker takes long to get ready for it.
    #[expect(clippy::unused_self, reason = "on the page it is passed on")]
    pub(crate) const fn expect(&self, _: &ThinkRequest) {}

    /// Cancels the request; it gets no reply.
    pub(crate) fn stop(&mut self) {
        std::mem::take(&mut self.stopped).store(true, Ordering::Relaxed);
    }

    /// Cancels the request and frees the engine's memory.
    pub(crate) fn release_memory(&mut self) {
        self.stop();
        // A search that has not ended yet keeps the old engine alive until then.
        self.thinker = new_thinker();
    }

    /// Alive until the engine's memory is freed.
    #[cfg(test)]
    pub(crate) fn memory(&self) -> std::sync::Weak<Mutex<Thinker>> {
        Arc::downgrade(&self.thinker)
    }

    /// Alive until the last request has ended and was cancelled or replaced.
    #[cfg(test)]
    pub(crate) fn running_request(&self) -> std::sync::Weak<AtomicBool> {
        Arc::downgrade(&self.stopped)
    }

    /// Returns whether the engine is still being loaded. On the desktop it is part of the program.
    #[expect(clippy::unused_self, reason = "on the page it has to be asked")]
    pub(crate) const fn is_loading(&self) -> bool {
        false
    }

    /// News since the last call.
    pub(crate) fn take_news(&mut self) -> impl Iterator<Item = ThinkNews> {
        self.receiver.try_iter()
    }
}

/// A thinker that allocates nothing before its first request.
fn new_thinker() -> Arc<Mutex<Thinker>> {
    Arc::new(Mutex::new(Thinker::new(TABLE_BYTES)))
}

/// Runs a search and reports a panic as a failure, because nobody must wait for it for ever.
fn catch_panic(id: u64, think: impl FnOnce() -> ThinkReply) -> ThinkReply {
    // Unwind-safe: what the search worked on is its own and dropped with it.
    catch_unwind(AssertUnwindSafe(think)).unwrap_or(ThinkReply { id, answer: Err(NoAnswer::Failed) })
}

/// Locks the thinker, after the previous search has ended.
fn lock(thinker: &Mutex<Thinker>) -> MutexGuard<'_, Thinker> {
    thinker.lock().unwrap_or_else(|failed| {
        // The state left behind by a search that panicked cannot be trusted.
        thinker.clear_poison();
        let mut thinker = failed.into_inner();
        *thinker = Thinker::new(TABLE_BYTES);
        thinker
    })
}

/// Runs `help` on a thread for every other core, beside `work` on this one.
fn on_all_threads(help: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    let others = thread::available_parallelism().map_or(0, |cores| cores.get() - 1);
    thread::scope(|scope| {
        for _ in 0..others {
            scope.spawn(help);
        }
        work();
    });
}

impl Drop for CpuWorker {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panicking_search_still_gets_a_reply() {
        let thinker = Mutex::new(Thinker::new(TABLE_BYTES));
        let reply = catch_panic(7, || {
            let _thinker = lock(&thinker);
            panic!("a defect")
        });
        assert_eq!(reply, ThinkReply { id: 7, answer: Err(NoAnswer::Failed) });
        assert!(thinker.is_poisoned());
        drop(lock(&thinker));
        assert!(!thinker.is_poisoned(), "the next request has an engine");
    }
}
