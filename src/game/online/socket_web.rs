//! The line on the page: the browser's socket.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, EventTarget, MessageEvent, WebSocket};

use crate::game::online::server_line::{Line, LineNews, Wake, answer_to};

/// The line of a page.
#[derive(Default)]
pub(super) struct SocketLine {
    heard: Rc<RefCell<Heard>>,
    socket: Option<Socket>,
}

/// What the browser calls with, between frames.
#[derive(Default)]
struct Heard {
    news: Vec<LineNews>,
    wake: Option<Wake>,
}

impl Heard {
    fn hear(&mut self, news: LineNews) {
        self.news.push(news);
    }

    fn wake(&self) {
        self.wake.iter().for_each(|wake| wake());
    }
}

/// A socket, closed when it is dropped.
struct Socket {
    browsers: WebSocket,
    /// The callbacks live as long as the socket that calls them.
    _callbacks: [Closure<dyn FnMut(Event)>; 2],
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Socket {
    fn open(url: &str, heard: &Rc<RefCell<Heard>>) -> Option<Self> {
        let socket = WebSocket::new(url).ok()?;
        let tells = |news: LineNews| {
            let heard = heard.clone();
            Closure::<dyn FnMut(Event)>::new(move |_| {
                heard.borrow_mut().hear(news.clone());
                heard.borrow().wake();
            })
        };
        let callbacks = [tells(LineNews::Opened), tells(LineNews::Closed)];
        socket.set_onopen(Some(callbacks[0].as_ref().unchecked_ref()));
        socket.set_onclose(Some(callbacks[1].as_ref().unchecked_ref()));
        let (answering, heard) = (socket.clone(), heard.clone());
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = event.data().as_string() else { return };
            // At once, as frames are rare on a page that nobody sees.
            let answer = answer_to(&text);
            let is_news = answer.is_none();
            answer.and_then(|answer| answering.send_with_str(&answer).ok());
            heard.borrow_mut().hear(LineNews::Heard(text));
            if is_news {
                heard.borrow().wake();
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
        // The browser sends what is left first. A socket that is closed already stays so.
        self.browsers.close().ok();
    }
}

impl Line for SocketLine {
    fn wake_with(&mut self, wake: Wake) {
        self.heard.borrow_mut().wake = Some(wake);
        let Some(window) = web_sys::window() else { return };
        listen(&window, "online", &self.heard);
        listen(&window, "focus", &self.heard);
        if let Some(document) = window.document() {
            listen(&document, "visibilitychange", &self.heard);
        }
    }

    fn open(&mut self, url: &str) {
        self.close();
        self.socket = Socket::open(url, &self.heard);
        if self.socket.is_none() {
            self.heard.borrow_mut().hear(LineNews::Closed);
        }
    }

    fn send(&mut self, text: String) {
        if let Some(socket) = &self.socket {
            // What cannot be sent is lost with the line, and that is in the news.
            socket.browsers.send_with_str(&text).ok();
        }
    }

    fn close(&mut self) {
        self.socket = None;
        self.heard.borrow_mut().news.clear();
    }

    fn take_news(&mut self) -> Vec<LineNews> {
        std::mem::take(&mut self.heard.borrow_mut().news)
    }
}

/// Another try may be worth it whenever this happens.
fn listen(target: &EventTarget, event: &str, heard: &Rc<RefCell<Heard>>) {
    let heard = heard.clone();
    let callback = Closure::<dyn Fn()>::new(move || {
        heard.borrow_mut().hear(LineNews::WorthATry);
        heard.borrow().wake();
    });
    // Without it, the line is made again a little later.
    target.add_event_listener_with_callback(event, callback.as_ref().unchecked_ref()).ok();
    // It is heard as long as the page is there.
    callback.forget();
}
