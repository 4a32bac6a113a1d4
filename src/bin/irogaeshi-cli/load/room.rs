//! A room with all its players in this process: they play match after match with random moves and compare what the
//! server sent them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::poll_fn;
use std::num::NonZeroU32;
use std::task::Poll;
use std::time::{Duration, Instant};

use irogaeshi::online::{
    Action, Change, ClientMessage, CommandId, DeviceToken, Event, Phase, PlayerName, Room, RoomCode, RoomOptions,
    ServerMessage,
};
use irogaeshi::rules::Move;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use tokio::time::{sleep_until, timeout};

use crate::load::client::{Client, Opening};
use crate::load::room_error::{RoomError, SETTLING};
use crate::load::route::Route;
use crate::load::samples::Samples;
use crate::sockets::connection::{Connection, ConnectionError};
use crate::sockets::device::draw;

/// Schedule of a room's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    next: Instant,
    interval: Duration,
}

/// A room, and all of its players.
pub(crate) struct LoadRoom {
    /// Route for the next client.
    route: Route,
    code: RoomCode,
    clients: Vec<Client>,
    dice: Xoshiro256PlusPlus,
    /// Moves that some players have not received yet, oldest first.
    moves: VecDeque<SentMove>,
    /// Moves of each match, as seen by the first client that saw its end.
    records: BTreeMap<u32, Vec<Move>>,
    played: Played,
}

/// A move sent but not yet received by everybody.
struct SentMove {
    client: usize,
    id: CommandId,
    at: Instant,
    /// Number of the move's event, once known.
    sequence: Option<u64>,
}

/// Measurements of a room, or of all rooms.
#[derive(Default)]
pub(crate) struct Played {
    /// Moves that everybody has received.
    pub(crate) moves: u64,
    pub(crate) matches: u64,
    /// Number of lost connections that were restored.
    pub(crate) reconnects: u64,
    /// Times from sending a move to its acknowledgement.
    pub(crate) acknowledgement: Samples,
    /// Times from sending a move until everybody has it.
    pub(crate) everybody: Samples,
    /// Clients whose record of a match, or whose final room, differs from the others'.
    pub(crate) differences: u64,
    /// Acknowledged moves missing on the server at the end.
    pub(crate) lost: u64,
    /// Acknowledged moves that the server has more than once.
    pub(crate) doubled: u64,
    /// Errors with their counts.
    pub(crate) errors: BTreeMap<String, u64>,
}

impl Pace {
    /// The schedule of one of `rooms` rooms that together make moves at this rate, in turn.
    pub(crate) fn shared(rate: NonZeroU32, rooms: u32, index: u32, begin: Instant) -> Self {
        let interval = Duration::from_secs_f64(f64::from(rooms) / f64::from(rate.get()));
        Self { next: begin + interval.mul_f64(f64::from(index) / f64::from(rooms.max(1))), interval }
    }
}

impl LoadRoom {
    /// Makes a room with all players seated and ready.
    ///
    /// # Errors
    /// If the server refuses a step.
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

    /// Plays until the given time, waits until everybody has everything, and compares.
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

    /// Returns whether all commands are answered and all events received.
    fn is_settled(&self) -> bool {
        let last = self.clients.iter().map(|client| client.room.seen()).max();
        let has_all = |client: &Client| Some(client.room.seen()) == last && client.room.unanswered().next().is_none();
        self.moves.is_empty() && self.clients.iter().all(has_all)
    }

    /// Makes a random move as a client.
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

    /// Reconnects a client, applies the events that it has missed, and repeats its unanswered commands.
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
        // A move that arrived as an event is not repeated and gets no further answer, so count it as acknowledged here.
        let seen = client.room.seen();
        let is_seen = |sent: &&SentMove| sent.sequence.is_some_and(|sequence| sequence <= seen);
        let stored = self.moves.iter().filter(|sent| sent.client == index).filter(is_seen);
        for id in stored.map(|sent| sent.id).collect::<Vec<_>>() {
            self.acknowledge(index, id, now);
        }
        self.count_received(now);
        self.after_match(index).await
    }

    /// Records that the server has stored a move.
    fn acknowledge(&mut self, index: usize, id: CommandId, now: Instant) {
        let client = &mut self.clients[index];
        let is_new = client.acknowledged.last().is_none_or(|last| *last < id);
        let sent = self.moves.iter().find(|sent| sent.client == index && sent.id == id);
        if let Some(sent) = sent.filter(|_| is_new) {
            self.played.acknowledgement.push(now - sent.at);
            client.acknowledged.push(id);
        }
    }

    /// Matches events to the moves that were sent.
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

    /// Counts moves that everybody has received and whose sender has the acknowledgement.
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

    /// At the end of a match, compares the client's record with the others' and agrees to a rematch.
    ///
    /// # Errors
    /// If the room is closed, so that no rematch can follow.
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
        let moves = game.record.moves();
        match self.records.get(&game.number) {
            None => {
                self.records.insert(game.number, moves);
                self.played.matches += 1;
            }
            Some(known) if *known == moves => {}
            Some(_) => self.played.differences += 1,
        }
        client.ask(Action::SetRematch { agree: true }).await?;
        Ok(())
    }

    /// Compares all clients' rooms with each other and with what the server tells a newcomer, and checks that every
    /// acknowledged move is there once.
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

/// Reads the events of a room up to `last`: those of the welcome, then those that follow.
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

/// The next message to any client, with the client's index.
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
