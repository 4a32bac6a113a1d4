//! Handles everything that the server sends.

use bevy::prelude::*;
use bevy::window::WindowFocused;

use crate::game::online::client::{OnlineClient, no_answer, unreachable};
use crate::game::online::connection_state::{ConnectionGoal, ConnectionStage};
use crate::game::online::online_state::{ConnectionStatus, RoomReaction};
use crate::game::online::server_connection::ConnectionEvent;
use crate::game::play::swap::swap_answer;
use crate::game::redraw::Frames;
use crate::game::text::{Phrase, say};
use crate::online::{
    Action, Change, ClientMessage, ClientRoom, Command, CommandId, DeviceId, Event, Failure, MessageError, Phase,
    Reaction, Received, Refusal, Room, RoomCode, ServerMessage,
};
use crate::rules::Player;

/// Maximum number of phrases and reactions that are kept.
const MAX_REACTIONS: usize = 50;
/// Maximum number of servers that are remembered.
const MAX_SERVERS: usize = 5;

/// Handles the connection's events since the last frame.
pub(super) fn handle_connection_events(
    mut client: OnlineClient,
    mut focused: MessageReader<WindowFocused>,
    mut frames: ResMut<Frames>,
) {
    let is_looked_at = focused.read().any(|focus| focus.focused);
    for event in client.connection.0.take_events() {
        match event {
            ConnectionEvent::Opened { has_previews } => client.on_opened(has_previews),
            ConnectionEvent::Received(text) => client.handle_text(&text),
            ConnectionEvent::Closed => client.on_lost(),
            ConnectionEvent::Flooded => client.give_up(say!("online-flood")),
            ConnectionEvent::RetryNow => client.state.retry_at = client.time.elapsed(),
        }
    }
    if client.connection.0.has_events() {
        frames.keep_drawing();
    }
    if is_looked_at && client.state.stage == ConnectionStage::Closed {
        client.state.retry_at = client.time.elapsed();
    }
}

