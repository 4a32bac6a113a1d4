//! Thinking on the page: a web worker, so that no frame waits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use bevy::prelude::*;
use js_sys::{Function, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{ErrorEvent, Event, MessageEvent, Worker};

use crate::cpu::{ThinkNews, ThinkRequest, answer_without_engine};
use crate::game::text::say;
use crate::game::ui::notice::Notice;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, report_failures);
}

/// Maximum number of playouts or visited positions without a worker. A frame must not take much longer than usual then.
const PLAYOUTS_WITHOUT_WORKER: u64 = 400;

thread_local! {
    /// Ends of requests since the last frame: answered by a worker, or failed with an error.
    static ENDED_REQUESTS: RefCell<Vec<Result<(), String>>> = const { RefCell::new(Vec::new()) };
}

/// Takes requests and returns news about them without ever blocking. It handles one request at a time.
///
/// The page keeps one pool of idle workers for all instances, because each worker holds the memory of its deepest
/// search.
#[derive(Default)]
pub(crate) struct CpuWorker {
    worker: Option<RunningWorker>,
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
struct State {
    news: VecDeque<ThinkNews>,
    /// Request in progress.
    open: Option<ThinkRequest>,
    has_failed: bool,
}

impl State {
    fn receive(&mut self, news: ThinkNews) {
        if let ThinkNews::Reply(_) = news {
            self.open = None;
            ENDED_REQUESTS.with_borrow_mut(|ended| ended.push(Ok(())));
        }
        self.news.push_back(news);
    }

    /// Answers the open request without a worker, otherwise the match would stop. It uses playouts, because only the
    /// worker has the engine with its evaluation.
    fn answer_open(&mut self, reason: String) {
        if let Some(request) = self.open.take() {
            let reply = answer_without_engine(&request, PLAYOUTS_WITHOUT_WORKER);
            self.news.push_back(ThinkNews::Reply(reply));
            ENDED_REQUESTS.with_borrow_mut(|ended| ended.push(Err(reason)));
        }
    }
}

/// A worker with a request. Dropping it ends the worker.
struct RunningWorker {
    /// `None` once it was returned to the page.
    worker: Option<Worker>,
    /// The callbacks must live as long as the worker that calls them.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl RunningWorker {
    /// Returns an idle worker to the page.
    fn return_to_page(mut self) {
        if let Some(worker) = self.take() {
            call_page("returnWorker", &worker);
        }
    }

    fn post(&self, json: &str) -> Option<()> {
        self.worker.as_ref()?.post_message(&json.into()).ok()
    }

    /// Takes the worker out and removes its callbacks.
    fn take(&mut self) -> Option<Worker> {
        self.worker.take().inspect(|worker| {
            worker.set_onmessage(None);
            worker.set_onerror(None);
        })
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        if let Some(worker) = self.take() {
            call_page("endWorker", &worker);
        }
    }
}

impl CpuWorker {
    /// Starts a request and cancels the one before.
    pub(crate) fn ask(&mut self, request: ThinkRequest) {
        self.stop();
        self.worker = self.start();
        let json = serde_json::to_string(&request).ok();
        self.state.borrow_mut().open = Some(request);
        let posted = self.worker.as_ref().zip(json).and_then(|(running, json)| running.post(&json));
        if posted.is_none() {
            self.state.borrow_mut().answer_open("the browser gives no worker".to_owned());
        }
    }

    /// Does nothing: cancelling a search ends its worker, and everything it remembers would be lost.
    #[expect(clippy::unused_self, reason = "on the desktop somebody thinks")]
    pub(crate) fn think_ahead(&mut self, _: ThinkRequest) {}

    /// Announces the next likely request, so that an idle worker gets ready for it.
    #[expect(clippy::unused_self, reason = "as the page keeps the workers that wait, it is the page that is told")]
    pub(crate) fn expect(&self, request: &ThinkRequest) {
        if let Ok(json) = serde_json::to_string(request) {
            call_page("expectRequest", &json.into());
        }
    }

    /// Cancels the request; it gets no reply. A busy worker receives no messages, so it is ended.
    pub(crate) fn stop(&mut self) {
        self.release_worker();
        self.state.borrow_mut().open = None;
        self.worker = None;
    }

    /// Cancels the request. Idle workers belong to the page and keep their memory.
    pub(crate) fn release_memory(&mut self) {
        self.stop();
    }

    /// Returns whether the worker program is still being downloaded.
    pub(crate) fn is_loading(&self) -> bool {
        self.worker.is_some()
            && of_page("worker").and_then(|progress| progress.as_string()).as_deref() == Some("loading")
    }

    /// News since the last call.
    pub(crate) fn take_news(&mut self) -> impl Iterator<Item = ThinkNews> {
        self.release_worker();
        std::mem::take(&mut self.state.borrow_mut().news).into_iter()
    }

    /// Releases a worker without a request: a failed one is ended, any other returns to the pool.
    fn release_worker(&mut self) {
        let has_failed = std::mem::take(&mut self.state.borrow_mut().has_failed);
        if has_failed {
            self.worker = None;
        } else if self.state.borrow().open.is_none()
            && let Some(worker) = self.worker.take()
        {
            worker.return_to_page();
        }
    }

    fn start(&self) -> Option<RunningWorker> {
        let start: Function = of_page("startWorker")?.dyn_into().ok()?;
        let worker: Worker = start.call0(&JsValue::UNDEFINED).ok()?.dyn_into().ok()?;
        let state = self.state.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(news) = event.data().as_string().and_then(|json| serde_json::from_str(&json).ok()) {
                state.borrow_mut().receive(news);
            }
        });
        let state = self.state.clone();
        let on_error = Closure::new(move |event: Event| {
            // If the script itself is missing, the event is a plain one without a message.
            let reason =
                event.dyn_ref::<ErrorEvent>().map_or_else(|| "its script is missing".to_owned(), ErrorEvent::message);
            let mut state = state.borrow_mut();
            state.has_failed = true;
            state.answer_open(reason);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(RunningWorker { worker: Some(worker), _on_message: on_message, _on_error: on_error })
    }
}

/// Tells the player once that no worker can think, and again only after one could.
fn report_failures(mut is_reported: Local<bool>, mut notices: MessageWriter<Notice>) {
    for ended in ENDED_REQUESTS.take() {
        if let Err(reason) = &ended {
            warn!("no worker can think, so the CPU guesses on the page itself: {reason}");
            if !*is_reported {
                notices.write(Notice::trouble(say!("cpu-guesses")));
            }
        }
        *is_reported = ended.is_err();
    }
}

/// Calls a function of the page, if it exists.
fn call_page(function: &str, what: &JsValue) {
    if let Some(function) = of_page(function).and_then(|member| member.dyn_into::<Function>().ok()) {
        function.call1(&JsValue::UNDEFINED, what).ok();
    }
}

/// A member of the object that page and game share.
fn of_page(member: &str) -> Option<JsValue> {
    let page = Reflect::get(&js_sys::global(), &"irogaeshi".into()).ok()?;
    Reflect::get(&page, &member.into()).ok()
}
