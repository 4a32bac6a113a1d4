//! A room in memory: a task that owns the room's state and its connections.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use thiserror::Error;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{CloseReason, Member, NotSeated, PendingMove, RoomMessage, RoomUnavailable, Shared};
use crate::cpu::CpuPlayer;
use crate::online::{
    Action, Command, CommandId, CpuTurn, DeviceId, Event, EventError, Human, Moment, Phase, PlayerName, Presence,
    Reaction, Refusal, Room, RoomCode, RoomMatch, ServerMessage, Who,
};
use crate::rules::Player;
use crate::server::limits::AddressKey;
use crate::server::now::now_ms;
use crate::server::random::random_u64;
use crate::server::store::{Append, Appended, PresenceChange, RoomReaction, RoomRow, StoreError};

/// Maximum attempts at a command when other servers keep being first.
const MAX_TRIES: usize = 50;
/// Time that an unneeded room stays in memory.
const LINGER: Duration = Duration::from_secs(10);
/// Tasks due within this many milliseconds keep a room in memory.
const SOON_MS: u64 = 15_000;
/// Maximum connections of a device to a room; the oldest is closed for a new one.
const MAX_CONNECTIONS_PER_DEVICE: usize = 4;
/// Lost clock time in milliseconds that is reported at once; less is reported with the next event.
const MIN_REPORTED_STOOD_MS: u64 = 1_000;
/// Delay before a change of presence is sent, to collect several.
const PRESENCE_DELAY: Duration = Duration::from_millis(200);
/// Time before an unreadable room is read again.
const UNREADABLE_FOR: Duration = Duration::from_secs(5);
/// Delay before a failed operation is retried.
const RETRY: Duration = Duration::from_secs(1);

/// Result of an attempt to unload a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The room is unloaded and its inbox closed.
    Yes,
    /// The room stays because a message has arrived.
    No,
}

/// Error that keeps a room from continuing.
#[derive(Debug, Error)]
enum RoomError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the stored events are inconsistent: {0}")]
    Event(#[from] EventError),
    #[error("other servers appended first {MAX_TRIES} times in a row")]
    TooManyConflicts,
}

/// Result of a command.
enum Outcome {
    Done { sequence: u64, is_new: bool },
    Refused(Refusal),
}

struct LiveRoom {
    code: RoomCode,
    shared: Arc<Shared>,
    room: Room,
    /// All events, as sent to clients.
    events: Vec<Event>,
    members: Vec<Member>,
    /// Devices without a connection here, with the time at which they count as away.
    leaving: HashMap<DeviceId, Instant>,
    /// The host who has sat down by asking for a match, but whose connection has not joined yet.
    expected_host: Option<DeviceId>,
    /// Time of the next check and announcement of presence.
    presence_due: Option<Instant>,
    /// The presence last sent to everybody.
    sent_presence: Option<Presence>,
    /// Connections that have not been sent the presence yet.
    newcomers: Vec<u64>,
    /// Devices connected to other servers; `None` if the store must be asked.
    elsewhere: Option<Vec<DeviceId>>,
    /// Set while the room counts as occupied.
    is_occupied: bool,
    /// The turn that a CPU player is computing.
    pending_move: Option<PendingMove>,
    /// A CPU player's finished move and the time to play it.
    finished_move: Option<(Instant, CpuTurn, Action)>,
    /// Time of the next attempt to queue a CPU player's turn, after the queue was full.
    retry_cpu_move_at: Option<Instant>,
    /// Time to read the store again, because a failed append may have been stored after all.
    read_again_at: Option<Instant>,
    /// End of the pause in unrequested actions after one could not be stored.
    pause_until: Option<Instant>,
    /// Time since which nobody has needed the room.
    idle_since: Option<Instant>,
    inbox: mpsc::WeakSender<RoomMessage>,
}

