//! The game's side of the connection to the server: opening, sending and closing.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::cpu::{CpuPlayer, EngineLevel, TreeLevel};
use crate::game::online::connection_state::{ConnectionGoal, ConnectionStage, ConnectionState};
use crate::game::online::device::{Device, SavedDevice};
use crate::game::online::new_room::{NewRoom, NewSeat};
use crate::game::online::online_state::{ConnectionStatus, Online};
use crate::game::online::random_bits::random_bits;
use crate::game::online::server_connection::ServerConnection;
use crate::game::online::wall_clock::now_ms;
use crate::game::text::{Phrase, say};
use crate::game::ui::notice::Notice;
use crate::notation::TimeControl;
use crate::online::{
    Action, ClientMessage, ClientRoom, Command, CommandId, DeviceId, DeviceIds, DeviceToken, Event, Presence, Room,
    RoomCode, RoomLink, RoomOptions,
};
use crate::rules::{CpuKey, Player, Variant};

/// Seconds for which an absent player's seat is kept.
const ABSENCE_S: u32 = 120;
/// Minimum time per move that makes a match one of correspondence, where players stay away for days.
const MIN_CORRESPONDENCE: Duration = Duration::from_hours(1);

/// Minimum deviation of the server's time that is corrected.
const MIN_CORRECTION_MS: u64 = 100;

/// Pauses before successive attempts to reconnect; the last one repeats.
const PAUSES_MS: [u64; 6] = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/// System parameters for the connection to the server.
#[derive(SystemParam)]
pub(super) struct OnlineClient<'w> {
    pub(super) online: ResMut<'w, Online>,
    pub(super) state: ResMut<'w, ConnectionState>,
    pub(super) device: ResMut<'w, Device>,
    pub(super) connection: NonSendMut<'w, ServerConnection>,
    pub(super) time: Res<'w, Time<Real>>,
    notices: MessageWriter<'w, Notice>,
}

