//! A room in memory: a task that owns the room's state and its connections.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout_at};

use super::cpu_thought::CpuThought;
use super::room_log::{MAX_TRIES, RoomError, RoomLog};
use super::room_members::{RoomMembers, text};
use super::{CloseReason, Member, NotSeated, RoomMessage, RoomUnavailable, Shared};
use crate::cpu::CpuPlayer;
use crate::online::{
    Action, Command, DeviceId, Event, Moment, Phase, PlayerName, Reaction, Refusal, RoomCode, RoomMatch, ServerMessage,
    Who,
};
use crate::rules::Player;
use crate::server::now::now_ms;
use crate::server::random::random_u64;
use crate::server::store::RoomReaction;

/// Time that an unneeded room stays in memory.
const LINGER: Duration = Duration::from_secs(10);
/// Tasks due within this many milliseconds keep a room in memory.
const SOON_MS: u64 = 15_000;
/// Lost clock time in milliseconds that is reported at once; less is reported with the next event.
const MIN_REPORTED_OUTAGE_MS: u64 = 1_000;
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

/// Result of a command.
enum Outcome {
    Done { sequence: u64, is_new: bool },
    Refused(Refusal),
}

struct LiveRoom {
    log: RoomLog,
    members: RoomMembers,
    thought: CpuThought,
    /// Set while the room counts as occupied.
    is_occupied: bool,
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
    let reason = match RoomLog::load(code, shared).await {
        Ok(Some(log)) => {
            let mut room = LiveRoom::new(log, inbox);
            room.members.schedule_missing_as_away(&room.log).await;
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
            RoomUnavailable::NoSuchRoom | RoomUnavailable::Full | RoomUnavailable::OtherVersion => Self::NoSeat,
            RoomUnavailable::Unreadable => Self::Unreadable,
        }
    }
}

impl Drop for LiveRoom {
    fn drop(&mut self) {
        self.count_as_occupied(false);
    }
}

impl LiveRoom {
    fn new(log: RoomLog, inbox: mpsc::WeakSender<RoomMessage>) -> Self {
        Self {
            log,
            members: RoomMembers::default(),
            thought: CpuThought::default(),
            is_occupied: false,
            pause_until: None,
            idle_since: None,
            inbox,
        }
    }

    async fn serve(
        &mut self,
        messages: &mut mpsc::Receiver<RoomMessage>,
        unload: &impl Fn(&mut mpsc::Receiver<RoomMessage>) -> Ended,
    ) {
        loop {
            let address = self.members.charged_address(&self.log.room);
            self.thought.queue(&self.log, address, &self.inbox);
            self.count_as_occupied(!self.members.is_empty() && self.log.room.phase() != Phase::Closed);
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
        let due_soon = self.log.due(now_ms).is_some_and(|(at_ms, _)| at_ms <= now_ms + SOON_MS);
        !self.members.is_empty()
            || !self.members.leaving.is_empty()
            || self.thought.is_under_way()
            || (due_soon && self.pause_until.is_none())
    }

    /// Time of the next action that nobody requests.
    fn wakes_at(&self) -> Instant {
        let now = Instant::now();
        let now_ms = now_ms();
        let due = self.log.due(now_ms).map(|(at_ms, _)| now + Duration::from_millis(at_ms.saturating_sub(now_ms)));
        let closes = self.log.must_close().then_some(now);
        let leaving = self.members.leaving.values().min().copied();
        let own = due.into_iter().chain(self.thought.finished_at()).chain(leaving).chain(closes);
        let own = own.map(|at| self.pause_until.map_or(at, |pause| at.max(pause)));
        let idle = self.idle_since.map(|since| since + LINGER);
        own.chain(self.members.presence_due())
            .chain(self.thought.retry_at())
            .chain(self.log.read_again_at)
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
            RoomMessage::Leave { connection } => self.members.leave(connection, &self.log),
            RoomMessage::Command { connection, command, when } => self.handle_command(connection, &command, when).await,
            RoomMessage::React { connection, reaction } => self.handle_reaction(connection, reaction),
            RoomMessage::RemoteReaction { player, reaction } => {
                self.members.send_to_all(&ServerMessage::Reaction { player, reaction }, &self.log);
            }
            RoomMessage::Sit { ids, name, is_host, answer } => {
                let _ = answer.send(self.sit(self.log.room.id_of(ids), &name, is_host).await);
            }
            RoomMessage::CpuAnswer { task, action } => self.thought.finish(task, action, &self.log),
            RoomMessage::Appended { sequence } => {
                if sequence.is_none_or(|sequence| sequence > self.log.room.sequence())
                    && let Err(error) = self.catch_up().await
                {
                    error.log(self.log.code);
                }
                self.mark_returned().await;
            }
            RoomMessage::PresenceChanged => self.members.ask_for_presence_soon(),
            RoomMessage::ServerGone => self.members.schedule_missing_as_away(&self.log).await,
            RoomMessage::Abandoned => self.close_if_abandoned().await,
            RoomMessage::Record { answer } => {
                // A running match always fits a record, so an error means none.
                let record = self.log.room.game().and_then(|game| game.to_game_record().ok());
                let _ = answer.send(Ok(record));
            }
        }
    }

