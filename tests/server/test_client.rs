//! A client with a real socket and a copy of the room, like a player's program.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use irogaeshi::online::{
    Action, ClientMessage, ClientRoom, CommandId, DeviceToken, Event, Failure, PlayerName, Presence, Reaction,
    Received, Refusal, Room, RoomCode, RoomListing, RoomOptions, ServerMessage,
};
use irogaeshi::rules::{Player, Square};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

use crate::running_server::MAX_WAIT;

/// Maximum time of one read from the socket.
const READ_TIMEOUT: Duration = Duration::from_millis(20);

/// The end of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Closed {
    /// The server's reason.
    pub(crate) failed: Option<Failure>,
    /// The close code.
    pub(crate) code: Option<u16>,
}

pub(crate) struct TestClient {
    socket: Option<WebSocket<TcpStream>>,
    token: DeviceToken,
    pub(crate) code: Option<RoomCode>,
    pub(crate) room: ClientRoom,
    /// Acknowledged commands with their last events.
    pub(crate) done: Vec<(CommandId, u64)>,
    pub(crate) refused: Vec<(CommandId, Refusal)>,
    pub(crate) reactions: Vec<(Player, Reaction)>,
    /// Reasons for reactions that were not understood.
    pub(crate) not_understood: Vec<String>,
    pub(crate) presence: Presence,
    /// Number of presence messages so far.
    pub(crate) presences: usize,
    pub(crate) rooms: Option<Vec<RoomListing>>,
    /// True for a client with the same id in all rooms.
    is_of_earlier_version: bool,
    /// True if pings are answered.
    pub(crate) is_alive: bool,
    failed: Option<Failure>,
    pub(crate) closed: Option<Closed>,
    /// All events received from the server.
    pub(crate) events: Vec<Event>,
}

/// Opens a socket, with an origin like a browser if given.
pub(crate) fn open_socket(address: SocketAddr, origin: Option<&str>) -> Result<WebSocket<TcpStream>, String> {
    let headers: Vec<_> = origin.map(|origin| ("origin", origin)).into_iter().collect();
    open_socket_with(address, &headers)
}

/// Opens a socket like a proxy that forwards its client's address.
pub(crate) fn open_socket_from(address: SocketAddr, client: &str) -> Result<WebSocket<TcpStream>, String> {
    open_socket_with(address, &[("x-forwarded-for", client)])
}

fn open_socket_with(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<WebSocket<TcpStream>, String> {
    open_socket_at(address, "/socket?ids=room&rooms=3", headers)
}

fn open_socket_at(
    address: SocketAddr,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<WebSocket<TcpStream>, String> {
    let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(MAX_WAIT)).map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let mut request = tungstenite::client::IntoClientRequest::into_client_request(format!("ws://{address}{path}"))
        .map_err(|error| error.to_string())?;
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().expect("a value"));
    }
    let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
    Ok(socket)
}

/// A number not used for any other request or command.
pub(crate) fn new_request_id() -> CommandId {
    static NUMBERS: AtomicU64 = AtomicU64::new(1 << 40);
    CommandId(NUMBERS.fetch_add(1, Ordering::Relaxed))
}

impl TestClient {
    /// A client with this secret, not connected yet.
    pub(crate) fn new(secret: u128) -> Self {
        let token = DeviceToken::new(secret);
        Self {
            socket: None,
            room: ClientRoom::new(token.id(), 1),
            token,
            code: None,
            done: Vec::new(),
            refused: Vec::new(),
            reactions: Vec::new(),
            not_understood: Vec::new(),
            presence: Presence::default(),
            presences: 0,
            rooms: None,
            is_of_earlier_version: false,
            is_alive: true,
            failed: None,
            closed: None,
            events: Vec::new(),
        }
    }

    /// A connected client.
    pub(crate) fn connect(address: SocketAddr, secret: u128) -> Self {
        let mut client = Self::new(secret);
        client.open(address).expect("a socket opens");
        client
    }

    /// A client connected by a proxy that reports this address.
    pub(crate) fn connect_from(address: SocketAddr, secret: u128, from: &str) -> Self {
        let mut client = Self::new(secret);
        client.use_socket(open_socket_from(address, from).expect("a socket opens")).expect("a timeout can be set");
        client
    }

