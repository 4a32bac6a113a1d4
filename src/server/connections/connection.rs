//! A client's socket, from its first message to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant as Deadline, interval_at, sleep_until, timeout};

use super::round_trip::RoundTrip;
use crate::online::{
    ClientMessage, DeviceToken, Failure, Meant, MessageError, Moment, Refusal, RoomCode, RoomListing, ServerMessage,
};
use crate::server::limits::{AddressKey, Addresses, ConnectionGuard, TokenBucket};
use crate::server::metrics::Metrics;
use crate::server::now::now_ms;
use crate::server::options::ServerOptions;
use crate::server::rooms::{
    CloseReason, Lobby, Member, NotCreated, OpenRooms, Outbox, OutboxReceiver, RoomMessage, RoomUnavailable,
};
use crate::server::stage::Stage;

/// Close code when the server stops. Clients reconnect.
const SERVICE_RESTART: u16 = 1012;
/// Close code when the server cannot serve now. Clients reconnect later.
const TRY_AGAIN_LATER: u16 = 1013;

/// Maximum wait for the other side while closing a connection.
const GOODBYE: Duration = Duration::from_secs(2);
const SHORT_GOODBYE: Duration = Duration::from_millis(100);

/// Everything that a connection needs to know of its server and client.
pub struct Client {
    /// The server's options.
    pub options: Arc<ServerOptions>,
    /// The rooms.
    pub rooms: OpenRooms,
    /// The list of public rooms.
    pub lobby: Lobby,
    /// Limits of each address.
    pub addresses: Addresses,
    /// The server's metrics.
    pub metrics: Arc<Metrics>,
    /// True for clients that take over their device id from the welcome.
    pub uses_room_id: bool,
    /// Newest version of rooms that the client reads.
    pub rooms_version: u32,
    /// Address of the client.
    pub address: AddressKey,
    /// The connection's entry among those counted; dropping it uncounts it.
    pub guard: ConnectionGuard,
    /// The server's stage.
    pub stage: watch::Receiver<Stage>,
}