impl OnlineClient<'_> {
    fn on_opened(&mut self, has_previews: bool) {
        self.state.stage = ConnectionStage::Open;
        self.restart_silence();
        self.online.connection = ConnectionStatus::Open;
        if self.online.trouble == Some(unreachable()) {
            self.online.trouble = None;
        }
        self.remember_server();
        self.note_previews(has_previews);
        self.request_goal();
    }

    /// Notes whether the server has previews of games, so that the next start knows it without a connection.
    fn note_previews(&mut self, has_previews: bool) {
        let server = self.online.server.clone().filter(|_| has_previews);
        if self.online.preview_server != server {
            self.online.preview_server.clone_from(&server);
            // The page learns it whenever it is loaded.
            if cfg!(not(target_arch = "wasm32")) {
                self.change_device(|device| device.preview_server = server);
            }
        }
    }

    /// Remembers the server so that it can be offered again. The page has only its own server and remembers none.
    fn remember_server(&mut self) {
        let Some(server) = self.online.server.clone().filter(|_| cfg!(not(target_arch = "wasm32"))) else { return };
        let servers = &mut self.online.servers;
        if servers.first() != Some(&server) {
            servers.retain(|other| *other != server);
            servers.insert(0, server);
            servers.truncate(MAX_SERVERS);
            let servers = servers.clone();
            self.change_device(|device| device.servers = servers);
        }
    }

    fn handle_text(&mut self, text: &str) {
        self.restart_silence();
        match ServerMessage::read(text) {
            Ok(message) => self.handle_message(message),
            Err(MessageError::OtherVersion { .. }) => self.handle_failure(&Failure::OtherVersion),
            // Ignores an unreadable message: this version cannot be waiting for it.
            Err(_) => {}
        }
    }

    fn handle_message(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { room, you, events, at_ms } => {
                self.update_server_time(at_ms, true);
                self.handle_welcome(room, you, &events);
            }
            ServerMessage::Rooms { rooms } => {
                self.state.attempts = 0;
                self.note_answered();
                self.online.rooms = Some(rooms);
            }
            ServerMessage::Events { events } => {
                if let Some(last) = events.last() {
                    self.update_server_time(last.at_ms, false);
                }
                let seen = self.online.room.as_ref().map_or(0, ClientRoom::seen);
                self.handle_room_events(&events);
                self.announce_events(&events, seen);
            }
            ServerMessage::Done { id, sequence } => {
                if let Some(room) = &mut self.online.room {
                    room.done(id, sequence);
                }
            }
            ServerMessage::Refused { id, refusal } => self.handle_refusal(id, &refusal),
            ServerMessage::Presence(presence) => self.online.presence = presence,
            ServerMessage::Reaction { player, reaction } => self.handle_reaction(player, reaction),
            ServerMessage::Failed(failure) => self.handle_failure(&failure),
            // The connection has already answered the ping.
            ServerMessage::Ping { at_ms, .. } => self.update_server_time(at_ms, false),
            ServerMessage::NotUnderstood { .. } | ServerMessage::Unknown => {}
        }
    }

    fn handle_welcome(&mut self, code: RoomCode, you: DeviceId, events: &[Event]) {
        let made = match std::mem::replace(&mut self.state.goal, ConnectionGoal::Enter(code)) {
            ConnectionGoal::Make(room) => Some(room),
            ConnectionGoal::Play(_) => None,
            ConnectionGoal::Enter(entered) if entered == code => None,
            // Too late: the player wants something else by now.
            other => {
                self.state.goal = other;
                return;
            }
        };
        if self.return_to_former_seat(code, events) {
            return;
        }
        if self.online.room.is_none() {
            self.enter(code);
        }
        if let Some(room) = &mut self.online.room {
            room.is_called(you);
        }
        (self.state.stage, self.state.attempts) = (ConnectionStage::InRoom, 0);
        self.note_answered();
        self.handle_room_events(events);
        let unanswered: Vec<Command> = self.online.room.iter().flat_map(ClientRoom::unanswered).cloned().collect();
        for command in unanswered {
            self.send_command(command);
        }
        if let Some(room) = made {
            self.fill_seats(&room);
        }
    }

    /// The server has done what was asked of it.
    fn note_answered(&mut self) {
        self.state.is_answered = true;
        if self.online.trouble == Some(no_answer()) {
            self.online.trouble = None;
        }
    }

    fn handle_room_events(&mut self, events: &[Event]) {
        let Some(room) = &mut self.online.room else { return };
        match room.receive(events) {
            Ok(Received::Applied(_)) => {}
            Ok(Received::Gap) => self.request_goal(),
            Err(_) => {
                self.give_up(say!("online-other-version"));
                return;
            }
        }
        if self.online.room().is_some_and(|room| room.phase() == Phase::Closed) {
            // Keeps the closed room on screen, so that the players can still look at it.
            self.state.goal = ConnectionGoal::None;
            self.forget_saved_room();
            if std::mem::take(&mut self.state.is_return) {
                self.forget_room();
            }
        }
    }

    /// Announces what others did in the events after `seen` that shows nowhere else: time given to this player, and a
    /// choice of sides.
    fn announce_events(&mut self, events: &[Event], seen: u64) {
        let own = self.online.own_seat();
        for event in events.iter().filter(|event| event.sequence > seen) {
            let Some(game) = self.online.room().and_then(Room::game) else { return };
            let called = |player: Player| match game.names[player].as_str() {
                "" => Phrase::from(player),
                name => Phrase::verbatim(name),
            };
            let phrase = match event.change {
                Change::TimeGiven { player, given_ms } if own.is_some_and(|own| own != player) => {
                    say!("room-time-given", player = called(player), count = given_ms / 60_000)
                }
                Change::SideChosen { player, takes_over } => {
                    let other = game.record.variant().everybody().into_iter().find(|other| *other != player);
                    let Some(other) = other else { continue };
                    let now = if takes_over { other } else { player };
                    if own == Some(now) {
                        continue;
                    }
                    swap_answer(takes_over, (player, other), called(now), own)
                }
                _ => continue,
            };
            self.notify(phrase);
        }
    }

    fn handle_refusal(&mut self, id: CommandId, refusal: &Refusal) {
        let Some(room) = &mut self.online.room else { return };
        let action = room.unanswered().find(|command| command.id == id).map(|command| command.action.clone());
        room.refused(id);
        let reason = Phrase::from(refusal);
        match action {
            Some(Action::Move { .. } | Action::Pass { .. }) => {
                self.notify(say!("online-move-refused", reason = reason));
            }
            Some(_) if *refusal == Refusal::Already => {}
            Some(_) => self.show_trouble(reason),
            None => {}
        }
    }

    fn handle_reaction(&mut self, player: Player, reaction: Reaction) {
        if self.online.is_muted && self.online.own_seat() != Some(player) {
            return;
        }
        let at = self.time.elapsed();
        let reactions = &mut self.online.reactions;
        reactions.push(RoomReaction { player, reaction, at });
        let excess = reactions.len().saturating_sub(MAX_REACTIONS);
        reactions.drain(..excess);
    }

    /// Handles the server's refusal to serve this connection. Temporary trouble with a room or the list is only shown;
    /// anything else ends the attempt.
    fn handle_failure(&mut self, failure: &Failure) {
        let is_room_or_list = matches!(self.state.goal, ConnectionGoal::Browse | ConnectionGoal::Enter(_));
        if is_room_or_list && !failure.is_lasting() {
            self.show_trouble(failure);
        } else if std::mem::take(&mut self.state.is_return) {
            self.forget_room();
        } else {
            self.give_up(failure.into());
        }
    }

    fn give_up(&mut self, sentence: Phrase) {
        self.forget_room();
        self.close();
        self.show_trouble(sentence);
    }

    /// Sends a set phrase or a reaction to everybody in the room.
    pub(super) fn react(&mut self, reaction: Reaction) {
        if self.state.stage == ConnectionStage::InRoom {
            self.send_message(&ClientMessage::React { reaction });
        }
    }
}