    /// Adds a connection. Returns the size of its welcome in bytes.
    async fn join(&mut self, member: Member, seen: u64) -> Result<usize, RoomUnavailable> {
        if self.log.room.version() > member.rooms_version {
            return Err(RoomUnavailable::OtherVersion);
        }
        let member = Member { device: self.log.room.id_of(member.ids), ..member };
        // Another server may have confirmed an event that this one has not received yet.
        match self.catch_up().await {
            Ok(_) => {}
            // Without the store nobody can move, so it is safe to show the last known state. The rest follows later.
            Err(error @ RoomError::Store(_)) => {
                error.log(self.log.code);
                self.log.read_again_at = Some(Instant::now() + RETRY);
            }
            Err(error) => {
                error.log(self.log.code);
                return Err(RoomUnavailable::Unreadable);
            }
        }
        self.members.make_space(&member, &self.log)?;
        // A client that has seen more events than exist gets all of them.
        let first = if seen > self.log.room.sequence() { 0 } else { seen as usize };
        let events = &self.log.events[first..];
        let events = member.own_view(events).unwrap_or_else(|| events.to_vec());
        let (events, more) = events.split_at(ServerMessage::MAX_EVENTS.min(events.len()));
        let welcome =
            ServerMessage::Welcome { room: self.log.code, you: member.you(), at_ms: now_ms(), events: events.to_vec() };
        let more = more.chunks(ServerMessage::MAX_EVENTS);
        let more = more.map(|events| ServerMessage::Events { events: events.to_vec() });
        // Count it before the welcome is sent, since the client may then ask for another room.
        self.count_as_occupied(self.log.room.phase() != Phase::Closed);
        let mut bytes = 0;
        for message in std::iter::once(welcome).chain(more) {
            let message = text(&message);
            bytes += message.len();
            member.outbox.send(message);
        }
        self.members.add(member, &self.log);
        self.mark_returned().await;
        self.report_lost_clock_time().await;
        Ok(bytes)
    }

    /// Adds the room to the count of occupied rooms, or removes it.
    fn count_as_occupied(&mut self, is_occupied: bool) {
        let change = i64::from(is_occupied) - i64::from(self.is_occupied);
        self.is_occupied = is_occupied;
        self.log.shared.metrics.occupied_rooms.add(change);
    }

    /// Marks humans as back who are connected here but recorded as away, which another server may not have known.
    async fn mark_returned(&mut self) {
        for player in self.members.returned(&self.log.room) {
            self.act(Action::SetAway { player, away: false }).await;
        }
    }

    /// Marks a device as away after its time is up, unless it is connected to another server.
    async fn mark_away(&mut self, device: DeviceId) {
        let Some(player) = self.members.give_up(device, &self.log.room) else { return };
        let shared = self.log.shared.clone();
        match shared.store.present_elsewhere(self.log.code, now_ms(), shared.server).await {
            Ok(present) if present.contains(&device) => {}
            Ok(_) => {
                if !self.act(Action::SetAway { player, away: true }).await {
                    self.members.leaving.insert(device, Instant::now() + RETRY);
                }
            }
            Err(error) => {
                RoomError::from(error).log(self.log.code);
                // Once the store is back, the other servers need time to report who is connected to them.
                self.members.leaving.insert(device, Instant::now() + shared.options.times.away.max(RETRY));
            }
        }
    }