/// Reason for the end of a connection.
#[derive(Debug)]
enum End {
    /// The client has disconnected.
    Gone,
    /// The client has been silent too long. It gets no message.
    Silent,
    /// The client is sent the failure, and then this close code.
    Failed(Failure, u16),
    /// The connection is closed with this key and close code.
    Close(&'static str, u16),
}

impl From<CloseReason> for End {
    fn from(reason: CloseReason) -> Self {
        match reason {
            CloseReason::Slow => Self::Close("slow", close_code::POLICY),
            CloseReason::Store => Self::Close("store", TRY_AGAIN_LATER),
            CloseReason::Stopping => Self::Close("stopping", SERVICE_RESTART),
            CloseReason::Crowded => Self::Failed(Failure::RoomFull, close_code::POLICY),
            CloseReason::OtherVersion => Self::Failed(Failure::OtherVersion, close_code::POLICY),
            CloseReason::Replaced => Self::Close("replaced", close_code::POLICY),
        }
    }
}

impl From<RoomUnavailable> for End {
    fn from(reason: RoomUnavailable) -> Self {
        match reason {
            RoomUnavailable::NoSuchRoom => Self::Failed(Failure::NoSuchRoom, close_code::POLICY),
            RoomUnavailable::Full => Self::Failed(Failure::RoomFull, close_code::POLICY),
            RoomUnavailable::OtherVersion => Self::Failed(Failure::OtherVersion, close_code::POLICY),
            RoomUnavailable::Unreadable => Self::Close("store", TRY_AGAIN_LATER),
        }
    }
}

impl From<NotCreated> for End {
    fn from(reason: NotCreated) -> Self {
        match reason {
            NotCreated::Refused(refusal) => Self::Failed(Failure::Refused { refusal }, close_code::POLICY),
            NotCreated::TooMany => Self::Failed(Failure::TooManyRooms, close_code::POLICY),
            NotCreated::Full => Self::Failed(Failure::ServerFull, TRY_AGAIN_LATER),
            NotCreated::Stopping => Self::Close("stopping", SERVICE_RESTART),
            NotCreated::Store(error) => {
                tracing::error!(%error, "a room could not be made");
                Self::Close("store", TRY_AGAIN_LATER)
            }
            NotCreated::NotSeated(_) => Self::Close("store", TRY_AGAIN_LATER),
        }
    }
}

/// The room that a connection is in.
struct RoomConnection {
    code: RoomCode,
    inbox: mpsc::Sender<RoomMessage>,
}

struct Connection {
    number: u64,
    client: Client,
    socket: WebSocket,
    outbox: Outbox,
    room: Option<RoomConnection>,
    /// Changes of the room list, once the client has asked for it.
    list: Option<watch::Receiver<Arc<[RoomListing]>>>,
    messages: TokenBucket,
    round_trip: RoundTrip,
    last_message_at: Instant,
}

/// Serves a client until either side closes the connection.
pub async fn serve(client: Client, socket: WebSocket) {
    static NUMBERS: AtomicU64 = AtomicU64::new(1);
    let (outbox, queue, closing) = Outbox::new(client.options.limits.queue);
    let metrics = client.metrics.clone();
    metrics.connections.add(1);
    let now = Instant::now();
    let mut connection = Connection {
        number: NUMBERS.fetch_add(1, Ordering::Relaxed),
        messages: TokenBucket::per_second(client.options.limits.messages, now),
        client,
        socket,
        outbox,
        room: None,
        list: None,
        round_trip: RoundTrip::default(),
        last_message_at: now,
    };
    let end = connection.run(queue, closing).await;
    connection.leave().await;
    connection.close(end).await;
    metrics.connections.add(-1);
}

impl Connection {
    async fn run(&mut self, mut queue: OutboxReceiver, mut closing: watch::Receiver<Option<CloseReason>>) -> End {
        let times = self.client.options.times.clone();
        let first_within = Deadline::now() + self.client.options.limits.hello_within;
        let mut pings = interval_at(Deadline::now() + times.ping, times.ping);
        let mut stage = self.client.stage.clone();
        let mut urgent = closing.clone();
        if let Err(end) = self.ping(&mut urgent).await {
            return end;
        }
        loop {
            let has_begun = self.room.is_some() || self.list.is_some();
            let step = tokio::select! {
                biased;
                _ = closing.changed() => Err(closing.borrow().map_or(End::Gone, End::from)),
                () = until_stop(&mut stage) => Err(CloseReason::Stopping.into()),
                Some(text) = queue.next() => self.write(Message::Text(text), &mut urgent).await,
                message = self.socket.recv() => self.read(message, &mut urgent).await,
                rooms = changed(&mut self.list) => self.write_rooms(&rooms, &mut urgent).await,
                _ = pings.tick() => {
                    let is_silent = self.last_message_at.elapsed() >= times.silence;
                    if is_silent { Err(End::Silent) } else { self.ping(&mut urgent).await }
                }
                () = sleep_until((self.last_message_at + times.silence).into()) => Err(End::Silent),
                () = sleep_until(first_within), if !has_begun => Err(End::Failed(Failure::TooSlow, close_code::POLICY)),
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn ping(&mut self, urgent: &mut watch::Receiver<Option<CloseReason>>) -> Result<(), End> {
        let ping = self.round_trip.ping(Instant::now());
        self.write_message(&ServerMessage::Ping { ping, at_ms: now_ms() }, urgent).await
    }

    async fn write_message(
        &mut self,
        message: &ServerMessage,
        urgent: &mut watch::Receiver<Option<CloseReason>>,
    ) -> Result<(), End> {
        self.write(Message::Text(message.write().into()), urgent).await
    }

    /// Writes a message. Gives up if the reader takes too long or the connection must be closed.
    async fn write(&mut self, message: Message, urgent: &mut watch::Receiver<Option<CloseReason>>) -> Result<(), End> {
        let within = self.client.options.limits.send_within;
        tokio::select! {
            sent = timeout(within, self.socket.send(message)) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(End::Gone),
                Err(_) => Err(CloseReason::Slow.into()),
            },
            _ = urgent.changed() => Err(urgent.borrow().map_or(End::Gone, End::from)),
        }
    }

    async fn read(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
        urgent: &mut watch::Receiver<Option<CloseReason>>,
    ) -> Result<(), End> {
        let message = match message {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Err(error)) => return Err(socket_end(&error)),
            Some(Ok(message)) => message,
        };
        let arrived = Moment { round_trip_ms: self.round_trip.ms(), ..Moment::at(now_ms()) };
        self.last_message_at = Instant::now();
        let of_address = self.client.addresses.may_send(self.client.address);
        if !self.messages.take(self.last_message_at) || !of_address {
            return Err(End::Failed(Failure::TooFast, close_code::POLICY));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                let why = "messages must be text, not bytes".to_owned();
                return Err(End::Failed(Failure::NotUnderstood { why }, close_code::UNSUPPORTED));
            }
            // The library answers pings itself, and this server sends none that need such pongs.
            _ => return Ok(()),
        };
        match ClientMessage::read(&text) {
            Ok(message) => self.handle_message(message, arrived, urgent).await,
            // A single malformed command must not cost the connection.
            Err(MessageError::NotUnderstood { why, meant: Meant::Command(id) }) if self.room.is_some() => {
                let refusal = Refusal::NotUnderstood { why };
                self.write_message(&ServerMessage::Refused { id, refusal }, urgent).await
            }
            Err(MessageError::NotUnderstood { why, meant: Meant::Reaction }) if self.room.is_some() => {
                self.write_message(&ServerMessage::NotUnderstood { why }, urgent).await
            }
            Err(error) => Err(End::Failed((&error).into(), close_code::POLICY)),
        }
    }

