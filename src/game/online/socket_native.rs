//! Server connection on the desktop: a thread that owns a socket.
//!
//! The thread sleeps until the system reports that the socket is readable or writable, or until the game has something
//! to send; it never polls on a timer. Only this thread ever touches the socket, so that reading, writing and
//! encryption need no lock.

use std::io::{self, Read, Write};
use std::net::{TcpStream as StdTcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token, Waker};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::handshake::client::Request;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket};

use crate::game::online::inbox::{Heard, Inbox};
use crate::game::online::server_line::{Line, LineNews, Wake};
use crate::online::{Flow, ServerMessage};

/// Token of events that report the socket as readable or writable.
const SOCKET: Token = Token(0);
/// Token of events that report texts to send or the end.
const ORDERS: Token = Token(1);

/// Maximum time to connect, for each address of the server.
const CONNECTING: Duration = Duration::from_secs(5);
/// Maximum time for the TLS and WebSocket handshake.
const AGREEING: Duration = Duration::from_secs(10);
/// Maximum time for sending what is left when the connection is closed.
const PARTING: Duration = Duration::from_secs(2);
/// Maximum bytes that wait for the server to read them.
const MOST_UNSENT: usize = 1024 * 1024;
/// Maximum number of messages read before texts to send are looked at again.
const AT_ONCE: usize = 64;

/// The game's handle of a connection.
#[derive(Default)]
pub(super) struct SocketLine {
    wake: Option<Wake>,
    open: Option<Thread>,
}

/// Handle of the thread with the socket. When this is dropped, the thread sends what is queued and ends.
struct Thread {
    texts: Option<Sender<String>>,
    inbox: SharedInbox,
    waker: Option<Arc<Waker>>,
}

impl Thread {
    fn wake(&self) {
        if let Some(waker) = &self.waker {
            // Fails only if the thread has ended, and then needs no waking.
            waker.wake().ok();
        }
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.texts = None;
        self.wake();
    }
}

impl Line for SocketLine {
    fn wake_with(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    fn open(&mut self, url: &str) {
        let (texts, orders) = channel();
        let inbox = SharedInbox::default();
        let teller = Teller { inbox: inbox.clone(), wake: self.wake.clone(), begin: Instant::now() };
        let waker = start(url.to_owned(), orders, teller).ok();
        self.open = Some(Thread { texts: Some(texts), inbox, waker });
    }

    fn send(&mut self, text: String) {
        if let Some(thread) = &self.open {
            // A text that cannot be sent is lost with the connection, whose end is reported as an event.
            thread.texts.as_ref().and_then(|texts| texts.send(text).ok());
            thread.wake();
        }
    }

    fn close(&mut self) {
        self.open = None;
    }

    fn take_news(&mut self) -> Vec<LineNews> {
        let Some(thread) = &self.open else { return Vec::new() };
        let news = thread.inbox.lock().take_a_frame();
        if matches!(news.last(), Some(LineNews::Closed | LineNews::Flooded)) {
            self.open = None;
        }
        news
    }

    fn has_news(&self) -> bool {
        self.open.as_ref().is_some_and(|thread| !thread.inbox.lock().is_empty())
    }
}

/// An inbox that the thread fills and the game empties.
#[derive(Clone, Default)]
struct SharedInbox(Arc<Mutex<Inbox>>);

impl SharedInbox {
    fn lock(&self) -> MutexGuard<'_, Inbox> {
        // A poisoned lock is harmless, because nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports events to the game.
struct Teller {
    inbox: SharedInbox,
    wake: Option<Wake>,
    /// Start of the connection, from which the inbox counts time.
    begin: Instant,
}

impl Teller {
    fn wake(&self) {
        self.wake.iter().for_each(|wake| wake());
    }
}

fn start(url: String, orders: Receiver<String>, teller: Teller) -> io::Result<Arc<Waker>> {
    // Reports the end of the connection if anything fails before the thread runs.
    let end = End(teller);
    let poll = Poll::new()?;
    let waker = Arc::new(Waker::new(poll.registry(), ORDERS)?);
    // Dropping the last `Waker` would cancel wake-ups that are still pending, so the thread keeps one.
    let kept = waker.clone();
    let work = move || {
        let ended = talk(&url, poll, &orders, &end.0);
        if ended.is_err_and(|why| is_flood(why.as_ref())) {
            end.0.inbox.lock().flood();
        }
        drop((end, kept));
    };
    thread::Builder::new().name("server line".to_owned()).spawn(work)?;
    Ok(waker)
}

/// Reports the end of the connection when it is dropped, however the thread has ended.
struct End(Teller);

impl Drop for End {
    fn drop(&mut self) {
        self.0.inbox.lock().end();
        self.0.wake();
    }
}

/// Reason why a connection ends.
type Ended = Box<dyn std::error::Error>;

/// The server sends more than the limits allow.
#[derive(Debug, thiserror::Error)]
#[error("the server says more than is taken")]
struct Flood;

/// Returns whether a connection ends because the server sends too much, or does not read.
fn is_flood(why: &(dyn std::error::Error + 'static)) -> bool {
    let is_flood_of_bytes =
        |error: &io::Error| error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Flood>);
    match why.downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Io(error)) => is_flood_of_bytes(error),
        Some(
            tungstenite::Error::Capacity(_)
            | tungstenite::Error::AttackAttempt
            | tungstenite::Error::WriteBufferFull(_),
        ) => true,
        Some(_) => false,
        None => why.is::<Flood>(),
    }
}

