//! Where CPU players think on the desktop: a thread for each request, so that no frame waits.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::cpu::{Limits, ThinkReply, ThinkRequest, think, unwatched};

/// Takes requests and hands out replies, without ever blocking.
pub(super) struct Thinker {
    sender: Sender<ThinkReply>,
    receiver: Receiver<ThinkReply>,
}

impl Default for Thinker {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }
}

impl Thinker {
    /// Starts to think.
    pub(super) fn ask(&mut self, request: ThinkRequest) {
        let sender = self.sender.clone();
        thread::spawn(move || {
            // Nobody listens any more once the game is closed.
            sender.send(think(&request, Limits::default(), &mut unwatched)).ok();
        });
    }

    /// The replies that have come in.
    pub(super) fn take_replies(&mut self) -> impl Iterator<Item = ThinkReply> {
        self.receiver.try_iter()
    }
}
