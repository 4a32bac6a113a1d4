//! A room whose players are all here: they play match after match with moves by chance, and compare what they were
//! told.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::poll_fn;
use std::num::NonZeroU32;
use std::task::Poll;
use std::time::{Duration, Instant};

use irogaeshi::online::{
    Action, Change, ClientMessage, ClientRoom, Command, CommandId, DeviceToken, Event, Phase, PlayerName, Received,
    Refusal, Room, RoomCode, RoomMatch, RoomOptions, ServerMessage,
};
use irogaeshi::rules::Square;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use thiserror::Error;
use tokio::time::{sleep_until, timeout};

use crate::load::route::Route;
use crate::load::samples::Samples;
use crate::sockets::connection::{Connection, ConnectionError};
use crate::sockets::device::{DeviceError, draw};

/// How long it may take until all that was asked is answered and everybody has it.
const SETTLING: Duration = Duration::from_secs(15);

/// When the moves of a room are due.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    next: Instant,
    interval: Duration,
}

/// A room, and all of its players.
pub(crate) struct LoadRoom {
    /// The way of somebody new.
    route: Route,
    code: RoomCode,
    clients: Vec<Client>,
    dice: Xoshiro256PlusPlus,
    /// Moves that not everybody has yet, the oldest first.
    moves: VecDeque<SentMove>,
    /// The moves of each match as the first client has them that sees its end.
    records: BTreeMap<u32, Vec<Square>>,
    played: Played,
}

/// A player of a room.
struct Client {
    route: Route,
    token: DeviceToken,
    connection: Connection,
    room: ClientRoom,
    /// The match to whose end another was asked for.
    rematch_after: u32,
    /// Moves that the server has acknowledged.
    acknowledged: Vec<CommandId>,
}

/// A move on its way.
struct SentMove {
    client: usize,
    id: CommandId,
    at: Instant,
    /// The event that it has become.
    sequence: Option<u64>,
}

/// What has been measured in a room, or in all of them.
#[derive(Default)]
pub(crate) struct Played {
    /// Moves that everybody has.
    pub(crate) moves: u64,
    pub(crate) matches: u64,
    /// How often a connection was lost and made again.
    pub(crate) reconnects: u64,
    /// From the sending of a move until the server says that it is done.
    pub(crate) acknowledgement: Samples,
    /// From the sending of a move until everybody has it.
    pub(crate) everybody: Samples,
    /// Clients that have another record of a match than the others, or another room at the end.
    pub(crate) differences: u64,
    /// Acknowledged moves that the server does not have at the end.
    pub(crate) lost: u64,
    /// Acknowledged moves that it has more than once.
    pub(crate) doubled: u64,
    /// What went wrong, and how often.
    pub(crate) errors: BTreeMap<String, u64>,
}