    async fn close_if_abandoned(&mut self) {
        let room = &self.log.room;
        let is_listed = room.listing().is_some();
        let is_awaited = if is_listed { self.members.is_connected(room.host()) } else { !self.members.is_empty() };
        if room.phase() != Phase::Waiting || is_awaited {
            return;
        }
        // The room may have changed since the store was asked.
        let timeout_ms = self.log.shared.options.times.abandoned.as_millis() as u64;
        if self.log.room.at_ms() + timeout_ms <= now_ms() {
            self.act(Action::Close).await;
        }
    }

    async fn handle_command(&mut self, connection: u64, command: &Command, when: Moment) {
        let Some(member) = self.members.find(connection).cloned() else { return };
        let metrics = self.log.shared.metrics.clone();
        let answer = match self.handle_device_command(command, member.device, when).await {
            Ok(Outcome::Done { sequence, is_new }) => {
                metrics.commands.count(if is_new { "done" } else { "repeated" });
                ServerMessage::Done { id: command.id, sequence }
            }
            Ok(Outcome::Refused(refusal)) => {
                metrics.commands.count(refusal.code());
                ServerMessage::Refused { id: command.id, refusal }
            }
            Err(error) => {
                // The command may have been stored, so there is no right answer. The client reconnects and repeats it.
                metrics.commands.count("failed");
                error.log(self.log.code);
                return member.outbox.close(CloseReason::Store);
            }
        };
        member.outbox.send(text(&answer));
    }

    fn handle_reaction(&mut self, connection: u64, reaction: Reaction) {
        let device = self.members.find(connection).map(|member| member.device);
        let Some(player) = device.and_then(|device| self.log.room.seat_of(device)) else { return };
        self.members.send_to_all(&ServerMessage::Reaction { player, reaction }, &self.log);
        let reaction_notice = RoomReaction { room: self.log.code, player, reaction, by: self.log.shared.server };
        let store = self.log.shared.store.clone();
        // Delivery to other servers is best effort.
        tokio::spawn(async move { drop(store.send_reaction(reaction_notice).await) });
    }

    async fn sit(&mut self, device: DeviceId, name: &PlayerName, is_host: bool) -> Result<(), NotSeated> {
        let unreadable = |_| NotSeated::Unreadable;
        let RoomLog { code, shared, room, .. } = &self.log;
        let present = shared.store.present_elsewhere(*code, now_ms(), shared.server).await;
        let present = present.map_err(|_| NotSeated::Unreadable)?;
        let is_there = |other: DeviceId| {
            other == device
                || self.members.expects(other)
                || self.members.is_connected(other)
                || present.contains(&other)
        };
        let is_meant = if is_host { room.host() == device } else { is_there(room.host()) };
        if !is_meant || room.phase() != Phase::Waiting {
            return Err(NotSeated::NoSeat);
        }
        let when = Moment::at(now_ms());
        if room.seat_of(device).is_none() {
            let mut free: Vec<Player> = room.players();
            free.retain(|player| room.seats()[*player].is_empty());
            if room.listing().is_none() || free.is_empty() {
                return Err(NotSeated::NoSeat);
            }
            // The maker gets a random seat, so as not to move first more often than others.
            let player = free[if is_host { random_u64() as usize % free.len() } else { 0 }];
            let command = self.log.own_command(Action::TakeSeat { player, name: name.clone() });
            if let Outcome::Refused(_) = self.handle_device_command(&command, device, when).await.map_err(unreadable)? {
                return Err(NotSeated::NoSeat);
            }
        }
        let command = self.log.own_command(Action::SetReady { ready: true });
        match self.handle_device_command(&command, device, when).await.map_err(unreadable)? {
            Outcome::Done { .. } | Outcome::Refused(Refusal::Already) => {}
            Outcome::Refused(_) => return Err(NotSeated::NoSeat),
        }
        // The next player who wants the same match must find the host present, even before the host connects.
        if is_host && !self.members.is_connected(device) {
            self.members.expect_host(device, self.log.shared.options.times.away);
        }
        Ok(())
    }

