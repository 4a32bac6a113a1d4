//! Where CPU players think on the page: a web worker, so that no frame waits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use bevy::log::warn;
use js_sys::Function;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::page::of_page;
use crate::cpu::{Limit, ThinkNews, ThinkRequest, think_without_engine, unwatched};

/// How many playouts a player makes, or positions it visits, at most where there is no worker: no frame may take much
/// longer than usual then.
const PLAYOUTS_WITHOUT_WORKER: u32 = 400;

/// Takes requests and hands out news of them, without ever blocking. It thinks about one request at a time.
#[derive(Default)]
pub(super) struct Thinker {
    worker: Option<RunningWorker>,
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
struct State {
    news: VecDeque<ThinkNews>,
    /// The request that the worker has.
    open: Option<ThinkRequest>,
    has_failed: bool,
}

impl State {
    fn hear(&mut self, news: ThinkNews) {
        if let ThinkNews::Reply(_) = news {
            self.open = None;
        }
        self.news.push_back(news);
    }

    /// Answers what is open without a worker, or the match would stand still: by playouts, as the engine with its
    /// evaluation is part of the worker alone.
    fn answer_open(&mut self) {
        if let Some(request) = self.open.take() {
            let limit = Limit::AtMost(PLAYOUTS_WITHOUT_WORKER);
            self.news.push_back(ThinkNews::Reply(think_without_engine(&request, limit, &mut unwatched)));
        }
    }
}

/// A worker, ended when it is dropped.
struct RunningWorker {
    worker: Worker,
    /// The callbacks live as long as the worker that calls them.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Thinker {
    /// Starts to think, and stops to think about whatever was asked before.
    pub(super) fn ask(&mut self, request: ThinkRequest) {
        self.stop();
        if self.worker.is_none() && !self.state.borrow().has_failed {
            self.worker = self.start();
        }
        let json = serde_json::to_string(&request).ok();
        self.state.borrow_mut().open = Some(request);
        let worker = self.worker.as_ref().filter(|_| !self.state.borrow().has_failed);
        let posted = worker.zip(json).and_then(|(running, json)| running.worker.post_message(&json.into()).ok());
        if posted.is_none() {
            self.state.borrow_mut().answer_open();
        }
    }

    /// Stops to think; no reply comes to what was asked. A busy worker hears nothing, so it is ended.
    pub(super) fn stop(&mut self) {
        if self.state.borrow_mut().open.take().is_some() {
            self.worker = None;
        }
    }

    /// What there is to hear since the last time.
    pub(super) fn take_news(&mut self) -> impl Iterator<Item = ThinkNews> {
        std::mem::take(&mut self.state.borrow_mut().news).into_iter()
    }

    fn start(&self) -> Option<RunningWorker> {
        let start: Function = of_page("startWorker")?.dyn_into().ok()?;
        let worker: Worker = start.call0(&JsValue::UNDEFINED).ok()?.dyn_into().ok()?;
        let state = self.state.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(news) = event.data().as_string().and_then(|json| serde_json::from_str(&json).ok()) {
                state.borrow_mut().hear(news);
            }
        });
        let state = self.state.clone();
        let on_error = Closure::new(move |event: ErrorEvent| {
            warn!("the worker failed, so the CPU thinks on the page itself: {}", event.message());
            let mut state = state.borrow_mut();
            state.has_failed = true;
            state.answer_open();
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(RunningWorker { worker, _on_message: on_message, _on_error: on_error })
    }
}