    async fn handle_message(
        &mut self,
        message: ClientMessage,
        when: Moment,
        urgent: &mut watch::Receiver<Option<CloseReason>>,
    ) -> Result<(), End> {
        match message {
            ClientMessage::Create { id, token, options } => {
                let (addresses, address) = (self.client.addresses.clone(), self.client.address);
                let room = self.client.rooms.create(id, &token, &options, || addresses.may_create(address)).await?;
                self.enter(room, &token, 0).await
            }
            ClientMessage::Play { id, token, name, options } => {
                let (addresses, address) = (self.client.addresses.clone(), self.client.address);
                let may_create = || addresses.may_create(address);
                let room = self.client.rooms.play(id, &token, &name, &options, may_create).await?;
                self.enter(room, &token, 0).await
            }
            ClientMessage::List => {
                self.leave().await;
                // Subscribe before reading the list, so that no change is missed.
                let mut changes = self.client.lobby.changes();
                self.client.lobby.now().await.map_err(|error| {
                    tracing::error!(%error, "the public rooms could not be read");
                    End::from(CloseReason::Store)
                })?;
                let list = changes.borrow_and_update().clone();
                self.list = Some(changes);
                self.write_rooms(&list, urgent).await
            }
            ClientMessage::Hello { room, token, seen } => self.enter(room, &token, seen).await,
            ClientMessage::Command(command) => {
                let connection = self.number;
                self.send_to_room(RoomMessage::Command { connection, command, when }).await
            }
            ClientMessage::React { reaction } => {
                let connection = self.number;
                self.send_to_room(RoomMessage::React { connection, reaction }).await
            }
            ClientMessage::Pong { ping } => {
                self.round_trip.pong(ping, Instant::now());
                Ok(())
            }
        }
    }