/// Serves a room until nobody needs it and `unload` has unloaded it.
pub(super) async fn run(
    code: RoomCode,
    shared: Arc<Shared>,
    mut messages: mpsc::Receiver<RoomMessage>,
    inbox: mpsc::WeakSender<RoomMessage>,
    unload: impl Fn(&mut mpsc::Receiver<RoomMessage>) -> Ended,
) {
    let loaded = LiveRoom::load(code, shared, inbox).await;
    let reason = match loaded {
        Ok(Some(mut room)) => {
            room.schedule_missing_as_away().await;
            room.serve(&mut messages, &unload).await;
            return;
        }
        Ok(None) => RoomUnavailable::NoSuchRoom,
        Err(error) => {
            tracing::error!(room = %code, %error, "a room cannot be read");
            RoomUnavailable::Unreadable
        }
    };
    // An unreadable room is not read again at once.
    let until = Instant::now() + if reason == RoomUnavailable::Unreadable { UNREADABLE_FOR } else { Duration::ZERO };
    loop {
        // Answers those who are already waiting.
        while let Ok(Some(message)) = timeout_at(until, messages.recv()).await {
            refuse(message, reason);
        }
        while let Ok(message) = messages.try_recv() {
            refuse(message, reason);
        }
        if unload(&mut messages) == Ended::Yes {
            return;
        }
    }
}

fn refuse(message: RoomMessage, reason: RoomUnavailable) {
    match message {
        RoomMessage::Join { answer, .. } => drop(answer.send(Err(reason))),
        RoomMessage::Record { answer } => drop(answer.send(Err(reason))),
        RoomMessage::Sit { answer, .. } => drop(answer.send(Err(reason.into()))),
        _ => {}
    }
}

impl From<RoomUnavailable> for NotSeated {
    fn from(reason: RoomUnavailable) -> Self {
        match reason {
            RoomUnavailable::NoSuchRoom | RoomUnavailable::Full => Self::NoSeat,
            RoomUnavailable::Unreadable => Self::Unreadable,
        }
    }
}

fn text(message: &ServerMessage) -> Utf8Bytes {
    message.write().into()
}

impl Drop for LiveRoom {
    fn drop(&mut self) {
        self.count_as_occupied(false);
    }
}

impl LiveRoom {
    async fn load(
        code: RoomCode,
        shared: Arc<Shared>,
        inbox: mpsc::WeakSender<RoomMessage>,
    ) -> Result<Option<Self>, RoomError> {
        let events = shared.store.read_after(code, 0).await?;
        let Some(room) = Room::replay(&events)? else { return Ok(None) };
        let events = events.into_iter().map(Event::seen_by_clients).collect();
        Ok(Some(Self {
            code,
            shared,
            room,
            events,
            members: Vec::new(),
            leaving: HashMap::new(),
            expected_host: None,
            presence_due: None,
            sent_presence: None,
            newcomers: Vec::new(),
            elsewhere: None,
            is_occupied: false,
            pending_move: None,
            finished_move: None,
            retry_cpu_move_at: None,
            read_again_at: None,
            pause_until: None,
            idle_since: None,
            inbox,
        }))
    }

    async fn serve(
        &mut self,
        messages: &mut mpsc::Receiver<RoomMessage>,
        unload: &impl Fn(&mut mpsc::Receiver<RoomMessage>) -> Ended,
    ) {
        loop {
            self.queue_cpu_move();
            self.count_as_occupied(!self.members.is_empty() && self.room.phase() != Phase::Closed);
            if self.is_needed() {
                self.idle_since = None;
            } else {
                self.idle_since.get_or_insert_with(Instant::now);
            }
            let wake = self.wakes_at();
            // Messages first: it is better for a timer to be late than to outrun a move that has already arrived.
            tokio::select! {
                biased;
                message = messages.recv() => match message {
                    Some(message) => self.handle_message(message).await,
                    None => return,
                },
                () = sleep_until(wake) => {
                    self.perform_everything_due().await;
                    let is_idle = self.idle_since.is_some_and(|since| since.elapsed() >= LINGER);
                    if is_idle && unload(messages) == Ended::Yes {
                        return;
                    }
                }
            }
        }
    }

    fn is_needed(&self) -> bool {
        let now_ms = now_ms();
        let due_soon = self.due(now_ms).is_some_and(|(at_ms, _)| at_ms <= now_ms + SOON_MS);
        !self.members.is_empty()
            || !self.leaving.is_empty()
            || self.pending_move.is_some()
            || self.finished_move.is_some()
            || (due_soon && self.pause_until.is_none())
    }