impl OnlineClient<'_> {
    /// Sends a message if the connection is open, otherwise drops it.
    pub(super) fn send_message(&mut self, message: &ClientMessage) {
        if matches!(self.state.stage, ConnectionStage::Open | ConnectionStage::InRoom) {
            self.connection.0.send(message.write());
        }
    }

    /// The token to use at the current server, and in this room if one is given.
    fn token(&mut self, room: Option<RoomCode>) -> Option<DeviceToken> {
        let server = self.online.server.as_ref()?;
        let is_former = room.is_some() && room == self.state.former_seat;
        let former = self.device.former_token(server).filter(|_| is_former).cloned();
        Some(former.unwrap_or_else(|| self.device.token(server)))
    }

    /// Re-enters the room with the token of an earlier version if that token has a seat there or is the host. Returns
    /// whether it did.
    pub(super) fn return_to_former_seat(&mut self, code: RoomCode, events: &[Event]) -> bool {
        let Some(former) = self.online.server.as_ref().and_then(|server| self.device.former_token(server)) else {
            return false;
        };
        let DeviceIds { in_room, everywhere } = former.ids(code);
        let mut room = ClientRoom::new(everywhere, 0);
        let is_read = self.state.former_seat != Some(code) && room.receive(events).is_ok();
        let is_known = |room: &Room, id: DeviceId| room.seat_of(id).is_some() || room.host() == id;
        let sits = room.room().is_some_and(|room| is_known(room, in_room) || is_known(room, everywhere));
        if is_read && sits {
            self.state.former_seat = Some(code);
            self.enter(code);
            self.request_goal();
        }
        is_read && sits
    }

    /// Asks the server for the current goal, and starts waiting for the answer.
    pub(super) fn request_goal(&mut self) {
        if let Some(message) = self.goal_message() {
            self.send_message(&message);
            (self.state.requested_at, self.state.is_answered) = (self.time.elapsed(), false);
        }
    }

    fn goal_message(&mut self) -> Option<ClientMessage> {
        let id = CommandId(self.state.request_id);
        let room = if let ConnectionGoal::Enter(room) = self.state.goal { Some(room) } else { None };
        let token = self.token(room);
        Some(match &self.state.goal {
            ConnectionGoal::None => return None,
            ConnectionGoal::Browse => ClientMessage::List,
            ConnectionGoal::Make(room) => ClientMessage::Create { id, token: token?, options: Box::new(options(room)) },
            ConnectionGoal::Play(room) => ClientMessage::Play {
                id,
                token: token?,
                name: self.online.name.clone(),
                options: Box::new(options(room)),
            },
            ConnectionGoal::Enter(room) => {
                let seen = self.online.room.as_ref().map_or(0, ClientRoom::seen);
                ClientMessage::Hello { room: *room, token: token?, seen }
            }
        })
    }

    /// Sets a new goal, over the connection that is already open if there is one.
    pub(super) fn set_goal(&mut self, goal: ConnectionGoal) {
        if self.online.server.is_none() {
            self.online.trouble = Some(say!("online-no-server"));
            return;
        }
        (self.state.goal, self.state.is_return) = (goal, false);
        self.state.request_id = CommandId::drawn(random_bits() as u64).0;
        (self.state.attempts, self.state.retry_at) = (0, Duration::ZERO);
        self.request_goal();
    }

    /// Makes this the current room, before anything is known of it.
    pub(super) fn enter(&mut self, code: RoomCode) {
        let Some(me) = self.token(Some(code)).map(|token| token.id()) else { return };
        // Ids start at the current time, so they exceed all ids that this device has sent before.
        self.online.room = Some(ClientRoom::new(me, now_ms().saturating_mul(1_000)));
        self.state.goal = ConnectionGoal::Enter(code);
        let link = RoomLink { server: self.online.server.clone(), code };
        self.change_device(|device| device.room = Some(link));
    }

    /// Sends an action to the room. It is sent again after each reconnection until answered. Returns `None` if the
    /// action is impossible now; the click came too early and is ignored.
    pub(super) fn ask(&mut self, action: Action) -> Option<()> {
        let command = self.online.room.as_mut().filter(|room| room.room().is_some())?.ask(action).ok()?;
        self.send_command(command);
        Some(())
    }

    /// Sends a command if this connection is in the room. Otherwise it is sent after the next welcome.
    pub(super) fn send_command(&mut self, command: Command) {
        if self.state.stage == ConnectionStage::InRoom {
            self.send_message(&ClientMessage::Command(command));
        }
    }

    /// Fills the seats of the room that was just made, as chosen.
    pub(super) fn fill_seats(&mut self, room: &NewRoom) {
        let everybody = room.variant.everybody();
        let seat = |player: Player| match room.seats[player] {
            NewSeat::Open => None,
            NewSeat::Mine => Some(Action::TakeSeat { player, name: self.online.name.clone() }),
            NewSeat::Cpu(cpu) => Some(Action::SeatCpu { player, cpu: cpu.into() }),
        };
        let actions: Vec<_> = everybody.into_iter().filter_map(seat).collect();
        for action in actions {
            self.ask(action);
        }
    }

    /// Leaves the room, and the seat if the match allows it.
    pub(super) fn leave(&mut self) {
        self.ask(Action::Leave);
        self.forget_room();
        self.close();
    }

    /// Forgets the current room without telling the server.
    pub(super) fn forget_room(&mut self) {
        self.state.goal = ConnectionGoal::None;
        self.online.room = None;
        self.online.presence = Presence::default();
        self.online.reactions.clear();
        self.forget_saved_room();
    }

    /// Does not return to the room when the program starts again.
    pub(super) fn forget_saved_room(&mut self) {
        if self.device.saved().is_some_and(|saved| saved.room.is_some()) {
            self.change_device(|device| device.room = None);
        }
    }

    /// Changes the saved device, and shows a notice if it cannot be saved.
    pub(super) fn change_device(&mut self, change: impl FnOnce(&mut SavedDevice)) {
        if let Err(reason) = self.device.change(change) {
            self.notices.write(Notice::trouble(say!("online-not-kept", reason = reason)));
        }
    }

    /// Shows why the last command failed.
    pub(super) fn show_trouble(&mut self, sentence: impl Into<Phrase>) {
        self.online.trouble = Some(sentence.into());
    }

    /// Shows a notice, whatever screen is open.
    pub(super) fn notify(&mut self, sentence: Phrase) {
        self.notices.write(Notice::news(sentence));
    }

    /// Closes the connection.
    pub(super) fn close(&mut self) {
        self.connection.0.close();
        (self.state.stage, self.state.attempts, self.state.retry_at) = (ConnectionStage::Closed, 0, Duration::ZERO);
        self.online.connection = ConnectionStatus::Off;
        self.online.rooms = None;
    }

    /// Handles a lost connection: schedules another attempt if there is still a goal.
    pub(super) fn on_lost(&mut self) {
        self.connection.0.close();
        if self.state.goal == ConnectionGoal::None {
            self.close();
            return;
        }
        if self.state.stage == ConnectionStage::Opening && self.online.trouble.is_none() {
            self.show_trouble(unreachable());
        }
        self.state.stage = ConnectionStage::Closed;
        let pause_ms = PAUSES_MS[(self.state.attempts as usize).min(PAUSES_MS.len() - 1)];
        // Random jitter, so that clients that were cut off together do not all return at the same moment.
        let jitter_ms = random_bits() as u64 % (pause_ms / 2);
        self.state.attempts += 1;
        self.state.retry_at = self.time.elapsed() + Duration::from_millis(pause_ms + jitter_ms);
        let (attempts, retry_at) = (self.state.attempts, self.state.retry_at);
        self.online.connection = ConnectionStatus::Lost { attempts, retry_at };
    }

    /// Begins to open the connection.
    pub(super) fn open(&mut self) {
        let Some(server) = &self.online.server else { return };
        self.connection.0.open(&server.socket_url());
        self.state.stage = ConnectionStage::Opening;
        self.restart_silence();
        if self.state.attempts == 0 {
            self.online.connection = ConnectionStatus::Opening;
        }
    }

    /// Restarts the measurement of silence.
    pub(super) fn restart_silence(&mut self) {
        (self.state.received_at, self.state.received_ms) = (self.time.elapsed(), now_ms());
    }

    /// Takes the server's time from a message. Messages only ever arrive late, so the highest estimate is the best one.
    /// Small differences are ignored so that clocks run evenly.
    pub(super) fn update_server_time(&mut self, at_ms: u64, is_first: bool) {
        let now = self.time.elapsed();
        let expected_ms = self.online.server_ms(now).filter(|_| !is_first);
        if expected_ms.is_none_or(|expected_ms| at_ms > expected_ms + MIN_CORRECTION_MS) {
            self.online.server_time = Some((at_ms, now));
        }
    }

    /// Time since the last message from the server. Uses the wall clock as well, because only it runs on while the
    /// computer sleeps.
    pub(super) fn silence(&self) -> Duration {
        let by_clock = Duration::from_millis(now_ms().saturating_sub(self.state.received_ms));
        self.time.elapsed().saturating_sub(self.state.received_at).max(by_clock)
    }
}

