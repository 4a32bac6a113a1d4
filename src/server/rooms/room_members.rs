//! A room's connections on this server, and the presence of humans on all servers.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::time::Instant;

use super::room_log::{RoomError, RoomLog};
use super::{CloseReason, Member, RoomUnavailable};
use crate::online::{DeviceId, Presence, Room, ServerMessage};
use crate::rules::Player;
use crate::server::limits::AddressKey;
use crate::server::now::now_ms;
use crate::server::store::PresenceChange;

/// Maximum connections of a device to a room; the oldest is closed for a new one.
const MAX_CONNECTIONS_PER_DEVICE: usize = 4;
/// Delay before a change of presence is sent, to collect several.
const PRESENCE_DELAY: Duration = Duration::from_millis(200);
/// Delay before the store is asked again for the presence on other servers.
const RETRY: Duration = Duration::from_secs(1);

/// Connections to a room, and what their clients know of each other's presence.
#[derive(Default)]
pub(super) struct RoomMembers {
    connected: Vec<Member>,
    /// Devices without a connection here, with the time at which they count as away.
    pub(super) leaving: HashMap<DeviceId, Instant>,
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
}

/// A message as it is sent.
pub(super) fn text(message: &ServerMessage) -> Utf8Bytes {
    message.write().into()
}

/// True for the devices of the players and the host.
fn is_player_or_host(room: &Room, device: DeviceId) -> bool {
    room.seat_of(device).is_some() || room.host() == device
}

impl RoomMembers {
    /// True if nobody is connected.
    pub(super) const fn is_empty(&self) -> bool {
        self.connected.is_empty()
    }

    /// The member with this connection.
    pub(super) fn find(&self, connection: u64) -> Option<&Member> {
        self.connected.iter().find(|member| member.connection == connection)
    }

    /// True if a device has a connection here.
    pub(super) fn is_connected(&self, device: DeviceId) -> bool {
        self.connected.iter().any(|member| member.device == device)
    }

    /// True for the host who has asked for a match and whose connection has yet to join.
    pub(super) fn expects(&self, device: DeviceId) -> bool {
        self.expected_host == Some(device)
    }

    /// Counts the host as present for `time`, within which the connection should join.
    pub(super) fn expect_host(&mut self, device: DeviceId, time: Duration) {
        self.expected_host = Some(device);
        self.leaving.entry(device).or_insert(Instant::now() + time);
    }

    /// Makes room for a connection, and removes an earlier member with the same one. Players and the host are always
    /// admitted: a spectator, or an older connection of the same device, is closed for them.
    pub(super) fn make_space(&mut self, member: &Member, log: &RoomLog) -> Result<(), RoomUnavailable> {
        self.connected.retain(|other| other.connection != member.connection);
        let limits = &log.shared.options.limits;
        let is_full = self.connected.len() >= limits.connections_per_room;
        if !is_player_or_host(&log.room, member.device) {
            let of_address = self.spectators(&log.room).filter(|other| other.address == member.address).count();
            let is_refused = is_full || of_address >= limits.spectators_per_address;
            return if is_refused { Err(RoomUnavailable::Full) } else { Ok(()) };
        }
        let own = self.connected.iter().filter(|other| other.device == member.device);
        let oldest = own.clone().min_by_key(|other| other.connection).map(|other| other.connection);
        let newest = self.spectators(&log.room).max_by_key(|other| other.connection).map(|other| other.connection);
        let (leaves, reason) = if own.count() >= MAX_CONNECTIONS_PER_DEVICE {
            (oldest, CloseReason::Replaced)
        } else if !is_full {
            return Ok(());
        } else if newest.is_some() {
            (newest, CloseReason::Crowded)
        } else {
            (oldest, CloseReason::Replaced)
        };
        let leaving = self.connected.iter().find(|other| Some(other.connection) == leaves).cloned();
        if let Some(other) = leaving {
            other.outbox.close(reason);
            self.leave(other.connection, log);
        }
        Ok(())
    }

    fn spectators(&self, room: &Room) -> impl Iterator<Item = &Member> {
        self.connected.iter().filter(|member| !is_player_or_host(room, member.device))
    }

    /// Adds a member who has been welcomed.
    pub(super) fn add(&mut self, member: Member, log: &RoomLog) {
        let device = member.device;
        if !self.is_connected(device) {
            note_presence(&member, true, log);
        }
        self.newcomers.push(member.connection);
        self.connected.push(member);
        self.expected_host.take_if(|host| *host == device);
        self.leaving.remove(&device);
        self.send_presence_soon();
    }

    /// Removes a member. Without another connection, the device counts as away after the usual time.
    pub(super) fn leave(&mut self, connection: u64, log: &RoomLog) {
        let Some(at) = self.connected.iter().position(|member| member.connection == connection) else { return };
        let member = self.connected.swap_remove(at);
        let device = member.device;
        // While this server stops, its clients get time to reconnect before they count as away.
        if !self.is_connected(device) && !log.shared.is_stopping.load(Ordering::Relaxed) {
            note_presence(&member, false, log);
            self.leaving.insert(device, Instant::now() + log.shared.options.times.away);
        }
        self.send_presence_soon();
    }

    /// Devices whose time is up.
    pub(super) fn gone(&self, now: Instant) -> Vec<DeviceId> {
        self.leaving.iter().filter(|(_, at)| **at <= now).map(|(device, _)| *device).collect()
    }

