//! Handles everything that the server sends.

use bevy::prelude::*;
use bevy::window::WindowFocused;

use crate::game::online::online_state::{Connection, Said};
use crate::game::online::server_line::LineNews;
use crate::game::online::talk::{Talk, no_answer, unreachable};
use crate::game::online::visit::{Errand, LineState};
use crate::game::redraw::Frames;
use crate::game::text::{Phrase, say};
use crate::online::{
    Action, ClientMessage, ClientRoom, Command, CommandId, DeviceId, Event, Failure, MessageError, Phase, Reaction,
    Received, Refusal, RoomCode, ServerMessage,
};
use crate::rules::Player;

/// Maximum number of phrases and reactions that are kept.
const MOST_SAID: usize = 50;
/// Maximum number of servers that are remembered.
const MOST_SERVERS: usize = 5;

/// Handles the connection's events since the last frame.
pub(super) fn hear(mut talk: Talk, mut focused: MessageReader<WindowFocused>, mut frames: ResMut<Frames>) {
    let is_looked_at = focused.read().any(|focus| focus.focused);
    for news in talk.line.0.take_news() {
        match news {
            LineNews::Opened => talk.opened(),
            LineNews::Heard(text) => talk.heard(&text),
            LineNews::Closed => talk.lose(),
            LineNews::Flooded => talk.give_up(say!("online-flood")),
            LineNews::WorthATry => talk.visit.retry_at = talk.time.elapsed(),
        }
    }
    if talk.line.0.has_news() {
        frames.keep_drawing();
    }
    if is_looked_at && talk.visit.line == LineState::Closed {
        talk.visit.retry_at = talk.time.elapsed();
    }
}

impl Talk<'_> {
    fn opened(&mut self) {
        self.visit.line = LineState::Open;
        self.note_hearing();
        self.online.connection = Connection::Open;
        if self.online.trouble == Some(unreachable()) {
            self.online.trouble = None;
        }
        self.remember_server();
        self.state_errand();
    }

    /// Remembers the server so that it can be offered again. The page has only its own server and remembers none.
    fn remember_server(&mut self) {
        let Some(server) = self.online.server.clone().filter(|_| cfg!(not(target_arch = "wasm32"))) else { return };
        let servers = &mut self.online.servers;
        if servers.first() != Some(&server) {
            servers.retain(|other| *other != server);
            servers.insert(0, server);
            servers.truncate(MOST_SERVERS);
            let servers = servers.clone();
            self.keep(|kept| kept.servers = servers);
        }
    }

    fn heard(&mut self, text: &str) {
        self.note_hearing();
        match ServerMessage::read(text) {
            Ok(message) => self.take_in(message),
            Err(MessageError::OtherVersion { .. }) => self.fail(&Failure::OtherVersion),
            // Ignores an unreadable message: this version cannot be waiting for it.
            Err(_) => {}
        }
    }

    fn take_in(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { room, you, events, at_ms } => {
                self.hear_time(at_ms, true);
                self.welcomed(room, you, &events);
            }
            ServerMessage::Rooms { rooms } => {
                self.visit.attempts = 0;
                self.answered();
                self.online.rooms = Some(rooms);
            }
            ServerMessage::Events { events } => {
                if let Some(last) = events.last() {
                    self.hear_time(last.at_ms, false);
                }
                self.happened(&events);
            }
            ServerMessage::Done { id, sequence } => {
                if let Some(room) = &mut self.online.room {
                    room.done(id, sequence);
                }
            }
            ServerMessage::Refused { id, refusal } => self.refused(id, &refusal),
            ServerMessage::Presence(presence) => self.online.presence = presence,
            ServerMessage::Reaction { player, reaction } => self.said(player, reaction),
            ServerMessage::Failed(failure) => self.fail(&failure),
            // The connection has already answered the ping.
            ServerMessage::Ping { at_ms, .. } => self.hear_time(at_ms, false),
            ServerMessage::NotUnderstood { .. } | ServerMessage::Unknown => {}
        }
    }

    fn welcomed(&mut self, code: RoomCode, you: DeviceId, events: &[Event]) {
        let made = match std::mem::replace(&mut self.visit.errand, Errand::Enter(code)) {
            Errand::Make(room) => Some(room),
            Errand::Play(_) => None,
            Errand::Enter(entered) if entered == code => None,
            // Too late: the player wants something else by now.
            other => {
                self.visit.errand = other;
                return;
            }
        };
        if self.returns_to_former_seat(code, events) {
            return;
        }
        if self.online.room.is_none() {
            self.enter(code);
        }
        if let Some(room) = &mut self.online.room {
            room.is_called(you);
        }
        (self.visit.line, self.visit.attempts) = (LineState::InRoom, 0);
        self.answered();
        self.happened(events);
        let unanswered: Vec<Command> = self.online.room.iter().flat_map(ClientRoom::unanswered).cloned().collect();
        for command in unanswered {
            self.send(command);
        }
        if let Some(room) = made {
            self.take_seats(&room);
        }
    }

    /// The server has done what was asked of it.
    fn answered(&mut self) {
        self.visit.is_answered = true;
        if self.online.trouble == Some(no_answer()) {
            self.online.trouble = None;
        }
    }

    fn happened(&mut self, events: &[Event]) {
        let Some(room) = &mut self.online.room else { return };
        match room.receive(events) {
            Ok(Received::Applied(_)) => {}
            Ok(Received::Gap) => self.state_errand(),
            Err(_) => {
                self.give_up(say!("online-other-version"));
                return;
            }
        }
        if self.online.room().is_some_and(|room| room.phase() == Phase::Closed) {
            // Keeps the closed room on screen, so that the players can still look at it.
            self.visit.errand = Errand::None;
            self.forget_place();
            if std::mem::take(&mut self.visit.is_return) {
                self.forget_room();
            }
        }
    }

    fn refused(&mut self, id: CommandId, refusal: &Refusal) {
        let Some(room) = &mut self.online.room else { return };
        let action = room.unanswered().find(|command| command.id == id).map(|command| command.action.clone());
        room.refused(id);
        let reason = Phrase::from(refusal);
        match action {
            Some(Action::Move { .. }) => self.notify(say!("online-move-refused", reason = reason)),
            Some(_) if *refusal == Refusal::Already => {}
            Some(_) => self.trouble(reason),
            None => {}
        }
    }

    fn said(&mut self, player: Player, reaction: Reaction) {
        if self.online.is_muted && self.online.own_seat() != Some(player) {
            return;
        }
        let at = self.time.elapsed();
        let said = &mut self.online.said;
        said.push(Said { player, reaction, at });
        let excess = said.len().saturating_sub(MOST_SAID);
        said.drain(..excess);
    }

    /// Handles the server's refusal to serve this connection. Temporary trouble with a room or the list is only shown;
    /// anything else ends the attempt.
    fn fail(&mut self, failure: &Failure) {
        let is_room_or_list = matches!(self.visit.errand, Errand::Browse | Errand::Enter(_));
        if is_room_or_list && !failure.is_lasting() {
            self.trouble(failure);
        } else if std::mem::take(&mut self.visit.is_return) {
            self.forget_room();
        } else {
            self.give_up(failure.into());
        }
    }

    fn give_up(&mut self, sentence: Phrase) {
        self.forget_room();
        self.hang_up();
        self.trouble(sentence);
    }

    /// Sends a set phrase or a reaction to everybody in the room.
    pub(super) fn react(&mut self, reaction: Reaction) {
        if self.visit.line == LineState::InRoom {
            self.say(&ClientMessage::React { reaction });
        }
    }
}
