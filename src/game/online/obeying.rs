//! Handles the online commands of players and keeps the connection open while it is needed.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::online::new_room::NewRoom;
use crate::game::online::online_command::OnlineCommand;
#[cfg(target_arch = "wasm32")]
use crate::game::online::page_address;
use crate::game::online::talk::{Talk, no_answer};
use crate::game::online::visit::{Errand, LineState};
use crate::game::redraw::Frames;
use crate::game::text::say;
use crate::online::{Action, RoomLink, ServerAddress};

/// Maximum silence before the connection counts as lost. A server sends a ping every 15 s.
const LONGEST_SILENCE: Duration = Duration::from_secs(40);
/// Maximum wait for the list of rooms or for the welcome to one. Pings do not extend it.
const LONGEST_ANSWER: Duration = Duration::from_secs(20);
/// Maximum time for opening the connection.
const LONGEST_OPENING: Duration = Duration::from_secs(15);

/// Returns to the room that this device was in when the program ended.
pub(super) fn return_to_room(mut talk: Talk) {
    #[cfg(target_arch = "wasm32")]
    {
        talk.online.server = page_address::server_of_page();
    }
    let Some(kept) = talk.device.kept().cloned() else { return };
    (talk.online.name, talk.online.servers) = (kept.name, kept.servers);
    if talk.online.server.is_none() {
        talk.online.server = kept.server;
    }
    if let Some(room) = kept.room
        && (room.server.is_none() || room.server == talk.online.server)
    {
        talk.enter(room.code);
        talk.visit.is_return = true;
    }
}

pub(super) fn obey(mut wishes: MessageReader<OnlineCommand>, mut talk: Talk) {
    for wish in wishes.read() {
        talk.online.trouble = None;
        // Any other command also answers the question whether to change servers.
        let elsewhere = talk.online.elsewhere.take();
        match wish {
            OnlineCommand::Browse => talk.browse(),
            OnlineCommand::UseServer(server) => talk.use_server(server),
            OnlineCommand::Rename(name) => {
                talk.online.name = name.clone();
                talk.keep(|kept| kept.name = name.clone());
                if talk.online.own_seat().is_some() {
                    talk.ask(Action::Rename { name: name.clone() });
                }
            }
            OnlineCommand::Make(room) => talk.go_for(room, Errand::Make),
            OnlineCommand::PlaySomebody(room) => talk.go_for(room, Errand::Play),
            OnlineCommand::Join(link) => talk.ask_to_join(link),
            OnlineCommand::GoElsewhere => elsewhere.iter().for_each(|link| talk.join(link)),
            // Puts the match back on the board, where another one may be by now.
            OnlineCommand::Return => talk.visit.on_board = None,
            OnlineCommand::Ask(action) => {
                talk.ask(action.clone());
            }
            OnlineCommand::React(reaction) => talk.react(*reaction),
            OnlineCommand::Mute(is_muted) => talk.online.is_muted = *is_muted,
            OnlineCommand::Leave => talk.leave(),
        }
    }
}

impl Talk<'_> {
    fn browse(&mut self) {
        if self.online.room.is_none() && self.visit.errand == Errand::None {
            self.begin(Errand::Browse);
        }
    }

    /// Changes the server. The page can only use the server that it comes from.
    fn use_server(&mut self, server: &ServerAddress) {
        if cfg!(target_arch = "wasm32") || self.online.server.as_ref() == Some(server) {
            return;
        }
        let browses = self.visit.errand == Errand::Browse;
        self.leave();
        self.visit.former_seat = None;
        self.online.server = Some(server.clone());
        self.keep(|kept| kept.server = Some(server.clone()));
        if browses {
            self.begin(Errand::Browse);
        }
    }

    fn go_for(&mut self, room: &NewRoom, errand: impl FnOnce(Box<NewRoom>) -> Errand) {
        if self.online.room.is_some() {
            self.leave();
        }
        self.begin(errand(Box::new(room.clone())));
    }

    /// Joins a room at the current server. Asks before it changes servers, and before it connects to a first server
    /// that is neither encrypted nor local.
    fn ask_to_join(&mut self, link: &RoomLink) {
        let in_use = self.online.server.as_ref();
        let other = link.server.as_ref().filter(|server| in_use != Some(server));
        match other {
            // The page can only use the server that it comes from.
            Some(server) if cfg!(target_arch = "wasm32") => {
                let server = server.place().to_owned();
                self.trouble(say!("join-other-page", server = server));
            }
            Some(server) if in_use.is_some() || !server.is_private() => self.online.elsewhere = Some(link.clone()),
            _ => self.join(link),
        }
    }

    fn join(&mut self, link: &RoomLink) {
        let is_here = link.server.is_none() || link.server == self.online.server;
        if is_here && self.visit.errand == Errand::Enter(link.code) {
            // Joining the room that they are in means that the player wants to see its match again.
            (self.visit.on_board, self.visit.is_return) = (None, false);
            return;
        }
        if self.online.room.is_some() {
            self.leave();
        }
        if let Some(server) = &link.server {
            self.use_server(server);
        }
        if self.online.server.is_some() {
            self.enter(link.code);
        }
        self.begin(Errand::Enter(link.code));
    }
}

/// Opens the connection, reopens it after a pause, or closes it when it is no longer needed.
pub(super) fn connect(mut talk: Talk, mut frames: ResMut<Frames>) {
    let is_wanted = talk.visit.errand != Errand::None;
    let limit = match talk.visit.line {
        LineState::Closed if !is_wanted => return,
        LineState::Closed => {
            let left = talk.visit.retry_at.saturating_sub(talk.time.elapsed());
            if left.is_zero() {
                talk.open();
                LONGEST_OPENING
            } else {
                frames.wake_in(left);
                return;
            }
        }
        _ if !is_wanted => {
            talk.hang_up();
            return;
        }
        LineState::Opening => LONGEST_OPENING,
        LineState::Open | LineState::InRoom => LONGEST_SILENCE,
    };
    if talk.visit.line == LineState::Open && !talk.visit.is_answered {
        let waited = talk.time.elapsed().saturating_sub(talk.visit.asked_at);
        let left = LONGEST_ANSWER.saturating_sub(waited);
        if left.is_zero() {
            talk.trouble(no_answer());
            talk.lose();
            return;
        }
        frames.wake_in(left);
    }
    let left = limit.saturating_sub(talk.silence());
    if left.is_zero() {
        talk.lose();
    } else {
        frames.wake_in(left);
    }
}
