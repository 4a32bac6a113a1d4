//! Handles the online commands of players and keeps the connection open while it is needed.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::online::client::{OnlineClient, no_answer};
use crate::game::online::connection_state::{ConnectionGoal, ConnectionStage};
use crate::game::online::new_room::NewRoom;
use crate::game::online::online_command::OnlineCommand;
#[cfg(target_arch = "wasm32")]
use crate::game::online::page_address;
use crate::game::redraw::Frames;
use crate::game::text::say;
use crate::online::{Action, Phase, RoomLink, ServerAddress};

/// Maximum silence before the connection counts as lost. A server sends a ping every 15 s.
const MAX_SILENCE: Duration = Duration::from_secs(40);
/// Maximum wait for the list of rooms or for the welcome to one. Pings do not extend it.
const MAX_ANSWER_TIME: Duration = Duration::from_secs(20);
/// Maximum time for opening the connection.
const MAX_OPENING_TIME: Duration = Duration::from_secs(15);

/// Returns to the room that this device was in when the program ended.
pub(super) fn return_to_room(mut client: OnlineClient) {
    #[cfg(target_arch = "wasm32")]
    {
        client.online.server = page_address::server_of_page();
        client.online.preview_server = client.online.server.clone().filter(|_| page_address::has_previews());
    }
    let Some(saved) = client.device.saved().cloned() else { return };
    (client.online.name, client.online.servers) = (saved.name, saved.servers);
    if client.online.server.is_none() {
        client.online.server = saved.server;
    }
    client.online.preview_server = client.online.preview_server.take().or(saved.preview_server);
    if let Some(room) = saved.room
        && (room.server.is_none() || room.server == client.online.server)
    {
        client.enter(room.code);
        client.state.is_return = true;
    }
}

pub(super) fn handle_online_commands(
    mut commands: MessageReader<OnlineCommand>,
    mut client: OnlineClient,
    mut navigate: MessageWriter<Navigate>,
) {
    for command in commands.read() {
        client.online.trouble = None;
        // Any other command also answers the question whether to change servers.
        let other_server = client.online.other_server.take();
        match command {
            OnlineCommand::Browse => client.browse(),
            OnlineCommand::UseServer(server) => client.use_server(server),
            OnlineCommand::Rename(name) => {
                client.online.name = name.clone();
                client.change_device(|device| device.name = name.clone());
                if client.online.own_seat().is_some() {
                    client.ask(Action::Rename { name: name.clone() });
                }
            }
            OnlineCommand::Make(room) => client.leave_and_set_goal(room, ConnectionGoal::Make),
            OnlineCommand::PlaySomebody(room) => client.leave_and_set_goal(room, ConnectionGoal::Play),
            OnlineCommand::Join(link) => {
                client.ask_to_join(link);
                if client.online.other_server.is_some() {
                    navigate.write(Navigate::Open(Overlay::ServerQuestion));
                }
            }
            OnlineCommand::JoinOtherServer => other_server.iter().for_each(|link| client.join(link)),
            OnlineCommand::Return => {
                // Puts the match back on the board, where another one may be by now.
                client.state.on_board = None;
                if let Some(room) = client.online.room() {
                    let is_waiting = room.phase() == Phase::Waiting;
                    navigate.write(Navigate::To(if is_waiting { Screen::Room } else { Screen::Match }));
                }
            }
            OnlineCommand::Ask(action) => {
                client.ask(action.clone());
            }
            OnlineCommand::React(reaction) => client.react(*reaction),
            OnlineCommand::Mute(is_muted) => client.online.is_muted = *is_muted,
            OnlineCommand::Leave => client.leave(),
        }
    }
}

impl OnlineClient<'_> {
    fn browse(&mut self) {
        if self.online.room.is_none() && self.state.goal == ConnectionGoal::None {
            self.set_goal(ConnectionGoal::Browse);
        }
    }

    /// Changes the server. The page can only use the server that it comes from.
    fn use_server(&mut self, server: &ServerAddress) {
        if cfg!(target_arch = "wasm32") || self.online.server.as_ref() == Some(server) {
            return;
        }
        let browses = self.state.goal == ConnectionGoal::Browse;
        self.leave();
        self.state.former_seat = None;
        self.online.server = Some(server.clone());
        self.change_device(|device| device.server = Some(server.clone()));
        if browses {
            self.set_goal(ConnectionGoal::Browse);
        }
    }

    fn leave_and_set_goal(&mut self, room: &NewRoom, goal: impl FnOnce(Box<NewRoom>) -> ConnectionGoal) {
        if self.online.room.is_some() {
            self.leave();
        }
        self.set_goal(goal(Box::new(room.clone())));
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
                self.show_trouble(say!("join-other-page", server = server));
            }
            Some(server) if in_use.is_some() || !server.is_private() => self.online.other_server = Some(link.clone()),
            _ => self.join(link),
        }
    }

    fn join(&mut self, link: &RoomLink) {
        let is_here = link.server.is_none() || link.server == self.online.server;
        if is_here && self.state.goal == ConnectionGoal::Enter(link.code) {
            // Joining the room that they are in means that the player wants to see its match again.
            (self.state.on_board, self.state.is_return) = (None, false);
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
        self.set_goal(ConnectionGoal::Enter(link.code));
    }
}

/// Opens the connection, reopens it after a pause, or closes it when it is no longer needed.
pub(super) fn connect(mut client: OnlineClient, mut frames: ResMut<Frames>) {
    let is_wanted = client.state.goal != ConnectionGoal::None;
    let limit = match client.state.stage {
        ConnectionStage::Closed if !is_wanted => return,
        ConnectionStage::Closed => {
            let left = client.state.retry_at.saturating_sub(client.time.elapsed());
            if left.is_zero() {
                client.open();
                MAX_OPENING_TIME
            } else {
                frames.wake_in(left);
                return;
            }
        }
        _ if !is_wanted => {
            client.close();
            return;
        }
        ConnectionStage::Opening => MAX_OPENING_TIME,
        ConnectionStage::Open | ConnectionStage::InRoom => MAX_SILENCE,
    };
    if client.state.stage == ConnectionStage::Open && !client.state.is_answered {
        let waited = client.time.elapsed().saturating_sub(client.state.requested_at);
        let left = MAX_ANSWER_TIME.saturating_sub(waited);
        if left.is_zero() {
            client.show_trouble(no_answer());
            client.on_lost();
            return;
        }
        frames.wake_in(left);
    }
    let left = limit.saturating_sub(client.silence());
    if left.is_zero() {
        client.on_lost();
    } else {
        frames.wake_in(left);
    }
}