    /// A connected client of an earlier version.
    pub(crate) fn connect_as_earlier_version(address: SocketAddr, secret: u128) -> Self {
        let mut client = Self { is_of_earlier_version: true, ..Self::new(secret) };
        client.use_socket(open_socket_at(address, "/socket", &[]).expect("a socket opens")).expect("it can be used");
        client
    }

    /// Connects or reconnects.
    pub(crate) fn open(&mut self, address: SocketAddr) -> Result<(), String> {
        self.use_socket(open_socket(address, None)?)
    }

    /// Connects or reconnects through a proxy that reports this address.
    pub(crate) fn open_from(&mut self, address: SocketAddr, from: &str) -> Result<(), String> {
        self.use_socket(open_socket_from(address, from)?)
    }

    fn use_socket(&mut self, socket: WebSocket<TcpStream>) -> Result<(), String> {
        socket.get_ref().set_read_timeout(Some(READ_TIMEOUT)).map_err(|error| error.to_string())?;
        (self.socket, self.closed, self.failed) = (Some(socket), None, None);
        Ok(())
    }

    /// Drops the connection without closing it properly.
    pub(crate) fn cut(&mut self) {
        self.socket = None;
    }

    pub(crate) fn send(&mut self, message: &ClientMessage) {
        self.send_raw(Message::text(message.write()));
    }

    /// Sends any message. A closed connection is noticed when reading.
    pub(crate) fn send_raw(&mut self, message: Message) {
        if let Some(socket) = &mut self.socket {
            drop(socket.send(message));
        }
    }

    pub(crate) fn token(&self) -> DeviceToken {
        self.token.clone()
    }

    /// Makes a room and waits for the welcome.
    pub(crate) fn create(&mut self, options: RoomOptions) -> RoomCode {
        self.create_as(new_request_id(), options)
    }

    /// Makes a room under this number and waits for the welcome.
    pub(crate) fn create_as(&mut self, id: CommandId, options: RoomOptions) -> RoomCode {
        self.send(&ClientMessage::Create { id, token: self.token(), options: Box::new(options) });
        self.wait("a welcome", |client| client.room.room().is_some());
        self.code.expect("a welcome names the room")
    }

    /// Joins a room, or returns to it, and waits for the welcome.
    pub(crate) fn hello(&mut self, room: RoomCode) {
        self.say_hello(room);
        self.wait("a welcome", |client| client.room.room().is_some());
    }

    pub(crate) fn say_hello(&mut self, room: RoomCode) {
        self.send(&ClientMessage::Hello { room, token: self.token(), seen: self.room.seen() });
    }

    /// Looks for a match and waits for the welcome.
    pub(crate) fn play(&mut self, name: &str, options: RoomOptions) -> RoomCode {
        self.play_as(new_request_id(), name, options)
    }

    /// Looks for a match under this number and waits for the welcome.
    pub(crate) fn play_as(&mut self, id: CommandId, name: &str, options: RoomOptions) -> RoomCode {
        let name = PlayerName::nearest(name);
        self.send(&ClientMessage::Play { id, token: self.token(), name, options: Box::new(options) });
        self.wait("a welcome", |client| client.room.room().is_some());
        self.code.expect("a welcome names the room")
    }

    /// Sends a command without waiting.
    pub(crate) fn ask(&mut self, action: Action) -> CommandId {
        let command = self.room.ask(action).expect("the client may ask");
        let id = command.id;
        self.send(&ClientMessage::Command(command));
        id
    }

    /// Sends a command and waits until it is obeyed.
    pub(crate) fn act(&mut self, action: Action) {
        let text = format!("{action:?}");
        let id = self.ask(action);
        self.wait(&text, |client| client.answer(id).is_some());
        assert_eq!(self.answer(id), Some(Ok(())), "{text}");
        let sequence = self.done.iter().find(|(done, _)| *done == id).map_or(0, |(_, sequence)| *sequence);
        self.wait("its events", |client| client.room.seen() >= sequence);
    }

    /// Result of a command; `None` without an answer.
    pub(crate) fn answer(&self, id: CommandId) -> Option<Result<(), Refusal>> {
        let is_done = self.done.iter().any(|(done, _)| *done == id);
        let refused = self.refused.iter().find(|(refused, _)| *refused == id);
        refused.map(|(_, refusal)| Err(refusal.clone())).or(is_done.then_some(Ok(())))
    }