    /// Performs an action of the server. Returns false if the store failed, so that the action must be tried again.
    async fn act(&mut self, action: Action) -> bool {
        if self.log.is_nearly_full() && matches!(action, Action::SetAway { .. }) {
            return true;
        }
        let command = self.log.own_command(action);
        match self.decide_and_append(&command, Who::Server, Moment::at(now_ms())).await {
            Ok(_) => true,
            Err(error) => {
                error.log(self.log.code);
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
        let is_known = self.log.room.answer(device, command.id).is_some();
        if self.log.is_nearly_full() && !command.action.ends_matches() && !is_known {
            return Ok(Outcome::Refused(Refusal::OnlyMoves));
        }
        self.decide_and_append(command, Who::Device(device), when).await
    }

    /// Decides a command, stores its events if no other server was first, applies and sends them. If another was first,
    /// reads and sends the missing events and decides again.
    async fn decide_and_append(&mut self, command: &Command, who: Who, when: Moment) -> Result<Outcome, RoomError> {
        for _ in 0..MAX_TRIES {
            let when = Moment { outage_ms: self.log.outage_ms(when.at_ms), ..when };
            match self.log.room.foresee(command, who, when, CpuPlayer::may_sit_in_room) {
                Err(Refusal::Ahead { .. }) if self.catch_up().await? > 0 => {}
                Err(refusal) => return Ok(Outcome::Refused(refusal)),
                Ok(None) => {
                    let known = who.device().and_then(|device| self.log.room.answer(device, command.id));
                    return Ok(Outcome::Done { sequence: known.unwrap_or(0), is_new: false });
                }
                Ok(Some((events, after))) => {
                    if self.log.append(&events, after).await? {
                        self.announce(events);
                        return Ok(Outcome::Done { sequence: self.log.room.sequence(), is_new: true });
                    }
                    if self.catch_up().await? == 0 {
                        return Err(RoomError::TooManyConflicts);
                    }
                }
            }
        }
        Err(RoomError::TooManyConflicts)
    }

    /// Reads, applies and sends events appended by others. Returns their number.
    async fn catch_up(&mut self) -> Result<usize, RoomError> {
        let events = self.log.catch_up().await?;
        let count = events.len();
        if count > 0 {
            self.announce(events);
        }
        Ok(count)
    }

    fn announce(&mut self, events: Vec<Event>) {
        self.pause_until = None;
        self.members.send_to_all(&ServerMessage::Events { events }, &self.log);
        // Players and spectators may have changed.
        self.members.send_presence_soon();
    }

    /// Reports lost clock time to members by repeating whether the player to move is away.
    async fn report_lost_clock_time(&mut self) {
        let runs = |game: &RoomMatch| game.clock.deadline().map(|deadline| deadline.player);
        let Some(player) = self.log.room.game().and_then(runs).filter(|_| !self.members.is_empty()) else { return };
        let away = self.log.room.seats()[player].human.as_ref().is_some_and(|human| human.away_since_ms.is_some());
        if self.log.outage_ms(now_ms()) >= MIN_REPORTED_OUTAGE_MS && self.pause_until.is_none() {
            self.act(Action::SetAway { player, away }).await;
        }
    }

    async fn perform_due_tasks(&mut self, when: Moment) -> Result<(), RoomError> {
        for _ in 0..MAX_TRIES {
            let due = self.log.due(when.at_ms).filter(|(at_ms, _)| *at_ms <= when.at_ms);
            let Some((_, action)) = due else { return Ok(()) };
            let command = self.log.own_command(action);
            self.decide_and_append(&command, Who::Server, when).await?;
        }
        Err(RoomError::TooManyConflicts)
    }

    async fn perform_everything_due(&mut self) {
        let now = Instant::now();
        if self.members.presence_due().is_some_and(|at| at <= now) {
            self.members.send_presence(&self.log).await;
        }
        self.thought.retry(now);
        if self.log.read_again_at.is_some_and(|at| at <= now)
            && let Err(error) = self.catch_up().await
        {
            error.log(self.log.code);
            self.log.read_again_at = Some(Instant::now() + RETRY);
        }
        if self.pause_until.is_some_and(|at| at > now) {
            return;
        }
        if let Err(error) = self.perform_due_tasks(Moment::at(now_ms())).await {
            error.log(self.log.code);
            self.pause_until = Some(now + RETRY);
            return;
        }
        if let Some((task, action)) = self.thought.take_finished(now)
            && self.log.room.cpu_task().as_ref() == Some(&task)
            && !self.act(action.clone()).await
        {
            self.thought.postpone(now + RETRY, task, action);
        }
        self.report_lost_clock_time().await;
        for device in self.members.gone(now) {
            self.mark_away(device).await;
        }
        if self.log.must_close() {
            self.act(Action::Close).await;
        }
    }
}
