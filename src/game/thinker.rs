//! Where CPU players think on the desktop: a thread for each request, so that no frame waits.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cpu::{Limit, Progress, ThinkNews, ThinkRequest, think};

/// How often a thought says how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Takes requests and hands out news of them, without ever blocking. It thinks about one request at a time.
pub(super) struct Thinker {
    sender: Sender<ThinkNews>,
    receiver: Receiver<ThinkNews>,
    /// What stops the thought about the last request. The thread holds it as long as it runs.
    stopped: Arc<AtomicBool>,
}

impl Default for Thinker {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, stopped: Arc::default() }
    }
}

impl Thinker {
    /// Starts to think, and stops to think about whatever was asked before.
    pub(super) fn ask(&mut self, request: ThinkRequest) {
        self.stop();
        let (sender, stopped) = (self.sender.clone(), self.stopped.clone());
        thread::spawn(move || {
            let start = Instant::now();
            let time = request.question.time();
            let mut said = start;
            let mut watch = |progress: Progress| {
                if stopped.load(Ordering::Relaxed) || time.is_some_and(|time| start.elapsed() >= time) {
                    return ControlFlow::Break(());
                }
                if said.elapsed() >= PROGRESS_INTERVAL {
                    said = Instant::now();
                    // Nobody listens any more once the game is closed.
                    sender.send(ThinkNews::Progress(request.id, progress)).ok();
                }
                ControlFlow::Continue(())
            };
            let mut tell = |answer| {
                if !stopped.load(Ordering::Relaxed) {
                    sender.send(ThinkNews::SoFar(request.id, answer)).ok();
                }
            };
            let reply = think(&request, Limit::Own, &mut tell, &mut watch, &crew);
            if !stopped.load(Ordering::Relaxed) {
                sender.send(ThinkNews::Reply(reply)).ok();
            }
        });
    }

    /// Stops to think; no reply comes to what was asked.
    pub(super) fn stop(&mut self) {
        std::mem::take(&mut self.stopped).store(true, Ordering::Relaxed);
    }

    /// Lives on until the thought about the last request has ended and another one was asked or it was stopped.
    #[cfg(test)]
    pub(super) fn thought(&self) -> std::sync::Weak<AtomicBool> {
        Arc::downgrade(&self.stopped)
    }

    /// What there is to hear since the last time.
    pub(super) fn take_news(&mut self) -> impl Iterator<Item = ThinkNews> {
        self.receiver.try_iter()
    }
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
