//! The line on the desktop: a thread that owns a socket.
//!
//! The thread sleeps until the system says that there is something to read or room to write, or until the game has
//! something to send; it never looks by the clock. Only one thread ever touches the socket, so that reading, writing
//! and encryption need no lock.

use std::io::{self, Read, Write};
use std::net::{TcpStream as StdTcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
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

use crate::game::online::server_line::{Line, LineNews, Wake, answer_to};

/// What says that the socket can be read or written.
const SOCKET: Token = Token(0);
/// What says that the game wants something.
const ORDERS: Token = Token(1);

/// How long each address of the server may take to answer.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long the two sides may take to agree on the line.
const AGREEING: Duration = Duration::from_secs(10);
/// How long the last words may take to be sent.
const PARTING: Duration = Duration::from_secs(2);
/// More bytes than a server says at once.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The line of a window.
#[derive(Default)]
pub(super) struct SocketLine {
    wake: Option<Wake>,
    open: Option<Thread>,
}

/// The thread with the socket. It ends when this is dropped, after what was sent.
struct Thread {
    texts: Option<Sender<String>>,
    news: Receiver<LineNews>,
    waker: Option<Arc<Waker>>,
}

impl Thread {
    fn wake(&self) {
        if let Some(waker) = &self.waker {
            // A thread that has ended needs no waking.
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
        let (tell, news) = channel();
        let teller = Teller { tell, wake: self.wake.clone() };
        let waker = start(url.to_owned(), orders, teller).ok();
        self.open = Some(Thread { texts: Some(texts), news, waker });
    }

    fn send(&mut self, text: String) {
        if let Some(thread) = &self.open {
            // What cannot be sent is lost with the line, and that is in the news.
            thread.texts.as_ref().and_then(|texts| texts.send(text).ok());
            thread.wake();
        }
    }

    fn close(&mut self) {
        self.open = None;
    }

    fn take_news(&mut self) -> Vec<LineNews> {
        let Some(thread) = &self.open else { return Vec::new() };
        let mut news = Vec::new();
        loop {
            match thread.news.try_recv() {
                Ok(next) => news.push(next),
                Err(TryRecvError::Empty) => return news,
                // The thread has ended, however it has.
                Err(TryRecvError::Disconnected) => {
                    self.open = None;
                    news.push(LineNews::Closed);
                    return news;
                }
            }
        }
    }
}

/// Tells the game what happens. When it is dropped, the line is closed.
struct Teller {
    tell: Sender<LineNews>,
    wake: Option<Wake>,
}

impl Teller {
    fn tell(&self, news: LineNews) {
        // Nobody listens any more once the line is let go.
        self.tell.send(news).ok();
    }

    fn wake(&self) {
        self.wake.iter().for_each(|wake| wake());
    }
}

fn start(url: String, orders: Receiver<String>, teller: Teller) -> io::Result<Arc<Waker>> {
    let poll = Poll::new()?;
    let waker = Arc::new(Waker::new(poll.registry(), ORDERS)?);
    // A waker that is gone wakes nobody, not even for what it was asked before.
    let kept = waker.clone();
    let work = move || {
        let Teller { tell, wake } = teller;
        let teller = Teller { tell, wake: wake.clone() };
        // Why it ends makes no difference to the game, which tries again.
        talk(&url, poll, &orders, &teller).ok();
        drop((teller, kept));
        if let Some(wake) = wake {
            wake();
        }
    };
    thread::Builder::new().name("server line".to_owned()).spawn(work)?;
    Ok(waker)
}

/// Why a line ends.
type Ended = Box<dyn std::error::Error>;

/// Makes the line, and carries texts to and fro until it ends.
fn talk(url: &str, mut poll: Poll, orders: &Receiver<String>, teller: &Teller) -> Result<(), Ended> {
    let request = url.into_client_request()?;
    let wire = connect(&request, &poll)?;
    let mut events = Events::with_capacity(8);
    let mut socket = agree(request, wire, &mut poll, &mut events)?;
    teller.tell(LineNews::Opened);
    teller.wake();
    loop {
        let goes_on = send(&mut socket, orders)?;
        if !goes_on {
            return part(&mut socket, &mut poll, &mut events);
        }
        read(&mut socket, teller)?;
        poll.poll(&mut events, None).or_else(unless_interrupted)?;
    }
}

/// Writes what the game wants to send; whether it may want to send more.
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

/// Reads all that is there.
fn read(socket: &mut WebSocket<Wire>, teller: &Teller) -> Result<(), Ended> {
    let mut is_news = false;
    while let Some(message) = unless_blocked(socket.read())? {
        let Message::Text(text) = message else { continue };
        match answer_to(&text) {
            // At once, as the game may not draw a frame for long.
            Some(answer) => {
                unless_blocked(socket.write(Message::text(answer)))?;
            }
            None => is_news = true,
        }
        teller.tell(LineNews::Heard(text.as_str().to_owned()));
    }
    unless_blocked(socket.flush())?;
    if is_news {
        teller.wake();
    }
    Ok(())
}

/// Sends what is left, and says goodbye.
fn part(socket: &mut WebSocket<Wire>, poll: &mut Poll, events: &mut Events) -> Result<(), Ended> {
    let deadline = Instant::now() + PARTING;
    unless_blocked(socket.close(None))?;
    while unless_blocked(socket.flush())?.is_none() {
        wait(poll, events, deadline)?;
    }
    Ok(())
}

/// Waits until the socket can go on.
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

/// What was done; `None` where the socket is not ready for it.
fn unless_blocked<T>(result: tungstenite::Result<T>) -> tungstenite::Result<Option<T>> {
    match result {
        Ok(done) => Ok(Some(done)),
        Err(tungstenite::Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// The two sides agree on the line.
fn agree(request: Request, wire: Wire, poll: &mut Poll, events: &mut Events) -> Result<WebSocket<Wire>, Ended> {
    let config = WebSocketConfig::default().max_message_size(Some(MOST_BYTES)).max_frame_size(Some(MOST_BYTES));
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

/// The wire over a connection, encrypted where the name of a host says that it shall be.
fn wire(stream: StdTcpStream, secure_host: Option<String>, poll: &Poll) -> Result<Wire, Ended> {
    stream.set_nodelay(true)?;
    stream.set_nonblocking(true)?;
    let mut stream = TcpStream::from_std(stream);
    poll.registry().register(&mut stream, SOCKET, Interest::READABLE | Interest::WRITABLE)?;
    let Some(host) = secure_host else { return Ok(Wire::Plain(stream)) };
    let mut roots = RootCertStore::empty();
    // One that cannot be understood trusts nobody; the others may do.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), ServerName::try_from(host)?)?;
    Ok(Wire::Secure(Box::new(StreamOwned::new(connection, stream))))
}

/// What bytes go through.
enum Wire {
    Plain(TcpStream),
    Secure(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(bytes),
            Self::Secure(stream) => stream.read(bytes),
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Secure(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Secure(stream) => stream.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;
    use crate::online::ClientMessage;

    /// A server for one line, and that line, with a channel that tells when the game would be woken.
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

    /// The next news, waited for.
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