/// Opens the connection, and carries texts both ways until it ends.
fn talk(url: &str, mut poll: Poll, orders: &Receiver<String>, teller: &Teller) -> Result<(), Ended> {
    let request = url.into_client_request()?;
    let wire = connect(&request, &poll)?;
    let mut events = Events::with_capacity(8);
    let mut socket = agree(request, wire, &mut poll, &mut events)?;
    teller.inbox.lock().push(LineNews::Opened);
    teller.wake();
    loop {
        let goes_on = send(&mut socket, orders)?;
        if !goes_on {
            return part(&mut socket, &mut poll, &mut events);
        }
        let is_all = read(&mut socket, teller)?;
        // Does not sleep while bytes are unread, since they raise no further event.
        poll.poll(&mut events, (!is_all).then_some(Duration::ZERO)).or_else(unless_interrupted)?;
    }
}

/// Writes everything that the game wants to send. Returns false once the game has dropped its handle.
fn send(socket: &mut WebSocket<Wire>, orders: &Receiver<String>) -> Result<bool, Ended> {
    let goes_on = loop {
        match orders.try_recv() {
            Ok(text) => unless_blocked(socket.write(Message::text(text)))?,
            Err(TryRecvError::Empty) => break true,
            Err(TryRecvError::Disconnected) => break false,
        };
    };
    unless_blocked(socket.flush())?;
    Ok(goes_on)
}

/// Reads messages, up to a limit. Returns whether everything was read.
fn read(socket: &mut WebSocket<Wire>, teller: &Teller) -> Result<bool, Ended> {
    let (mut is_news, mut is_all) = (false, false);
    for _ in 0..AT_ONCE {
        let Some(message) = unless_blocked(socket.read())? else {
            is_all = true;
            break;
        };
        let mut inbox = teller.inbox.lock();
        let now = teller.begin.elapsed();
        match message {
            Message::Text(text) => match inbox.hear(text.as_str().to_owned(), now) {
                // Answers at once, because the game may not draw a frame for long.
                Heard::Ping(answer) => {
                    drop(inbox);
                    unless_blocked(socket.write(Message::text(answer)))?;
                }
                Heard::News => is_news = true,
                Heard::Flood => return Err(Flood.into()),
            },
            // The WebSocket library answers control frames itself; here they only count towards the limit.
            other if !inbox.note(other.len(), now) => return Err(Flood.into()),
            _ => {}
        }
    }
    unless_blocked(socket.flush())?;
    if is_news {
        teller.wake();
    }
    Ok(is_all)
}

/// Closes the WebSocket, and sends what is left.
fn part(socket: &mut WebSocket<Wire>, poll: &mut Poll, events: &mut Events) -> Result<(), Ended> {
    let deadline = Instant::now() + PARTING;
    unless_blocked(socket.close(None))?;
    while unless_blocked(socket.flush())?.is_none() {
        wait(poll, events, deadline)?;
    }
    Ok(())
}

/// Waits until the socket is ready; fails after the deadline.
fn wait(poll: &mut Poll, events: &mut Events, deadline: Instant) -> Result<(), Ended> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::Error::from(io::ErrorKind::TimedOut).into());
    }
    Ok(poll.poll(events, Some(left)).or_else(unless_interrupted)?)
}

fn unless_interrupted(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::Interrupted { Ok(()) } else { Err(error) }
}

/// Returns `None` if the socket is not ready.
fn unless_blocked<T>(result: tungstenite::Result<T>) -> tungstenite::Result<Option<T>> {
    match result {
        Ok(done) => Ok(Some(done)),
        Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// Completes the WebSocket handshake.
fn agree(request: Request, wire: Wire, poll: &mut Poll, events: &mut Events) -> Result<WebSocket<Wire>, Ended> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(ServerMessage::MAX_BYTES))
        .max_frame_size(Some(ServerMessage::MAX_BYTES))
        .max_write_buffer_size(MOST_UNSENT);
    let deadline = Instant::now() + AGREEING;
    let mut result = client_with_config(request, wire, Some(config));
    loop {
        match result {
            Ok((socket, _)) => return Ok(socket),
            Err(HandshakeError::Failure(error)) => return Err(error.into()),
            Err(HandshakeError::Interrupted(half)) => {
                wait(poll, events, deadline)?;
                result = half.handshake();
            }
        }
    }
}

/// Connects to the first address of the server that answers.
fn connect(request: &Request, poll: &Poll) -> Result<Wire, Ended> {
    let uri = request.uri();
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
    let is_secure = uri.scheme_str() == Some("wss");
    let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    let mut failure = io::Error::from(io::ErrorKind::NotFound);
    for address in (host.as_str(), port).to_socket_addrs()? {
        match StdTcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => return wire(stream, is_secure.then_some(host), poll),
            Err(error) => failure = error,
        }
    }
    Err(failure.into())
}

