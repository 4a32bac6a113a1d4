//! Server connection on the page: the browser's `WebSocket`.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, EventTarget, MessageEvent, WebSocket};

use crate::game::online::inbox::{self, Inbox};
use crate::game::online::page_address;
use crate::game::online::server_connection::{Connection, ConnectionEvent, Wake};

/// Maximum bytes that wait for the server to read them.
const MAX_UNSENT: u32 = 1024 * 1024;

/// The game's handle of a connection.
#[derive(Default)]
pub(super) struct SocketConnection {
    shared: Rc<RefCell<Shared>>,
    socket: Option<Socket>,
}

/// State that the browser's callbacks change between frames.
#[derive(Default)]
struct Shared {
    inbox: Inbox,
    wake: Option<Wake>,
}

impl Shared {
    fn queue_event(&mut self, event: ConnectionEvent) {
        self.inbox.queue_event(event);
    }

    fn wake(&self) {
        self.wake.iter().for_each(|wake| wake());
    }
}

/// A socket, closed when it is dropped.
struct Socket {
    browsers: WebSocket,
    /// The callbacks must live as long as the socket that calls them.
    _callbacks: [Closure<dyn FnMut(Event)>; 2],
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Socket {
    fn open(url: &str, shared: &Rc<RefCell<Shared>>) -> Option<Self> {
        let socket = WebSocket::new(url).ok()?;
        let reports = |event: ConnectionEvent| {
            let shared = shared.clone();
            Closure::<dyn FnMut(Event)>::new(move |_| {
                shared.borrow_mut().queue_event(event.clone());
                shared.borrow().wake();
            })
        };
        let opened = ConnectionEvent::Opened { has_previews: page_address::has_previews() };
        let callbacks = [reports(opened), reports(ConnectionEvent::Closed)];
        socket.set_onopen(Some(callbacks[0].as_ref().unchecked_ref()));
        socket.set_onclose(Some(callbacks[1].as_ref().unchecked_ref()));
        let (answering, shared) = (socket.clone(), shared.clone());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            // A binary message is ignored, but counted.
            let text = event.data().as_string().unwrap_or_default();
            let now = Duration::from_secs_f64(event.time_stamp().max(0.0) / 1000.0);
            let is_read = answering.buffered_amount() <= MAX_UNSENT;
            let result = shared.borrow_mut().inbox.queue_message(text, now);
            match result {
                // Answers at once, because frames are rare while the page is hidden.
                inbox::QueueResult::Ping(answer) if is_read => {
                    answering.send_with_str(&answer).ok();
                }
                inbox::QueueResult::Message if is_read => shared.borrow().wake(),
                // A flood, or a server that does not read. The inbox is emptied because a closing socket hands out
                // nothing more.
                _ => {
                    answering.close().ok();
                    shared.borrow_mut().inbox.flood();
                    shared.borrow().wake();
                }
            }
        });
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Some(Self { browsers: socket, _callbacks: callbacks, _on_message: on_message })
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.browsers.set_onopen(None);
        self.browsers.set_onclose(None);
        self.browsers.set_onmessage(None);
        // The browser sends what is left first. Closing twice is harmless.
        self.browsers.close().ok();
    }
}

impl Connection for SocketConnection {
    fn wake_with(&mut self, wake: Wake) {
        self.shared.borrow_mut().wake = Some(wake);
        let Some(window) = web_sys::window() else { return };
        listen(&window, "online", &self.shared);
        listen(&window, "focus", &self.shared);
        if let Some(document) = window.document() {
            listen(&document, "visibilitychange", &self.shared);
        }
    }

    fn open(&mut self, url: &str) {
        self.close();
        self.socket = Socket::open(url, &self.shared);
        if self.socket.is_none() {
            self.shared.borrow_mut().queue_event(ConnectionEvent::Closed);
        }
    }

    fn send(&mut self, text: String) {
        if let Some(socket) = &self.socket {
            // A text that cannot be sent is lost with the connection, whose end is reported as an event.
            socket.browsers.send_with_str(&text).ok();
        }
    }

    fn close(&mut self) {
        self.socket = None;
        self.shared.borrow_mut().inbox = Inbox::default();
    }

    fn take_events(&mut self) -> Vec<ConnectionEvent> {
        self.shared.borrow_mut().inbox.take_for_frame()
    }

    fn has_events(&self) -> bool {
        !self.shared.borrow().inbox.is_empty()
    }
}

/// Tries the connection again whenever this event occurs.
fn listen(target: &EventTarget, event: &str, shared: &Rc<RefCell<Shared>>) {
    let shared = shared.clone();
    let callback = Closure::<dyn Fn()>::new(move || {
        shared.borrow_mut().queue_event(ConnectionEvent::RetryNow);
        shared.borrow().wake();
    });
    // Without this event, the connection is retried a little later.
    target.add_event_listener_with_callback(event, callback.as_ref().unchecked_ref()).ok();
    // Leaked on purpose, because it listens for as long as the page exists.
    callback.forget();
}
