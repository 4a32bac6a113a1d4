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

use crate::game::online::inbox::{Inbox, QueueResult};
use crate::game::online::server_connection::{Connection, ConnectionEvent, Wake};
use crate::online::{Flow, ServerAddress, ServerMessage};

/// Token of events that report the socket as readable or writable.
const SOCKET: Token = Token(0);
/// Token of events that report texts to send or the end.
const OUTGOING: Token = Token(1);

/// Maximum time to connect, for each address of the server.
const MAX_CONNECT_TIME: Duration = Duration::from_secs(5);
/// Maximum time for the TLS and WebSocket handshake.
const MAX_HANDSHAKE_TIME: Duration = Duration::from_secs(10);
/// Maximum time for sending what is left when the connection is closed.
const MAX_CLOSING_TIME: Duration = Duration::from_secs(2);
/// Maximum bytes that wait for the server to read them.
const MAX_UNSENT: usize = 1024 * 1024;
/// Maximum number of messages read before texts to send are looked at again.
const MAX_MESSAGES_AT_ONCE: usize = 64;

/// The game's handle of a connection.
#[derive(Default)]
pub(super) struct SocketConnection {
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

impl Connection for SocketConnection {
    fn wake_with(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    fn open(&mut self, url: &str) {
        let (texts, outgoing) = channel();
        let inbox = SharedInbox::default();
        let reporter = Reporter { inbox: inbox.clone(), wake: self.wake.clone(), begin: Instant::now() };
        let waker = start(url.to_owned(), outgoing, reporter).ok();
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

    fn take_events(&mut self) -> Vec<ConnectionEvent> {
        let Some(thread) = &self.open else { return Vec::new() };
        let events = thread.inbox.lock().take_for_frame();
        if matches!(events.last(), Some(ConnectionEvent::Closed | ConnectionEvent::Flooded)) {
            self.open = None;
        }
        events
    }

    fn has_events(&self) -> bool {
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
struct Reporter {
    inbox: SharedInbox,
    wake: Option<Wake>,
    /// Start of the connection, from which the inbox counts time.
    begin: Instant,
}

impl Reporter {
    fn wake(&self) {
        self.wake.iter().for_each(|wake| wake());
    }
}

fn start(url: String, outgoing: Receiver<String>, reporter: Reporter) -> io::Result<Arc<Waker>> {
    // Reports the end of the connection if anything fails before the thread runs.
    let end = End(reporter);
    let poll = Poll::new()?;
    let waker = Arc::new(Waker::new(poll.registry(), OUTGOING)?);
    // Dropping the last `Waker` would cancel wake-ups that are still pending, so the thread keeps one.
    let last_waker = waker.clone();
    let work = move || {
        let ended = run(&url, poll, &outgoing, &end.0);
        if ended.is_err_and(|why| is_flood(why.as_ref())) {
            end.0.inbox.lock().flood();
        }
        drop((end, last_waker));
    };
    thread::Builder::new().name("server line".to_owned()).spawn(work)?;
    Ok(waker)
}

/// Reports the end of the connection when it is dropped, however the thread has ended.
struct End(Reporter);

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
fn run(url: &str, mut poll: Poll, outgoing: &Receiver<String>, reporter: &Reporter) -> Result<(), Ended> {
    let request = url.into_client_request()?;
    let stream = connect(&request, &poll)?;
    let mut events = Events::with_capacity(8);
    let (mut socket, has_previews) = handshake(request, stream, &mut poll, &mut events)?;
    reporter.inbox.lock().queue_event(ConnectionEvent::Opened { has_previews });
    reporter.wake();
    loop {
        let goes_on = send(&mut socket, outgoing)?;
        if !goes_on {
            return finish(&mut socket, &mut poll, &mut events);
        }
        let is_all = read(&mut socket, reporter)?;
        // Does not sleep while bytes are unread, since they raise no further event.
        poll.poll(&mut events, (!is_all).then_some(Duration::ZERO)).or_else(unless_interrupted)?;
    }
}

/// Writes everything that the game wants to send. Returns false once the game has dropped its handle.
fn send(socket: &mut WebSocket<CountedStream>, outgoing: &Receiver<String>) -> Result<bool, Ended> {
    let goes_on = loop {
        match outgoing.try_recv() {
            Ok(text) => unless_blocked(socket.write(Message::text(text)))?,
            Err(TryRecvError::Empty) => break true,
            Err(TryRecvError::Disconnected) => break false,
        };
    };
    unless_blocked(socket.flush())?;
    Ok(goes_on)
}

/// Reads messages, up to a limit. Returns whether everything was read.
fn read(socket: &mut WebSocket<CountedStream>, reporter: &Reporter) -> Result<bool, Ended> {
    let (mut has_message, mut is_all) = (false, false);
    for _ in 0..MAX_MESSAGES_AT_ONCE {
        let Some(message) = unless_blocked(socket.read())? else {
            is_all = true;
            break;
        };
        let mut inbox = reporter.inbox.lock();
        let now = reporter.begin.elapsed();
        match message {
            Message::Text(text) => match inbox.queue_message(text.as_str().to_owned(), now) {
                // Answers at once, because the game may not draw a frame for long.
                QueueResult::Ping(answer) => {
                    drop(inbox);
                    unless_blocked(socket.write(Message::text(answer)))?;
                }
                QueueResult::Message => has_message = true,
                QueueResult::Flood => return Err(Flood.into()),
            },
            // The WebSocket library answers control frames itself; here they only count towards the limit.
            other if !inbox.count_bytes(other.len(), now) => return Err(Flood.into()),
            _ => {}
        }
    }
    unless_blocked(socket.flush())?;
    if has_message {
        reporter.wake();
    }
    Ok(is_all)
}

/// Closes the WebSocket, and sends what is left.
fn finish(socket: &mut WebSocket<CountedStream>, poll: &mut Poll, events: &mut Events) -> Result<(), Ended> {
    let deadline = Instant::now() + MAX_CLOSING_TIME;
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

/// Completes the WebSocket handshake. Returns also whether the server has previews of games.
fn handshake(
    request: Request,
    stream: CountedStream,
    poll: &mut Poll,
    events: &mut Events,
) -> Result<(WebSocket<CountedStream>, bool), Ended> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(ServerMessage::MAX_BYTES))
        .max_frame_size(Some(ServerMessage::MAX_BYTES))
        .max_write_buffer_size(MAX_UNSENT);
    let deadline = Instant::now() + MAX_HANDSHAKE_TIME;
    let mut result = client_with_config(request, stream, Some(config));
    loop {
        match result {
            Ok((socket, response)) => {
                let metrics = response.headers().get_all("server-timing");
                let has_previews = metrics.iter().any(|metric| metric == ServerAddress::PREVIEWS);
                return Ok((socket, has_previews));
            }
            Err(HandshakeError::Failure(error)) => return Err(error.into()),
            Err(HandshakeError::Interrupted(half)) => {
                wait(poll, events, deadline)?;
                result = half.handshake();
            }
        }
    }
}

/// Connects to the first address of the server that answers.
fn connect(request: &Request, poll: &Poll) -> Result<CountedStream, Ended> {
    let uri = request.uri();
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
    let is_secure = uri.scheme_str() == Some("wss");
    let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    let mut failure = io::Error::from(io::ErrorKind::NotFound);
    for address in (host.as_str(), port).to_socket_addrs()? {
        match StdTcpStream::connect_timeout(&address, MAX_CONNECT_TIME) {
            Ok(stream) => return with_encryption(stream, is_secure.then_some(host), poll),
            Err(error) => failure = error,
        }
    }
    Err(failure.into())
}

/// Wraps a connection in TLS if `secure_host` is named.
fn with_encryption(stream: StdTcpStream, secure_host: Option<String>, poll: &Poll) -> Result<CountedStream, Ended> {
    stream.set_nodelay(true)?;
    stream.set_nonblocking(true)?;
    let mut stream = TcpStream::from_std(stream);
    poll.registry().register(&mut stream, SOCKET, Interest::READABLE | Interest::WRITABLE)?;
    let Some(host) = secure_host else { return Ok(CountedStream::new(Stream::Plain(stream))) };
    let mut roots = RootCertStore::empty();
    // Unreadable certificates are skipped, since the others may be enough.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), ServerName::try_from(host)?)?;
    Ok(CountedStream::new(Stream::Secure(Box::new(StreamOwned::new(connection, stream)))))
}

/// A byte stream that counts what it reads. Messages alone are not enough to limit a flood, because one may consist of
/// endlessly many fragments, even empty ones.
struct CountedStream {
    stream: Stream,
    begin: Instant,
    flow: Flow,
}

enum Stream {
    Plain(TcpStream),
    Secure(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl CountedStream {
    fn new(stream: Stream) -> Self {
        Self { stream, begin: Instant::now(), flow: Flow::default() }
    }
}

impl Read for CountedStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.stream {
            Stream::Plain(stream) => stream.read(bytes),
            Stream::Secure(stream) => stream.read(bytes),
        }?;
        if self.flow.take(read, self.begin.elapsed()) { Ok(read) } else { Err(io::Error::other(Flood)) }
    }
}

impl Write for CountedStream {
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
    fn connected() -> (WebSocket<StdTcpStream>, SocketConnection, Receiver<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let (woken, wakes) = channel();
        let mut connection = SocketConnection::default();
        connection.wake_with(Arc::new(move || {
            woken.send(()).ok();
        }));
        connection.open(&format!("ws://{address}/socket"));
        let (stream, _) = listener.accept().expect("the connection comes");
        let server = tungstenite::accept(stream).expect("both sides agree");
        (server, connection, wakes)
    }

    /// Waits for the next events.
    fn next(connection: &mut SocketConnection, wakes: &Receiver<()>) -> Vec<ConnectionEvent> {
        loop {
            wakes.recv_timeout(Duration::from_mins(1)).expect("the game is woken");
            let events = connection.take_events();
            if !events.is_empty() {
                return events;
            }
        }
    }

    #[test]
    fn texts_travel_both_ways_and_the_end_is_reported() {
        let (mut server, mut connection, wakes) = connected();
        assert_eq!(next(&mut connection, &wakes), [ConnectionEvent::Opened { has_previews: false }]);
        connection.send("over the line".to_owned());
        assert_eq!(server.read().expect("a text"), Message::text("over the line"));
        server.send(Message::text("and back")).expect("it can be sent");
        assert_eq!(next(&mut connection, &wakes), [ConnectionEvent::Received("and back".to_owned())]);
        drop(server);
        assert_eq!(next(&mut connection, &wakes), [ConnectionEvent::Closed]);
        assert_eq!(connection.take_events(), []);
    }

    #[test]
    fn a_ping_is_answered_while_the_game_draws_no_frame() {
        let (mut server, connection, _wakes) = connected();
        server.send(Message::text(r#"{"v": 1, "type": "ping", "ping": 7, "at_ms": 1}"#)).expect("it can be sent");
        let answer = server.read().expect("a text").into_text().expect("a text");
        assert_eq!(ClientMessage::read(&answer), Ok(ClientMessage::Pong { ping: 7 }));
        drop(connection);
    }

    #[test]
    fn texts_sent_before_closing_still_arrive() {
        let (mut server, mut connection, _wakes) = connected();
        let long = "x".repeat(1_000_000);
        connection.send(long.clone());
        connection.send("goodbye".to_owned());
        connection.close();
        assert_eq!(server.read().expect("a text"), Message::text(long));
        assert_eq!(server.read().expect("a text"), Message::text("goodbye"));
        assert!(matches!(server.read(), Ok(Message::Close(_))));
    }

    #[test]
    fn a_server_that_reads_nothing_is_disconnected() {
        let (server, mut connection, wakes) = connected();
        assert_eq!(next(&mut connection, &wakes), [ConnectionEvent::Opened { has_previews: false }]);
        for _ in 0..64 {
            connection.send("x".repeat(512 * 1024));
        }
        assert_eq!(next(&mut connection, &wakes), [ConnectionEvent::Flooded]);
        drop(server);
    }

    #[test]
    fn without_a_listening_server_the_connection_is_closed() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        drop(listener);
        let (woken, wakes) = channel();
        let mut connection = SocketConnection::default();
        connection.wake_with(Arc::new(move || {
            woken.send(()).ok();
        }));
        for url in [format!("ws://{address}/socket"), format!("wss://{address}/socket"), "ws://no host/".to_owned()] {
            connection.open(&url);
            assert_eq!(next(&mut connection, &wakes), [ConnectionEvent::Closed], "{url}");
        }
    }
}
