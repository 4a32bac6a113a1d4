//! Where CPU players think on the desktop: a thread for each request, so that no frame waits.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use crate::cpu::{KeptEngine, Limit, NoAnswer, Progress, ThinkNews, ThinkReply, ThinkRequest, think};

/// How many bytes the transposition table of the engine takes that is kept: more than a page has for it.
const TABLE_BYTES: usize = 128 << 20;

/// How often a thought says how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Takes requests and hands out news of them, without ever blocking. It thinks about one request at a time.
pub(crate) struct Thinker {
    sender: Sender<ThinkNews>,
    receiver: Receiver<ThinkNews>,
    /// What stops the thought about the last request. The thread holds it as long as it runs.
    stopped: Arc<AtomicBool>,
    /// The engine that is kept from one request to the next. Whoever thinks has it until the thought has ended.
    kept: Arc<Mutex<KeptEngine>>,
}

impl Default for Thinker {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, stopped: Arc::default(), kept: new_engine() }
    }
}

impl Thinker {
    /// Starts to think, and stops to think about whatever was asked before.
    pub(crate) fn ask(&mut self, request: ThinkRequest) {
        self.stop();
        let (sender, stopped, kept) = (self.sender.clone(), self.stopped.clone(), self.kept.clone());
        let id = request.id;
        let work = move || {
            let start = Instant::now();
            let time = request.question.time();
            let mut said = start;
            let mut watch = |progress: Progress| {
                if stopped.load(Ordering::Relaxed) || time.is_some_and(|time| start.elapsed() >= time) {
                    return ControlFlow::Break(());
                }
                if said.elapsed() >= PROGRESS_INTERVAL {
                    said = Instant::now();
                    let gone = time.map_or(0.0, |time| start.elapsed().as_secs_f32() / time.as_secs_f32());
                    // Nobody listens any more once the game is closed.
                    sender.send(ThinkNews::Progress(request.id, progress.by_the_clock(gone))).ok();
                }
                ControlFlow::Continue(())
            };
            let mut tell = |answer| {
                if !stopped.load(Ordering::Relaxed) {
                    sender.send(ThinkNews::SoFar(request.id, answer)).ok();
                }
            };
            let reply = or_why_not(request.id, || {
                let mut kept = in_hand(&kept);
                think(&request, Limit::Own, &mut tell, &mut watch, &crew, &mut kept)
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

    /// Thinks about something that may come in useful. Nobody waits for the reply.
    pub(crate) fn think_ahead(&mut self, request: ThinkRequest) {
        self.ask(request);
    }

    /// Is told what is likely to be asked next: on the page it takes long to be ready for that.
    #[expect(clippy::unused_self, reason = "on the page it is passed on")]
    pub(crate) const fn expect(&self, _: &ThinkRequest) {}

    /// Stops to think; no reply comes to what was asked.
    pub(crate) fn stop(&mut self) {
        std::mem::take(&mut self.stopped).store(true, Ordering::Relaxed);
    }

    /// Stops to think, and gives back the memory in which the engine keeps what it has found out.
    pub(crate) fn give_back(&mut self) {
        self.stop();
        // A thought that has not ended yet holds the old one until then.
        self.kept = new_engine();
    }

    /// Lives on until the engine's memory is given back.
    #[cfg(test)]
    pub(crate) fn memory(&self) -> std::sync::Weak<Mutex<KeptEngine>> {
        Arc::downgrade(&self.kept)
    }

    /// Lives on until the thought about the last request has ended and another one was asked or it was stopped.
    #[cfg(test)]
    pub(crate) fn thought(&self) -> std::sync::Weak<AtomicBool> {
        Arc::downgrade(&self.stopped)
    }

    /// Whether what thinks is still being loaded: here it is part of the program.
    #[expect(clippy::unused_self, reason = "on the page it has to be asked")]
    pub(crate) const fn is_loading(&self) -> bool {
        false
    }

    /// What there is to hear since the last time.
    pub(crate) fn take_news(&mut self) -> impl Iterator<Item = ThinkNews> {
        self.receiver.try_iter()
    }
}

/// An engine that takes no memory until it is asked.
fn new_engine() -> Arc<Mutex<KeptEngine>> {
    Arc::new(Mutex::new(KeptEngine::new(TABLE_BYTES)))
}

/// What a thought comes to, or that it failed: whoever waits for it must not wait for ever.
fn or_why_not(id: u64, think: impl FnOnce() -> ThinkReply) -> ThinkReply {
    // What it worked on is its own and is dropped with it.
    catch_unwind(AssertUnwindSafe(think)).unwrap_or(ThinkReply { id, answer: Err(NoAnswer::Failed) })
}

/// The engine that is kept, as soon as the thought before has ended.
fn in_hand(kept: &Mutex<KeptEngine>) -> MutexGuard<'_, KeptEngine> {
    kept.lock().unwrap_or_else(|failed| {
        // What a thought left behind that has failed is not trusted.
        kept.clear_poison();
        let mut kept = failed.into_inner();
        *kept = KeptEngine::new(TABLE_BYTES);
        kept
    })
}

/// Lends a thread for every core but the one that thinks anyway.
fn crew(help: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    let others = thread::available_parallelism().map_or(0, |cores| cores.get() - 1);
    thread::scope(|scope| {
        for _ in 0..others {
            scope.spawn(help);
        }
        work();
    });
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_that_fails_is_answered_all_the_same() {
        let kept = Mutex::new(KeptEngine::new(TABLE_BYTES));
        let reply = or_why_not(7, || {
            let _engine = in_hand(&kept);
            panic!("a defect")
        });
        assert_eq!(reply, ThinkReply { id: 7, answer: Err(NoAnswer::Failed) });
        assert!(kept.is_poisoned());
        drop(in_hand(&kept));
        assert!(!kept.is_poisoned(), "the next thought has an engine");
    }
}