    /// Time of the next action that nobody requests.
    fn wakes_at(&self) -> Instant {
        let now = Instant::now();
        let now_ms = now_ms();
        let due = self.due(now_ms).map(|(at_ms, _)| now + Duration::from_millis(at_ms.saturating_sub(now_ms)));
        let finished = self.finished_move.as_ref().map(|(at, ..)| *at);
        let closes = self.must_close().then_some(now);
        let own = due.into_iter().chain(finished).chain(self.leaving.values().min().copied()).chain(closes);
        let own = own.map(|at| self.pause_until.map_or(at, |pause| at.max(pause)));
        let idle = self.idle_since.map(|since| since + LINGER);
        own.chain(self.presence_due)
            .chain(self.retry_cpu_move_at)
            .chain(self.read_again_at)
            .chain(idle)
            .min()
            .unwrap_or(now + Duration::from_hours(1))
    }

    async fn handle_message(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Join { member, seen, answer } => {
                // The asker may be gone already.
                let _ = answer.send(self.join(member, seen).await);
            }
            RoomMessage::Leave { connection } => self.leave(connection),
            RoomMessage::Command { connection, command, when } => self.handle_command(connection, &command, when).await,
            RoomMessage::React { connection, reaction } => self.handle_reaction(connection, reaction),
            RoomMessage::RemoteReaction { player, reaction } => {
                self.send_to_all(&ServerMessage::Reaction { player, reaction });
            }
            RoomMessage::Sit { ids, name, is_host, answer } => {
                let _ = answer.send(self.sit(self.room.id_of(ids), &name, is_host).await);
            }
            RoomMessage::CpuMove { turn, action } => self.handle_cpu_move(turn, action),
            RoomMessage::Appended { sequence } => {
                if sequence.is_none_or(|sequence| sequence > self.room.sequence())
                    && let Err(error) = self.catch_up().await
                {
                    self.log_error(&error);
                }
                self.mark_returned().await;
            }
            RoomMessage::PresenceChanged => {
                self.elsewhere = None;
                self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
            }
            RoomMessage::ServerGone => self.schedule_missing_as_away().await,
            RoomMessage::Abandoned => self.close_if_abandoned().await,
            RoomMessage::Record { answer } => {
                // A running match always fits a record, so an error means none.
                let record = self.room.game().and_then(|game| game.to_game_record().ok());
                let _ = answer.send(Ok(record));
            }
        }
    }

    // ---- Presence ----

    /// Adds a connection. Returns the size of its welcome in bytes.
    async fn join(&mut self, member: Member, seen: u64) -> Result<usize, RoomUnavailable> {
        let member = Member { device: self.room.id_of(member.ids), ..member };
        // Another server may have confirmed an event that this one has not received yet.
        match self.catch_up().await {
            Ok(_) => {}
            // Without the store nobody can move, so it is safe to show the last known state. The rest follows later.
            Err(error @ RoomError::Store(_)) => {
                self.log_error(&error);
                self.read_again_at = Some(Instant::now() + RETRY);
            }
            Err(error) => {
                self.log_error(&error);
                return Err(RoomUnavailable::Unreadable);
            }
        }
        self.members.retain(|other| other.connection != member.connection);
        self.make_space(&member)?;
        // A client that has seen more events than exist gets all of them.
        let first = if seen > self.room.sequence() { 0 } else { seen as usize };
        let events = &self.events[first..];
        let events = member.own_view(events).unwrap_or_else(|| events.to_vec());
        let (events, more) = events.split_at(ServerMessage::MAX_EVENTS.min(events.len()));
        let welcome =
            ServerMessage::Welcome { room: self.code, you: member.you(), at_ms: now_ms(), events: events.to_vec() };
        let more = more.chunks(ServerMessage::MAX_EVENTS);
        let more = more.map(|events| ServerMessage::Events { events: events.to_vec() });
        // Count it before the welcome is sent, since the client may then ask for another room.
        self.count_as_occupied(self.room.phase() != Phase::Closed);
        let mut bytes = 0;
        for message in std::iter::once(welcome).chain(more) {
            let message = text(&message);
            bytes += message.len();
            member.outbox.send(message);
        }
        self.add_member(member).await;
        Ok(bytes)
    }

    /// Adds the room to the count of occupied rooms, or removes it.
    fn count_as_occupied(&mut self, is_occupied: bool) {
        let change = i64::from(is_occupied) - i64::from(self.is_occupied);
        self.is_occupied = is_occupied;
        self.shared.metrics.occupied_rooms.add(change);
    }

    /// Makes room for a connection. Players and the host are always admitted: a spectator, or an older connection of
    /// the same device, is closed for them.
    fn make_space(&mut self, member: &Member) -> Result<(), RoomUnavailable> {
        let limits = &self.shared.options.limits;
        let is_full = self.members.len() >= limits.connections_per_room;
        if !self.is_player_or_host(member.device) {
            let of_address = self.spectators().filter(|other| other.address == member.address).count();
            let is_refused = is_full || of_address >= limits.spectators_per_address;
            return if is_refused { Err(RoomUnavailable::Full) } else { Ok(()) };
        }
        let own = self.members.iter().filter(|other| other.device == member.device);
        let oldest = own.clone().min_by_key(|other| other.connection).map(|other| other.connection);
        let newest = self.spectators().max_by_key(|other| other.connection).map(|other| other.connection);
        let (leaves, reason) = if own.count() >= MAX_CONNECTIONS_PER_DEVICE {
            (oldest, CloseReason::Replaced)
        } else if !is_full {
            return Ok(());
        } else if newest.is_some() {
            (newest, CloseReason::Crowded)
        } else {
            (oldest, CloseReason::Replaced)
        };
        let leaving = self.members.iter().find(|other| Some(other.connection) == leaves).cloned();
        if let Some(other) = leaving {
            other.outbox.close(reason);
            self.leave(other.connection);
        }
        Ok(())
    }

    /// True for the devices of the players and the host.
    fn is_player_or_host(&self, device: DeviceId) -> bool {
        self.room.seat_of(device).is_some() || self.room.host() == device
    }

    fn spectators(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| !self.is_player_or_host(member.device))
    }

    async fn add_member(&mut self, member: Member) {
        let device = member.device;
        if !self.is_connected(device) {
            self.note_presence(&member, true);
        }
        self.newcomers.push(member.connection);
        self.members.push(member);
        self.expected_host.take_if(|host| *host == device);
        self.leaving.remove(&device);
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
        self.mark_returned().await;
        self.report_lost_clock_time().await;
    }

    /// Marks humans as back who are connected here but recorded as away, which another server may not have known.
    async fn mark_returned(&mut self) {
        let is_here = |(_, human): &(Player, &Human)| human.away_since_ms.is_some() && self.is_connected(human.device);
        let here: Vec<Player> = self.room.humans().filter(is_here).map(|(player, _)| player).collect();
        for player in here {
            self.act(Action::SetAway { player, away: false }).await;
        }
    }

    fn leave(&mut self, connection: u64) {
        let Some(at) = self.members.iter().position(|member| member.connection == connection) else { return };
        let member = self.members.swap_remove(at);
        let device = member.device;
        // While this server stops, its clients get time to reconnect before they count as away.
        if !self.is_connected(device) && !self.shared.is_stopping.load(Ordering::Relaxed) {
            self.note_presence(&member, false);
            self.leaving.insert(device, Instant::now() + self.shared.options.times.away);
        }
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
    }

    fn is_connected(&self, device: DeviceId) -> bool {
        self.members.iter().any(|member| member.device == device)
    }

    fn note_presence(&self, member: &Member, is_there: bool) {
        let network = member.address.network().number(self.shared.salt);
        self.shared.presence.note(PresenceChange { room: self.code, device: member.device, network, is_there });
    }

    /// Sends a message to everybody, and drops members who do not keep up.
    fn send_to_all(&mut self, message: &ServerMessage) {
        self.send_to(message, |_| true);
    }

    /// Sends a message to some, and drops members who do not keep up.
    fn send_to(&mut self, message: &ServerMessage, is_meant: impl Fn(&Member) -> bool) {
        let for_all = text(message);
        let view = |member: &Member| match message {
            ServerMessage::Events { events } => {
                member.own_view(events).map(|events| text(&ServerMessage::Events { events }))
            }
            _ => None,
        };
        let is_sent = |member: &&Member| member.outbox.send(view(member).unwrap_or_else(|| for_all.clone()));
        let slow: Vec<u64> = self
            .members
            .iter()
            .filter(|member| is_meant(member) && !is_sent(member))
            .map(|member| member.connection)
            .collect();
        for connection in slow {
            self.leave(connection);
        }
    }

    /// Sends the presence on all servers: to everybody if it has changed, otherwise to newcomers.
    async fn send_presence(&mut self) {
        self.presence_due = None;
        if self.elsewhere.is_none() {
            let elsewhere = self.shared.store.present_elsewhere(self.code, now_ms(), self.shared.server).await;
            // Without an answer, at least the presence on this server is known.
            self.elsewhere = elsewhere.ok();
            if self.elsewhere.is_none() {
                self.presence_due = Some(Instant::now() + RETRY);
            }
        }
        let here = self.members.iter().map(|member| member.device);
        let devices: BTreeSet<DeviceId> = here.chain(self.elsewhere.iter().flatten().copied()).collect();
        let humans = self.room.humans().filter(|(_, human)| devices.contains(&human.device));
        let players: Vec<Player> = humans.map(|(player, _)| player).collect();
        let spectators = (devices.len() - players.len()) as u32;
        let presence = Presence { players, spectators };
        let newcomers = std::mem::take(&mut self.newcomers);
        let message = ServerMessage::Presence(presence.clone());
        if self.sent_presence.as_ref() != Some(&presence) {
            self.sent_presence = Some(presence);
            self.send_to_all(&message);
        } else if !newcomers.is_empty() {
            self.send_to(&message, |member| newcomers.contains(&member.connection));
        }
    }

    /// Schedules players who are connected to no server to count as away after the usual time.
    async fn schedule_missing_as_away(&mut self) {
        let now = now_ms();
        let present = self.shared.store.present_elsewhere(self.code, now, self.shared.server).await;
        let is_known = present.is_ok();
        // On an error nobody counts as present; the store is asked about each again when their time is up.
        let present = present.unwrap_or_else(|error| {
            self.log_error(&error.into());
            Vec::new()
        });
        let at = Instant::now() + self.shared.options.times.away;
        let missing: Vec<DeviceId> = self
            .room
            .humans()
            .filter(|(_, human)| human.away_since_ms.is_none())
            .map(|(_, human)| human.device)
            .filter(|device| !present.contains(device) && !self.is_connected(*device))
            .collect();
        for device in missing {
            self.leaving.entry(device).or_insert(at);
        }
        if is_known {
            if let Err(error) = self.shared.store.forget_gone_servers(self.shared.server, self.code, now).await {
                self.log_error(&error.into());
            }
            self.elsewhere = None;
            self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
        }
    }

    /// Marks a device as away after its time is up, unless it is connected to another server.
    async fn mark_away(&mut self, device: DeviceId) {
        self.leaving.remove(&device);
        self.expected_host.take_if(|host| *host == device);
        let Some(player) = self.room.seat_of(device).filter(|_| !self.is_connected(device)) else { return };
        match self.shared.store.present_elsewhere(self.code, now_ms(), self.shared.server).await {
            Ok(present) if present.contains(&device) => {}
            Ok(_) => {
                if !self.act(Action::SetAway { player, away: true }).await {
                    self.leaving.insert(device, Instant::now() + RETRY);
                }
            }
            Err(error) => {
                self.log_error(&error.into());
                // Once the store is back, the other servers need time to report who is connected to them.
                self.leaving.insert(device, Instant::now() + self.shared.options.times.away.max(RETRY));
            }
        }
    }

    async fn close_if_abandoned(&mut self) {
        let is_listed = self.room.listing().is_some();
        let is_awaited = if is_listed { self.is_connected(self.room.host()) } else { !self.members.is_empty() };
        if self.room.phase() != Phase::Waiting || is_awaited {
            return;
        }
        // The room may have changed since the store was asked.
        let timeout_ms = self.shared.options.times.abandoned.as_millis() as u64;
        if self.room.at_ms() + timeout_ms <= now_ms() {
            self.act(Action::Close).await;
        }
    }

    // ---- Commands ----

    async fn handle_command(&mut self, connection: u64, command: &Command, when: Moment) {
        let Some(member) = self.members.iter().find(|member| member.connection == connection).cloned() else { return };
        let answer = match self.handle_device_command(command, member.device, when).await {
            Ok(Outcome::Done { sequence, is_new }) => {
                self.shared.metrics.commands.count(if is_new { "done" } else { "repeated" });
                ServerMessage::Done { id: command.id, sequence }
            }
            Ok(Outcome::Refused(refusal)) => {
                self.shared.metrics.commands.count(refusal.code());
                ServerMessage::Refused { id: command.id, refusal }
            }
            Err(error) => {
                // The command may have been stored, so there is no right answer. The client reconnects and repeats it.
                self.shared.metrics.commands.count("failed");
                self.log_error(&error);
                return member.outbox.close(CloseReason::Store);
            }
        };
        member.outbox.send(text(&answer));
    }

    fn handle_reaction(&mut self, connection: u64, reaction: Reaction) {
        let device = self.members.iter().find(|member| member.connection == connection).map(|member| member.device);
        let Some(player) = device.and_then(|device| self.room.seat_of(device)) else { return };
        self.send_to_all(&ServerMessage::Reaction { player, reaction });
        let reaction_notice = RoomReaction { room: self.code, player, reaction, by: self.shared.server };
        let store = self.shared.store.clone();
        // Delivery to other servers is best effort.
        tokio::spawn(async move { drop(store.send_reaction(reaction_notice).await) });
    }

    async fn sit(&mut self, device: DeviceId, name: &PlayerName, is_host: bool) -> Result<(), NotSeated> {
        let unreadable = |_| NotSeated::Unreadable;
        let present = self.shared.store.present_elsewhere(self.code, now_ms(), self.shared.server).await;
        let present = present.map_err(|_| NotSeated::Unreadable)?;
        let is_there = |other: DeviceId| {
            other == device || self.expected_host == Some(other) || self.is_connected(other) || present.contains(&other)
        };
        let is_meant = if is_host { self.room.host() == device } else { is_there(self.room.host()) };
        if !is_meant || self.room.phase() != Phase::Waiting {
            return Err(NotSeated::NoSeat);
        }
        let when = Moment::at(now_ms());
        if self.room.seat_of(device).is_none() {
            let mut free: Vec<Player> = self.room.players();
            free.retain(|player| self.room.seats()[*player].is_empty());
            if self.room.listing().is_none() || free.is_empty() {
                return Err(NotSeated::NoSeat);
            }
            // The maker gets a random seat, so as not to move first more often than others.
            let player = free[if is_host { random_u64() as usize % free.len() } else { 0 }];
            let command = self.own_command(Action::TakeSeat { player, name: name.clone() });
            if let Outcome::Refused(_) = self.handle_device_command(&command, device, when).await.map_err(unreadable)? {
                return Err(NotSeated::NoSeat);
            }
        }
        let command = self.own_command(Action::SetReady { ready: true });
        match self.handle_device_command(&command, device, when).await.map_err(unreadable)? {
            Outcome::Done { .. } | Outcome::Refused(Refusal::Already) => {}
            Outcome::Refused(_) => return Err(NotSeated::NoSeat),
        }
        // The next player who wants the same match must find the host present, even before the host connects.
        if is_host && !self.is_connected(device) {
            self.expected_host = Some(device);
            self.leaving.entry(device).or_insert(Instant::now() + self.shared.options.times.away);
        }
        Ok(())
    }

    /// Makes a command based on the current state, with an id that no client uses.
    fn own_command(&self, action: Action) -> Command {
        Command { id: CommandId::drawn(random_u64()), seen: self.room.sequence(), action }
    }

    /// Performs an action of the server. Returns false if the store failed, so that the action must be tried again.
    async fn act(&mut self, action: Action) -> bool {
        if self.is_nearly_full() && matches!(action, Action::SetAway { .. }) {
            return true;
        }
        let command = self.own_command(action);
        match self.decide_and_append(&command, Who::Server, Moment::at(now_ms())).await {
            Ok(_) => true,
            Err(error) => {
                self.log_error(&error);
                self.pause_until = Some(Instant::now() + RETRY);
                false
            }
        }
    }

    /// Performs the tasks due at the time of a command, then the command.
    async fn handle_device_command(
        &mut self,
        command: &Command,
        device: DeviceId,
        when: Moment,
    ) -> Result<Outcome, RoomError> {
        self.perform_due_tasks(when).await?;
        let is_known = self.room.answer(device, command.id).is_some();
        if self.is_nearly_full() && !command.action.ends_matches() && !is_known {
            return Ok(Outcome::Refused(Refusal::OnlyMoves));
        }
        self.decide_and_append(command, Who::Device(device), when).await
    }

    /// True if the room is full, or nearly full with no match running.
    fn must_close(&self) -> bool {
        let is_full = self.room.sequence() > self.shared.options.limits.events_per_room;
        match self.room.phase() {
            Phase::Playing => is_full,
            Phase::Waiting | Phase::Over => self.is_nearly_full(),
            Phase::Closed => false,
        }
    }

    /// True if the remaining events are reserved for the end of the match.
    fn is_nearly_full(&self) -> bool {
        let max = self.shared.options.limits.events_per_room;
        self.room.sequence() > max - max / 5
    }

    /// Decides a command, stores its events if no other server was first, applies and sends them. If another was first,
    /// reads and sends the missing events and decides again.
    async fn decide_and_append(&mut self, command: &Command, who: Who, when: Moment) -> Result<Outcome, RoomError> {
        for _ in 0..MAX_TRIES {
            let when = Moment { stood_ms: self.stood_ms(when.at_ms), ..when };
            match self.room.foresee(command, who, when, CpuPlayer::may_sit_in_room) {
                Err(Refusal::Ahead { .. }) if self.catch_up().await? > 0 => {}
                Err(refusal) => return Ok(Outcome::Refused(refusal)),
                Ok(None) => {
                    let known = who.device().and_then(|device| self.room.answer(device, command.id));
                    return Ok(Outcome::Done { sequence: known.unwrap_or(0), is_new: false });
                }
                Ok(Some((events, after))) => {
                    if self.append(events, after).await? {
                        return Ok(Outcome::Done { sequence: self.room.sequence(), is_new: true });
                    }
                }
            }
        }
        Err(RoomError::TooManyConflicts)
    }

    /// Stores events decided on the current state, which lead to `after`. Returns false if another server was first.
    async fn append(&mut self, events: Vec<Event>, after: Room) -> Result<bool, RoomError> {
        let (room, by, row) = (self.code, self.shared.server, RoomRow::of(&after));
        let (began, began_ms) = (Instant::now(), now_ms());
        let appended = self.shared.store.append(Append { room, by, events: events.clone(), row }).await;
        // If the events were stored after all, members must get them even if nobody asks for anything again.
        let appended = appended.inspect_err(|_| {
            self.shared.outages.note_failed(began_ms);
            self.read_again_at = Some(Instant::now());
        })?;
        self.shared.outages.note_written(began_ms, now_ms());
        self.shared.metrics.append_seconds.observe(began.elapsed().as_secs_f64());
        match appended {
            Appended::Done => {
                self.room = after;
                self.events.extend_from_slice(&events);
                self.announce(events);
                Ok(true)
            }
            Appended::Conflict => {
                self.shared.metrics.conflicts.add(1);
                if self.catch_up().await? == 0 {
                    return Err(RoomError::TooManyConflicts);
                }
                Ok(false)
            }
        }
    }

    /// Reads, applies and sends events appended by others. Returns their number.
    async fn catch_up(&mut self) -> Result<usize, RoomError> {
        let events = self.shared.store.read_after(self.code, self.room.sequence()).await?;
        self.read_again_at = None;
        let count = events.len();
        if count > 0 {
            let mut after = self.room.clone();
            events.iter().try_for_each(|event| after.apply(event))?;
            self.room = after;
            self.events.extend_from_slice(&events);
            self.announce(events);
        }
        Ok(count)
    }

    fn announce(&mut self, events: Vec<Event>) {
        self.pause_until = None;
        self.send_to_all(&ServerMessage::Events { events });
        // Players and spectators may have changed.
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
    }

    fn log_error(&self, error: &RoomError) {
        tracing::error!(room = %self.code, %error, "a room failed");
    }

    // ---- Due tasks ----

    /// Milliseconds since the last event in which no server could take a move.
    fn stood_ms(&self, at_ms: u64) -> u64 {
        self.shared.outages.between(self.room.at_ms(), at_ms)
    }

    /// The next task of the server, and its time as far as known.
    fn due(&self, now_ms: u64) -> Option<(u64, Action)> {
        self.room.due().map(|(at_ms, action)| (at_ms.saturating_add(self.stood_ms(now_ms)), action))
    }

    /// Reports lost clock time to members by repeating whether the player to move is away.
    async fn report_lost_clock_time(&mut self) {
        let runs = |game: &RoomMatch| game.clock.deadline().map(|deadline| deadline.player);
        let Some(player) = self.room.game().and_then(runs).filter(|_| !self.members.is_empty()) else { return };
        let away = self.room.seats()[player].human.as_ref().is_some_and(|human| human.away_since_ms.is_some());
        if self.stood_ms(now_ms()) >= MIN_REPORTED_STOOD_MS && self.pause_until.is_none() {
            self.act(Action::SetAway { player, away }).await;
        }
    }

    async fn perform_due_tasks(&mut self, when: Moment) -> Result<(), RoomError> {
        for _ in 0..MAX_TRIES {
            let due = self.due(when.at_ms).filter(|(at_ms, _)| *at_ms <= when.at_ms);
            let Some((_, action)) = due else { return Ok(()) };
            let command = self.own_command(action);
            self.decide_and_append(&command, Who::Server, when).await?;
        }
        Err(RoomError::TooManyConflicts)
    }

    async fn perform_everything_due(&mut self) {
        let now = Instant::now();
        if self.presence_due.is_some_and(|at| at <= now) {
            self.send_presence().await;
        }
        if self.retry_cpu_move_at.is_some_and(|at| at <= now) {
            self.retry_cpu_move_at = None;
        }
        if self.read_again_at.is_some_and(|at| at <= now)
            && let Err(error) = self.catch_up().await
        {
            self.log_error(&error);
            self.read_again_at = Some(Instant::now() + RETRY);
        }
        if self.pause_until.is_some_and(|at| at > now) {
            return;
        }
        if let Err(error) = self.perform_due_tasks(Moment::at(now_ms())).await {
            self.log_error(&error);
            self.pause_until = Some(now + RETRY);
            return;
        }
        if let Some((_, turn, action)) = self.finished_move.take_if(|(at, ..)| *at <= now)
            && self.room.cpu_turn().as_ref() == Some(&turn)
            && !self.act(action.clone()).await
        {
            self.finished_move = Some((now + RETRY, turn, action));
        }
        self.report_lost_clock_time().await;
        let gone: Vec<DeviceId> =
            self.leaving.iter().filter(|(_, at)| **at <= now).map(|(device, _)| *device).collect();
        for device in gone {
            self.mark_away(device).await;
        }
        if self.must_close() {
            self.act(Action::Close).await;
        }
    }

    // ---- CPU players ----

    /// Queues the turn of the CPU player to move, while somebody is connected to see the move.
    fn queue_cpu_move(&mut self) {
        let turn = self.room.cpu_turn().filter(|_| !self.members.is_empty());
        self.pending_move.take_if(|pending| Some(pending.turn()) != turn.as_ref());
        let (Some(turn), Some(address)) = (turn, self.charged_address()) else { return };
        let is_known = self.pending_move.is_some()
            || self.finished_move.as_ref().is_some_and(|(_, finished, _)| *finished == turn);
        let (Some(game), Some(inbox)) = (self.room.game(), self.inbox.upgrade()) else { return };
        if is_known || self.retry_cpu_move_at.is_some() {
            return;
        }
        self.pending_move = self.shared.cpu_pool.submit(address, &turn, game.record.position().clone(), inbox);
        if self.pending_move.is_none() {
            self.retry_cpu_move_at = Some(Instant::now() + RETRY);
        }
    }

    /// The address charged for a CPU player's thinking: the host's, since the host seated it, otherwise another
    /// player's, or any spectator's.
    fn charged_address(&self) -> Option<AddressKey> {
        let rank = |member: &&Member| match self.room.seat_of(member.device) {
            _ if member.device == self.room.host() => 0,
            Some(_) => 1,
            None => 2,
        };
        self.members.iter().min_by_key(rank).map(|member| member.address)
    }

    fn handle_cpu_move(&mut self, turn: CpuTurn, action: Option<Action>) {
        self.pending_move.take_if(|pending| *pending.turn() == turn);
        if self.room.cpu_turn().as_ref() != Some(&turn) {
            return;
        }
        let Some(action) = action else {
            tracing::error!(room = %self.code, cpu = turn.cpu.as_str(), "a CPU player found no move");
            self.retry_cpu_move_at = Some(Instant::now() + Duration::from_mins(1));
            return;
        };
        let pause_ms = self.shared.options.cpu.cpu_pause.as_millis() as u64;
        let wait_ms = (self.room.at_ms() + pause_ms).saturating_sub(now_ms()).min(pause_ms);
        self.finished_move = Some((Instant::now() + Duration::from_millis(wait_ms), turn, action));
    }
}