/// Message for a server that does not answer at all.
pub(super) fn unreachable() -> Phrase {
    if cfg!(target_arch = "wasm32") { say!("online-no-server-here") } else { say!("online-unreachable") }
}

/// Message for a server that is there but does not do what was asked.
pub(super) fn no_answer() -> Phrase {
    say!("online-no-answer")
}

/// The room's options as the server wants them.
fn options(room: &NewRoom) -> RoomOptions {
    let absence_s = match room.clock {
        Some(TimeControl::PerMove { limit_ms }) if u128::from(limit_ms) >= MIN_CORRESPONDENCE.as_millis() => {
            *RoomOptions::ABSENCES_S.end()
        }
        _ => ABSENCE_S,
    };
    RoomOptions {
        variant: room.variant.clone(),
        clock: room.clock,
        start: room.start,
        swap: room.swap,
        is_public: room.is_public,
        absence_s,
        substitute: substitute(&room.variant),
        seed: random_bits() as u64,
    }
}

/// The CPU player that replaces players who have gone: one that moves quickly.
fn substitute(variant: &Variant) -> CpuKey {
    let pleasant = CpuPlayer::Engine(EngineLevel::PLEASANT);
    if pleasant.suits(variant) { pleasant } else { CpuPlayer::Tree(TreeLevel::Casual) }.into()
}
