//! Where CPU players think on the page: a web worker, so that no frame waits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use bevy::log::warn;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::page::of_page;
use crate::cpu::{Limits, ThinkReply, ThinkRequest, think, unwatched};

/// Takes requests and hands out replies, without ever blocking.
#[derive(Default)]
pub(super) struct Thinker {
    worker: Option<RunningWorker>,
    replies: Rc<RefCell<VecDeque<ThinkReply>>>,
    /// The request the worker has, and whether the worker has failed.
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
struct State {
    open: Option<ThinkRequest>,
    has_failed: bool,
}

struct RunningWorker {
    worker: Worker,
    /// The callbacks live as long as the worker that calls them.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Thinker {
    /// Starts to think.
    pub(super) fn ask(&mut self, request: ThinkRequest) {
        if self.worker.is_none() && !self.state.borrow().has_failed {
            self.worker = self.start();
        }
        self.state.borrow_mut().open = Some(request.clone());
        let posted = self.worker.as_ref().filter(|_| !self.state.borrow().has_failed).and_then(|running| {
            let json = serde_json::to_string(&request).ok()?;
            running.worker.post_message(&JsValue::from_str(&json)).ok()
        });
        if posted.is_none() {
            self.replies.borrow_mut().push_back(think(&request, Limits::default(), &mut unwatched));
        }
    }

    /// The replies that have come in.
    pub(super) fn take_replies(&mut self) -> impl Iterator<Item = ThinkReply> {
        self.replies.take().into_iter()
    }

    fn start(&self) -> Option<RunningWorker> {
        let url = of_page("workerUrl").and_then(|url| url.as_string())?;
        let worker = Worker::new(&url).ok()?;
        let replies = self.replies.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            let reply = event.data().as_string().and_then(|json| serde_json::from_str(&json).ok());
            replies.borrow_mut().extend(reply);
        });
        let (replies, state) = (self.replies.clone(), self.state.clone());
        let on_error = Closure::new(move |event: ErrorEvent| {
            warn!("the worker failed, so the CPU thinks on the page itself: {}", event.message());
            let mut state = state.borrow_mut();
            state.has_failed = true;
            // What the worker was asked must still be answered, or the match would stand still.
            replies
                .borrow_mut()
                .extend(state.open.take().map(|request| think(&request, Limits::default(), &mut unwatched)));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(RunningWorker { worker, _on_message: on_message, _on_error: on_error })
    }
}