    /// Sits down and waits for the answer.
    pub(crate) fn sit(&mut self, player: Player, name: &str) {
        self.act(Action::TakeSeat { player, name: PlayerName::nearest(name) });
    }

    /// Declares itself ready and waits for the answer.
    pub(crate) fn ready(&mut self) {
        self.act(Action::SetReady { ready: true });
    }

    /// The room as this client has it.
    pub(crate) fn known(&self) -> &Room {
        self.room.room().expect("the client was welcomed")
    }

    /// The first legal move, if it is this client's turn.
    pub(crate) fn move_now(&self) -> Option<Action> {
        let room = self.room.room()?;
        let game = room.game().filter(|game| game.ended.is_none())?;
        let player = room.seat_of(self.room.me())?;
        let is_mine = game.to_move() == Some(player) && self.room.move_ahead().is_none();
        let square: Square = game.record.position().legal_squares().iter().next().filter(|_| is_mine)?;
        Some(Action::Move { player, square, ply: game.record.ply() })
    }

    /// Reads until the condition holds.
    ///
    /// # Panics
    /// If it does not hold in time, or the connection ends before.
    pub(crate) fn wait(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let until = Instant::now() + MAX_WAIT;
        while !is_so(self) {
            assert!(self.closed.is_none(), "waiting for {what}: {:?}", self.closed);
            assert!(Instant::now() < until, "waiting for {what}");
            self.read();
        }
    }

    /// Reads until the server closes the connection.
    pub(crate) fn wait_until_closed(&mut self) -> Closed {
        let until = Instant::now() + MAX_WAIT;
        while self.closed.is_none() {
            assert!(Instant::now() < until, "the connection stays open");
            self.read();
        }
        self.closed.clone().expect("it is closed")
    }

    /// Reads one message, or none if none arrives in a moment.
    pub(crate) fn read(&mut self) {
        let Some(socket) = &mut self.socket else {
            self.closed.get_or_insert(Closed { failed: None, code: None });
            return;
        };
        match socket.read() {
            Ok(Message::Text(text)) => {
                self.handle_message(ServerMessage::read(&text).expect("servers write messages"));
            }
            Ok(Message::Close(frame)) => {
                let code =
                    frame.map(|frame| u16::from(frame.code)).filter(|code| *code != u16::from(CloseCode::Status));
                self.closed = Some(Closed { failed: self.failed.take(), code });
                // The library answers the close; after that the socket is finished.
                drop(socket.flush());
            }
            Ok(_) => {}
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => {
                self.closed.get_or_insert(Closed { failed: self.failed.take(), code: None });
                self.socket = None;
            }
        }
    }

    fn handle_message(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { room, you, events, .. } => {
                let ids = self.token.ids(room);
                let expected = if self.is_of_earlier_version { ids.everywhere } else { ids.in_room };
                assert_eq!(you, expected, "the server knows who this is");
                self.room.is_called(you);
                self.code = Some(room);
                self.receive(&events);
            }
            ServerMessage::Events { events } => self.receive(&events),
            ServerMessage::Done { id, sequence } => {
                self.done.push((id, sequence));
                self.room.done(id, sequence);
            }
            ServerMessage::Refused { id, refusal } => {
                self.refused.push((id, refusal));
                self.room.refused(id);
            }
            ServerMessage::Presence(presence) => (self.presence, self.presences) = (presence, self.presences + 1),
            ServerMessage::Rooms { rooms } => self.rooms = Some(rooms),
            ServerMessage::Reaction { player, reaction } => self.reactions.push((player, reaction)),
            ServerMessage::Failed(failure) => self.failed = Some(failure),
            ServerMessage::Ping { ping, .. } => {
                if self.is_alive {
                    self.send(&ClientMessage::Pong { ping });
                }
            }
            ServerMessage::NotUnderstood { why } => self.not_understood.push(why),
            ServerMessage::Unknown => {}
        }
    }

    fn receive(&mut self, events: &[Event]) {
        let seen = self.room.seen();
        let received = self.room.receive(events).expect("what the server sends follows");
        assert_ne!(received, Received::Gap, "one connection loses nothing");
        self.events.extend(events.iter().filter(|event| event.sequence > seen).cloned());
    }

    /// Repeats every unanswered command.
    pub(crate) fn ask_again(&mut self) {
        let commands: Vec<_> = self.room.unanswered().cloned().collect();
        for command in commands {
            self.send(&ClientMessage::Command(command));
        }
    }
}