    /// Joins a room, which sends the welcome. A connection is in one room at a time.
    async fn enter(&mut self, code: RoomCode, token: &DeviceToken, seen: u64) -> Result<(), End> {
        if self.room.as_ref().is_some_and(|room| room.code != code) {
            self.leave().await;
        }
        if !self.client.addresses.may_enter(self.client.address) {
            return Err(End::Failed(Failure::TooFast, close_code::POLICY));
        }
        let (address, outbox) = (self.client.address, self.outbox.clone());
        let (ids, uses_room_id, rooms_version) = (token.ids(code), self.client.uses_room_id, self.client.rooms_version);
        let (connection, device) = (self.number, ids.in_room);
        let member = Member { connection, ids, device, uses_room_id, rooms_version, address, outbox };
        let (bytes, inbox) = self.client.rooms.join(code, &member, seen).await?;
        self.client.addresses.use_welcome(address, bytes);
        self.list = None;
        self.room = Some(RoomConnection { code, inbox });
        Ok(())
    }

    async fn leave(&mut self) {
        if let Some(room) = self.room.take() {
            // Fails only if the room is gone; then there is nothing to leave.
            let _ = room.inbox.send(RoomMessage::Leave { connection: self.number }).await;
        }
    }

    async fn send_to_room(&mut self, message: RoomMessage) -> Result<(), End> {
        let Some(room) = &self.room else { return Err(End::Failed(Failure::NotInRoom, close_code::POLICY)) };
        // A room with members stays in memory. If it is gone after all, the client reconnects.
        room.inbox.send(message).await.map_err(|_| CloseReason::Store.into())
    }

    async fn write_rooms(
        &mut self,
        rooms: &[RoomListing],
        urgent: &mut watch::Receiver<Option<CloseReason>>,
    ) -> Result<(), End> {
        let known = rooms.iter().filter(|room| room.version() <= self.client.rooms_version);
        self.write_message(&ServerMessage::Rooms { rooms: known.cloned().collect() }, urgent).await
    }

    /// Sends the reason and closes the socket, without waiting for a slow reader.
    async fn close(mut self, end: End) {
        let (reason, code) = match end {
            End::Gone => return,
            End::Silent => return self.client.metrics.refused.count("silent"),
            End::Failed(failure, code) => {
                let reason = failure.code();
                let failed = ServerMessage::Failed(failure).write();
                self.client.metrics.refused.count(reason);
                let _ = timeout(self.client.options.limits.send_within, self.socket.send(Message::text(failed))).await;
                (reason, code)
            }
            End::Close(reason, code) => {
                self.client.metrics.refused.count(reason);
                (reason, code)
            }
        };
        let frame = CloseFrame { code, reason: reason.into() };
        // A slow reader would not read the reason in time either.
        let max = if reason == "slow" { SHORT_GOODBYE } else { GOODBYE };
        let within = max.min(self.client.options.limits.send_within);
        let goodbye = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                // Waits until the other side closes as well, ignoring what it still sends.
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        };
        let _ = timeout(within, goodbye).await;
    }
}

/// Completes when the server stops.
async fn until_stop(stage: &mut watch::Receiver<Stage>) {
    // A closed channel means that the server has stopped.
    let _ = stage.wait_for(|stage| *stage == Stage::Stopping).await;
}

/// The next change of the room list. Never completes if the client has not asked for the list.
async fn changed(list: &mut Option<watch::Receiver<Arc<[RoomListing]>>>) -> Arc<[RoomListing]> {
    match list {
        Some(changes) => match changes.changed().await {
            Ok(()) => changes.borrow_and_update().clone(),
            Err(_) => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

/// Interprets an error of the WebSocket library, as far as the client can be told.
fn socket_end(error: &axum::Error) -> End {
    let text = error.to_string();
    if text.contains("too long") || text.contains("too big") {
        End::Failed(Failure::TooLarge, close_code::SIZE)
    } else if text.contains("UTF-8") || text.contains("utf-8") {
        End::Failed(Failure::NotUnderstood { why: "messages must be UTF-8".to_owned() }, close_code::INVALID)
    } else {
        End::Gone
    }
}
