//! The one door for what players ask of online play.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::online::new_room::NewRoom;
use crate::game::online::online_command::OnlineCommand;
#[cfg(target_arch = "wasm32")]
use crate::game::online::page_address;
use crate::game::online::talk::Talk;
use crate::game::online::visit::{Errand, LineState};
use crate::game::redraw::Frames;
use crate::online::{Action, RoomLink, ServerAddress};

/// A server speaks every quarter of a minute; after this long it is not there any more.
const LONGEST_SILENCE: Duration = Duration::from_secs(40);
/// How long making the line may take.
const LONGEST_OPENING: Duration = Duration::from_secs(15);

/// Goes back to the room in which this device was.
pub(super) fn return_to_room(mut talk: Talk) {
    #[cfg(target_arch = "wasm32")]
    {
        talk.online.server = page_address::server_of_page();
    }
    let Some(kept) = talk.device.kept().cloned() else { return };
    talk.online.name = kept.name;
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

/// Obeys.
pub(super) fn obey(mut wishes: MessageReader<OnlineCommand>, mut talk: Talk) {
    for wish in wishes.read() {
        talk.online.trouble = None;
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
            OnlineCommand::Join(link) => talk.join(link),
            // Its match may not be on the board any more.
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

    /// On the page there is only the server that it comes from.
    fn use_server(&mut self, server: &ServerAddress) {
        if cfg!(target_arch = "wasm32") || self.online.server.as_ref() == Some(server) {
            return;
        }
        let browses = self.visit.errand == Errand::Browse;
        self.leave();
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

    fn join(&mut self, link: &RoomLink) {
        let is_here = link.server.is_none() || link.server == self.online.server;
        if is_here && self.visit.errand == Errand::Enter(link.code) {
            // Whoever asks for the room where they are wants to see its match again.
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

/// Makes the line, makes it again, or lets go of it.
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
    let left = limit.saturating_sub(talk.silence());
    if left.is_zero() {
        talk.lose();
    } else {
        frames.wake_in(left);
    }
}