/// Wraps a connection in TLS if `secure_host` is named.
fn wire(stream: StdTcpStream, secure_host: Option<String>, poll: &Poll) -> Result<Wire, Ended> {
    stream.set_nodelay(true)?;
    stream.set_nonblocking(true)?;
    let mut stream = TcpStream::from_std(stream);
    poll.registry().register(&mut stream, SOCKET, Interest::READABLE | Interest::WRITABLE)?;
    let Some(host) = secure_host else { return Ok(Wire::new(Stream::Plain(stream))) };
    let mut roots = RootCertStore::empty();
    // Unreadable certificates are skipped, since the others may be enough.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), ServerName::try_from(host)?)?;
    Ok(Wire::new(Stream::Secure(Box::new(StreamOwned::new(connection, stream)))))
}

/// A byte stream that counts what it reads. Messages alone are not enough to limit a flood, because one may consist of
/// endlessly many fragments, even empty ones.
struct Wire {
    stream: Stream,
    begin: Instant,
    flow: Flow,
}

enum Stream {
    Plain(TcpStream),
    Secure(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Wire {
    fn new(stream: Stream) -> Self {
        Self { stream, begin: Instant::now(), flow: Flow::default() }
    }
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.stream {
            Stream::Plain(stream) => stream.read(bytes),
            Stream::Secure(stream) => stream.read(bytes),
        }?;
        if self.flow.take(read, self.begin.elapsed()) { Ok(read) } else { Err(io::Error::other(Flood)) }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Plain(stream) => stream.write(bytes),
            Stream::Secure(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Plain(stream) => stream.flush(),
            Stream::Secure(stream) => stream.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::online::ClientMessage;

    /// A server for one connection, the game's end of it, and a channel that receives each wake-up of the game.
    fn line() -> (WebSocket<StdTcpStream>, SocketLine, Receiver<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let (woken, wakes) = channel();
        let mut line = SocketLine::default();
        line.wake_with(Arc::new(move || {
            woken.send(()).ok();
        }));
        line.open(&format!("ws://{address}/socket"));
        let (stream, _) = listener.accept().expect("the line comes");
        let server = tungstenite::accept(stream).expect("both sides agree");
        (server, line, wakes)
    }

    /// Waits for the next events.
    fn next(line: &mut SocketLine, wakes: &Receiver<()>) -> Vec<LineNews> {
        loop {
            wakes.recv_timeout(Duration::from_mins(1)).expect("the game is woken");
            let news = line.take_news();
            if !news.is_empty() {
                return news;
            }
        }
    }

    #[test]
    fn texts_go_to_and_fro_and_the_end_is_news() {
        let (mut server, mut line, wakes) = line();
        assert_eq!(next(&mut line, &wakes), [LineNews::Opened]);
        line.send("over the line".to_owned());
        assert_eq!(server.read().expect("a text"), Message::text("over the line"));
        server.send(Message::text("and back")).expect("it can be sent");
        assert_eq!(next(&mut line, &wakes), [LineNews::Heard("and back".to_owned())]);
        drop(server);
        assert_eq!(next(&mut line, &wakes), [LineNews::Closed]);
        assert_eq!(line.take_news(), []);
    }

    #[test]
    fn a_ping_is_answered_while_the_game_draws_no_frame() {
        let (mut server, line, _wakes) = line();
        server.send(Message::text(r#"{"v": 1, "type": "ping", "ping": 7, "at_ms": 1}"#)).expect("it can be sent");
        let answer = server.read().expect("a text").into_text().expect("a text");
        assert_eq!(ClientMessage::read(&answer), Ok(ClientMessage::Pong { ping: 7 }));
        drop(line);
    }

    #[test]
    fn what_was_sent_before_the_line_was_let_go_arrives() {
        let (mut server, mut line, _wakes) = line();
        let long = "x".repeat(1_000_000);
        line.send(long.clone());
        line.send("goodbye".to_owned());
        line.close();
        assert_eq!(server.read().expect("a text"), Message::text(long));
        assert_eq!(server.read().expect("a text"), Message::text("goodbye"));
        assert!(matches!(server.read(), Ok(Message::Close(_))));
    }

    #[test]
    fn a_server_that_reads_nothing_is_left_before_much_waits_for_it() {
        let (server, mut line, wakes) = line();
        assert_eq!(next(&mut line, &wakes), [LineNews::Opened]);
        for _ in 0..64 {
            line.send("x".repeat(512 * 1024));
        }
        assert_eq!(next(&mut line, &wakes), [LineNews::Flooded]);
        drop(server);
    }

    #[test]
    fn where_nobody_listens_the_line_is_closed() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        drop(listener);
        let (woken, wakes) = channel();
        let mut line = SocketLine::default();
        line.wake_with(Arc::new(move || {
            woken.send(()).ok();
        }));
        for url in [format!("ws://{address}/socket"), format!("wss://{address}/socket"), "ws://no host/".to_owned()] {
            line.open(&url);
            assert_eq!(next(&mut line, &wakes), [LineNews::Closed], "{url}");
        }
    }
}