    /// Stops waiting for a device. Returns its seat, unless it is connected here after all.
    pub(super) fn give_up(&mut self, device: DeviceId, room: &Room) -> Option<Player> {
        self.leaving.remove(&device);
        self.expected_host.take_if(|host| *host == device);
        room.seat_of(device).filter(|_| !self.is_connected(device))
    }

    /// Humans who are connected here but recorded as away, which another server may not have known.
    pub(super) fn returned(&self, room: &Room) -> Vec<Player> {
        let is_here = |device| self.is_connected(device);
        let here = room.humans().filter(|(_, human)| human.away_since_ms.is_some() && is_here(human.device));
        here.map(|(player, _)| player).collect()
    }

    /// The address charged for a CPU player's thinking: the host's, since the host seated it, otherwise another
    /// player's, or any spectator's. `None` if nobody is connected.
    pub(super) fn charged_address(&self, room: &Room) -> Option<AddressKey> {
        let rank = |member: &&Member| match room.seat_of(member.device) {
            _ if member.device == room.host() => 0,
            Some(_) => 1,
            None => 2,
        };
        self.connected.iter().min_by_key(rank).map(|member| member.address)
    }

    /// Sends a message to everybody, and drops members who do not keep up.
    pub(super) fn send_to_all(&mut self, message: &ServerMessage, log: &RoomLog) {
        self.send_to(message, log, |_| true);
    }

    /// Sends a message to some, and drops members who do not keep up or do not know its events.
    fn send_to(&mut self, message: &ServerMessage, log: &RoomLog, is_meant: impl Fn(&Member) -> bool) {
        let for_all = text(message);
        let view = |member: &Member| match message {
            ServerMessage::Events { events } => {
                member.own_view(events).map(|events| text(&ServerMessage::Events { events }))
            }
            _ => None,
        };
        let version = match message {
            ServerMessage::Events { events } => events.iter().map(|event| event.change.version()).max().unwrap_or(1),
            _ => 1,
        };
        let is_known = |member: &&Member| {
            let is_known = version <= member.rooms_version;
            if !is_known {
                member.outbox.close(CloseReason::OtherVersion);
            }
            is_known
        };
        let is_sent =
            |member: &&Member| is_known(member) && member.outbox.send(view(member).unwrap_or_else(|| for_all.clone()));
        let slow: Vec<u64> = self
            .connected
            .iter()
            .filter(|member| is_meant(member) && !is_sent(member))
            .map(|member| member.connection)
            .collect();
        for connection in slow {
            self.leave(connection, log);
        }
    }

    /// Time of the next announcement of presence.
    pub(super) const fn presence_due(&self) -> Option<Instant> {
        self.presence_due
    }

    /// Checks and announces the presence shortly, together with further changes.
    pub(super) fn send_presence_soon(&mut self) {
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
    }

    /// Like [`Self::send_presence_soon`], after a change on another server.
    pub(super) fn ask_for_presence_soon(&mut self) {
        self.elsewhere = None;
        self.send_presence_soon();
    }

    /// Sends the presence on all servers: to everybody if it has changed, otherwise to newcomers.
    pub(super) async fn send_presence(&mut self, log: &RoomLog) {
        self.presence_due = None;
        if self.elsewhere.is_none() {
            let elsewhere = log.shared.store.present_elsewhere(log.code, now_ms(), log.shared.server).await;
            // Without an answer, at least the presence on this server is known.
            self.elsewhere = elsewhere.ok();
            if self.elsewhere.is_none() {
                self.presence_due = Some(Instant::now() + RETRY);
            }
        }
        let here = self.connected.iter().map(|member| member.device);
        let devices: BTreeSet<DeviceId> = here.chain(self.elsewhere.iter().flatten().copied()).collect();
        let humans = log.room.humans().filter(|(_, human)| devices.contains(&human.device));
        let players: Vec<Player> = humans.map(|(player, _)| player).collect();
        let spectators = (devices.len() - players.len()) as u32;
        let presence = Presence { players, spectators };
        let newcomers = std::mem::take(&mut self.newcomers);
        let message = ServerMessage::Presence(presence.clone());
        if self.sent_presence.as_ref() != Some(&presence) {
            self.sent_presence = Some(presence);
            self.send_to_all(&message, log);
        } else if !newcomers.is_empty() {
            self.send_to(&message, log, |member| newcomers.contains(&member.connection));
        }
    }

    /// Schedules players who are connected to no server to count as away after the usual time.
    pub(super) async fn schedule_missing_as_away(&mut self, log: &RoomLog) {
        let (now, shared) = (now_ms(), &log.shared);
        let present = shared.store.present_elsewhere(log.code, now, shared.server).await;
        let is_known = present.is_ok();
        // On an error nobody counts as present; the store is asked about each again when their time is up.
        let present = present.unwrap_or_else(|error| {
            RoomError::from(error).log(log.code);
            Vec::new()
        });
        let at = Instant::now() + shared.options.times.away;
        let missing: Vec<DeviceId> = log
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
            if let Err(error) = shared.store.forget_gone_servers(shared.server, log.code, now).await {
                RoomError::from(error).log(log.code);
            }
            self.ask_for_presence_soon();
        }
    }
}

fn note_presence(member: &Member, is_there: bool, log: &RoomLog) {
    let network = member.address.network().number(log.shared.salt);
    log.shared.presence.note(PresenceChange { room: log.code, device: member.device, network, is_there });
}