/// Why a room cannot go on.
#[derive(Debug, Error)]
pub(crate) enum RoomError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[error("a command is refused: {0}")]
    Refused(#[from] Refusal),
    #[error("the server and this program disagree on the rules: {0}")]
    Event(#[from] irogaeshi::online::EventError),
    #[error("events are missing")]
    Gap,
    #[error("the server has closed the room, as it does when a room has too many events")]
    Closed,
    #[error("no answer has come for {} s", SETTLING.as_secs())]
    Unanswered,
}

impl Pace {
    /// The pace of one of so many rooms which together make moves at this rate, in turn.
    pub(crate) fn shared(rate: NonZeroU32, rooms: u32, index: u32, begin: Instant) -> Self {
        let interval = Duration::from_secs_f64(f64::from(rooms) / f64::from(rate.get()));
        Self { next: begin + interval.mul_f64(f64::from(index) / f64::from(rooms.max(1))), interval }
    }
}

impl Client {
    async fn open(route: Route, opening: Opening) -> Result<Self, RoomError> {
        let token = DeviceToken::new(draw()?);
        let greeting = match opening {
            Opening::Make(options) => ClientMessage::Create { id: CommandId(0), token: token.clone(), options },
            Opening::Join(room) => ClientMessage::Hello { room, token: token.clone(), seen: 0 },
        };
        let (connection, answer) = route.enter(&greeting).await?;
        let room = ClientRoom::new(token.id(), 1);
        let mut client = Self { route, token, connection, room, rematch_after: 0, acknowledged: Vec::new() };
        if let ServerMessage::Welcome { you, events, .. } = answer {
            client.room.is_called(you);
            client.apply(&events)?;
        }
        Ok(client)
    }

    /// Asks for something and waits until it is done.
    async fn obtain(&mut self, action: Action) -> Result<(), RoomError> {
        let asked = self.ask(action).await?;
        loop {
            match self.connection.receive().await? {
                ServerMessage::Events { events } => self.apply(&events)?,
                ServerMessage::Ping { ping, .. } => self.say(&ClientMessage::Pong { ping }).await,
                ServerMessage::Refused { id, refusal } if id == asked => return Err(refusal.into()),
                ServerMessage::Done { id, sequence } if id == asked => {
                    self.room.done(id, sequence);
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    async fn ask(&mut self, action: Action) -> Result<CommandId, RoomError> {
        let command: Command = self.room.ask(action)?;
        let id = command.id;
        self.say(&ClientMessage::Command(command)).await;
        Ok(id)
    }

    /// Says something. That the connection is lost is heard by whoever listens to it.
    async fn say(&mut self, message: &ClientMessage) {
        drop(self.connection.send(message).await);
    }

    fn apply(&mut self, events: &[Event]) -> Result<(), RoomError> {
        match self.room.receive(events)? {
            Received::Applied(_) => Ok(()),
            // Nothing gets lost on the way over one connection.
            Received::Gap => Err(RoomError::Gap),
        }
    }

    /// Whether it can make a move now, as far as it knows. It sits elsewhere in each match.
    fn can_move(&self) -> bool {
        let Some(room) = self.room.room().filter(|room| room.phase() == Phase::Playing) else { return false };
        let mover = room.game().and_then(RoomMatch::to_move);
        mover.is_some() && mover == room.seat_of(self.room.me()) && self.room.move_ahead().is_none()
    }
}

/// How a client comes to its room.
enum Opening {
    Make(Box<RoomOptions>),
    Join(RoomCode),
}

impl LoadRoom {
    /// Makes a room, and lets everybody sit down and be ready.
    ///
    /// # Errors
    /// When the server does not let them.
    pub(crate) async fn open(mut route: Route, options: RoomOptions, seed: u64) -> Result<Self, RoomError> {
        let seats = options.variant.everybody();
        let mut clients: Vec<Client> = Vec::new();
        let mut code = None;
        for seat in seats {
            let opening = code.map_or_else(|| Opening::Make(Box::new(options.clone())), Opening::Join);
            let mut client = Client::open(route.clone(), opening).await?;
            route = route.next();
            code = code.or_else(|| client.room.room().map(Room::code));
            client.obtain(Action::TakeSeat { player: seat, name: PlayerName::nearest(seat.key()) }).await?;
            clients.push(client);
        }
        for client in &mut clients {
            client.obtain(Action::SetReady { ready: true }).await?;
        }
        Ok(Self {
            route,
            code: code.unwrap_or_else(|| RoomCode::new(0)),
            clients,
            dice: Xoshiro256PlusPlus::seed_from_u64(seed),
            moves: VecDeque::new(),
            records: BTreeMap::new(),
            played: Played::default(),
        })
    }

    /// Plays until then, waits until everybody has everything, and compares.
    pub(crate) async fn play(mut self, pace: Option<Pace>, until: Instant) -> Played {
        let played = match self.play_until(pace, until).await {
            Ok(()) => self.compare().await,
            Err(error) => Err(error),
        };
        if let Err(error) = played {
            self.played.fail(&error);
        }
        for client in self.clients {
            client.connection.close().await;
        }
        self.played
    }

    async fn play_until(&mut self, mut pace: Option<Pace>, until: Instant) -> Result<(), RoomError> {
        let mut settled_by = until + SETTLING;
        loop {
            let now = Instant::now();
            let mover = (0..self.clients.len()).find(|index| now < until && self.clients[*index].can_move());
            let due = match (mover, &pace) {
                (Some(_), None) => Some(now),
                (Some(_), Some(pace)) => Some(pace.next),
                (None, _) => None,
            };
            if let (Some(mover), Some(due)) = (mover, due)
                && due <= now
            {
                self.place(mover).await?;
                if let Some(pace) = &mut pace {
                    pace.next += pace.interval;
                }
                continue;
            }
            if now >= until && self.is_settled() {
                return Ok(());
            }
            let end = if now < until { until } else { settled_by };
            let wake = due.map_or(end, |due| due.min(end));
            tokio::select! {
                (client, message) = next_message(&mut self.clients) => match message {
                    Ok(message) => self.hear(client, message).await?,
                    Err(error) => {
                        self.bring_back(client, error).await?;
                        settled_by = settled_by.max(Instant::now() + SETTLING);
                    }
                },
                () = sleep_until(wake.into()) => {
                    if Instant::now() >= settled_by {
                        return Err(RoomError::Unanswered);
                    }
                }
            }
        }
    }

    /// Whether everybody has everything, as far as is known here.
    fn is_settled(&self) -> bool {
        let last = self.clients.iter().map(|client| client.room.seen()).max();
        let has_all = |client: &Client| Some(client.room.seen()) == last && client.room.unanswered().next().is_none();
        self.moves.is_empty() && self.clients.iter().all(has_all)
    }

    /// A client makes a move by chance.
    async fn place(&mut self, index: usize) -> Result<(), RoomError> {
        let client = &mut self.clients[index];
        let Some(game) = client.room.room().and_then(Room::game) else { return Ok(()) };
        let (squares, player) = (game.record.position().legal_squares(), game.to_move());
        let chosen = self.dice.random_range(0..squares.len().max(1));
        let (Some(square), Some(player)) = (squares.iter().nth(chosen), player) else { return Ok(()) };
        let action = Action::Move { player, square, ply: game.record.ply() };
        let at = Instant::now();
        let id = client.ask(action).await?;
        self.moves.push_back(SentMove { client: index, id, at, sequence: None });
        Ok(())
    }

    async fn hear(&mut self, index: usize, message: ServerMessage) -> Result<(), RoomError> {
        let now = Instant::now();
        match message {
            ServerMessage::Events { events } => {
                self.find_moves(&events);
                self.clients[index].apply(&events)?;
                self.count_received(now);
                self.after_match(index).await?;
            }
            ServerMessage::Done { id, sequence } => {
                self.clients[index].room.done(id, sequence);
                self.acknowledge(index, id, now);
                self.count_received(now);
            }
            ServerMessage::Refused { id, refusal } => {
                self.clients[index].room.refused(id);
                self.moves.retain(|sent| sent.client != index || sent.id != id);
                self.played.fail(&RoomError::Refused(refusal));
            }
            ServerMessage::Ping { ping, .. } => {
                self.clients[index].say(&ClientMessage::Pong { ping }).await;
            }
            _ => {}
        }
        Ok(())
    }

    /// A client that has lost its connection comes back, reads what it has missed, and asks again for what was not
    /// answered.
    async fn bring_back(&mut self, index: usize, error: ConnectionError) -> Result<(), RoomError> {
        let client = &mut self.clients[index];
        let (token, seen) = (client.token.clone(), client.room.seen());
        let hello = ClientMessage::Hello { room: self.code, token, seen };
        let (connection, answer) = client.route.enter_again(&hello, error).await?;
        client.connection = connection;
        self.played.reconnects += 1;
        let ServerMessage::Welcome { you, events, .. } = answer else { return Ok(()) };
        client.room.is_called(you);
        let now = Instant::now();
        self.find_moves(&events);
        let client = &mut self.clients[index];
        client.apply(&events)?;
        for command in client.room.unanswered().cloned().collect::<Vec<_>>() {
            client.say(&ClientMessage::Command(command)).await;
        }
        // A move that has come back as an event is not asked for again, and so not answered.
        let seen = client.room.seen();
        let is_seen = |sent: &&SentMove| sent.sequence.is_some_and(|sequence| sequence <= seen);
        let stored = self.moves.iter().filter(|sent| sent.client == index).filter(is_seen);
        for id in stored.map(|sent| sent.id).collect::<Vec<_>>() {
            self.acknowledge(index, id, now);
        }
        self.count_received(now);
        self.after_match(index).await
    }

    /// The server has said that a move is stored.
    fn acknowledge(&mut self, index: usize, id: CommandId, now: Instant) {
        let client = &mut self.clients[index];
        let is_new = client.acknowledged.last().is_none_or(|last| *last < id);
        let sent = self.moves.iter().find(|sent| sent.client == index && sent.id == id);
        if let Some(sent) = sent.filter(|_| is_new) {
            self.played.acknowledgement.push(now - sent.at);
            client.acknowledged.push(id);
        }
    }

    /// Learns which events the moves on their way have become.
    fn find_moves(&mut self, events: &[Event]) {
        for event in events.iter().filter(|event| matches!(event.change, Change::Moved { .. })) {
            let is_it = |sent: &&mut SentMove| {
                let device = self.clients[sent.client].room.me();
                event.who.device() == Some(device) && event.command == Some(sent.id)
            };
            if let Some(sent) = self.moves.iter_mut().find(is_it) {
                sent.sequence = Some(event.sequence);
            }
        }
    }

    /// Counts the moves that everybody has now, the one who made them with the acknowledgement.
    fn count_received(&mut self, now: Instant) {
        let seen = self.clients.iter().map(|client| client.room.seen()).min().unwrap_or_default();
        while let Some(sent) = self.moves.front()
            && sent.sequence.is_some_and(|sequence| sequence <= seen)
            && self.clients[sent.client].acknowledged.last().is_some_and(|last| *last >= sent.id)
        {
            self.played.everybody.push(now - sent.at);
            self.played.moves += 1;
            self.moves.pop_front();
        }
    }

    /// When a client sees the end of a match, its record is compared, and it agrees to another.
    ///
    /// # Errors
    /// When there will be no other.
    async fn after_match(&mut self, index: usize) -> Result<(), RoomError> {
        let client = &mut self.clients[index];
        let Some(room) = client.room.room() else { return Ok(()) };
        match room.phase() {
            Phase::Closed => return Err(RoomError::Closed),
            Phase::Waiting | Phase::Playing => return Ok(()),
            Phase::Over => {}
        }
        let Some(game) = room.game().filter(|game| game.number > client.rematch_after) else { return Ok(()) };
        client.rematch_after = game.number;
        let squares: Vec<Square> = game.record.played().iter().map(|turn| turn.placement.square()).collect();
        match self.records.get(&game.number) {
            None => {
                self.records.insert(game.number, squares);
                self.played.matches += 1;
            }
            Some(known) if *known == squares => {}
            Some(_) => self.played.differences += 1,
        }
        client.ask(Action::SetRematch { agree: true }).await?;
        Ok(())
    }

    /// Compares the rooms of all clients with each other and with what the server tells somebody new, and looks there
    /// for every move that was acknowledged.
    async fn compare(&mut self) -> Result<(), RoomError> {
        let hello = ClientMessage::Hello { room: self.code, token: DeviceToken::new(draw()?), seen: 0 };
        let (connection, answer) = match self.route.enter(&hello).await {
            Err(error) => self.route.enter_again(&hello, error).await?,
            Ok(entered) => entered,
        };
        let ServerMessage::Welcome { events, .. } = answer else { return Err(RoomError::Unanswered) };
        let last = self.clients.iter().map(|client| client.room.seen()).max().unwrap_or_default();
        let events =
            timeout(SETTLING, read_on(connection, events, last)).await.map_err(|_| RoomError::Unanswered)??;
        let room = Room::replay(&events)?;
        let differs = |client: &&Client| client.room.room() != room.as_ref();
        self.played.differences += self.clients.iter().filter(differs).count() as u64;
        for client in &self.clients {
            let me = Some(client.room.me());
            let mut found = BTreeMap::<CommandId, u64>::new();
            for event in events.iter().filter(|event| event.who.device() == me) {
                if let (Change::Moved { .. }, Some(command)) = (&event.change, event.command) {
                    *found.entry(command).or_default() += 1;
                }
            }
            let acknowledged: BTreeSet<CommandId> = client.acknowledged.iter().copied().collect();
            self.played.lost += acknowledged.iter().filter(|id| !found.contains_key(id)).count() as u64;
            self.played.doubled += found.values().filter(|count| **count > 1).count() as u64;
        }
        Ok(())
    }
}

/// The events of a room up to this one: those of a welcome, and what comes after them, as any client waits for it.
async fn read_on(mut connection: Connection, mut events: Vec<Event>, last: u64) -> Result<Vec<Event>, RoomError> {
    while events.last().is_none_or(|event| event.sequence < last) {
        match connection.receive().await? {
            ServerMessage::Events { events: more } => events.extend(more),
            ServerMessage::Ping { ping, .. } => drop(connection.send(&ClientMessage::Pong { ping }).await),
            _ => {}
        }
    }
    connection.close().await;
    Ok(events)
}

/// The next message to any of the clients, and to which.
async fn next_message(clients: &mut [Client]) -> (usize, Result<ServerMessage, ConnectionError>) {
    poll_fn(|context| {
        let mut polled = clients.iter_mut().map(|client| client.connection.poll(context)).enumerate();
        let ready = polled.find_map(|(index, poll)| match poll {
            Poll::Ready(message) => Some((index, message)),
            Poll::Pending => None,
        });
        ready.map_or(Poll::Pending, Poll::Ready)
    })
    .await
}

impl Played {
    pub(crate) fn fail(&mut self, error: &RoomError) {
        *self.errors.entry(error.to_string()).or_default() += 1;
    }
}
