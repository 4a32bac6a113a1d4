//! Switches screens with the room: into the room, on to its match, and out again. Going back to the lobby leaves the
//! room.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::frame::PlaySystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::{ConnectionStatus, Online};
use crate::game::screens::online::RequestSystems;
use crate::online::{Phase, RoomCode, ServerAddress};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Lobby), leave_room_or_browse)
        .add_systems(OnEnter(Screen::Title), disconnect_on_title)
        .add_systems(
            Update,
            browse.in_set(PlaySystems::Rooms).after(RequestSystems::Seats).run_if(in_state(Screen::Lobby)),
        )
        .add_systems(Update, follow_room.in_set(PlaySystems::Arrivals));
}

/// Leaves the room when the player goes back to the lobby, unless they have a seat in a running match. A room whose
/// state has not arrived yet is not left either, because it may hold such a match.
fn leave_room_or_browse(online: Res<Online>, mut requests: MessageWriter<OnlineCommand>) {
    let moves = |player| online.room().is_some_and(|room| room.seats()[player].mover().is_some());
    let stays_in_match = online.plays() && online.own_seat().is_some_and(moves);
    if online.room().is_some() && !stays_in_match {
        requests.write(OnlineCommand::Leave);
    }
    if online.server.is_some() {
        requests.write(OnlineCommand::Browse);
    }
}

/// Lists the rooms of another server as soon as it is chosen.
fn browse(online: Res<Online>, mut last: Local<Option<ServerAddress>>, mut requests: MessageWriter<OnlineCommand>) {
    if *last != online.server {
        last.clone_from(&online.server);
        if last.is_some() && online.connection == ConnectionStatus::Off {
            requests.write(OnlineCommand::Browse);
        }
    }
}

/// Disconnects players without a room, and spectators, when they reach the title.
fn disconnect_on_title(online: Res<Online>, mut requests: MessageWriter<OnlineCommand>) {
    let is_connected_for_nothing = online.room.is_none() && online.connection != ConnectionStatus::Off;
    let only_watches = online.room().is_some() && online.own_seat().is_none();
    if is_connected_for_nothing || only_watches {
        requests.write(OnlineCommand::Leave);
    }
}

/// Opens the screen of a room that waits for players. Online play itself opens the match when it begins.
fn follow_room(
    online: Res<Online>,
    screen: Res<State<Screen>>,
    mut last: Local<Option<(RoomCode, Phase)>>,
    mut navigate: MessageWriter<Navigate>,
) {
    let stage = online.room().map(|room| (room.code(), room.phase()));
    if *last == stage {
        return;
    }
    *last = stage;
    match (stage, screen.get()) {
        // On other screens, players are not interrupted before the match begins.
        (Some((_, Phase::Waiting)), Screen::Title | Screen::Lobby | Screen::NewRoom | Screen::Match) => {
            navigate.write(Navigate::To(Screen::Room));
        }
        // Joining late shows how the match ended.
        (Some((_, Phase::Over)), Screen::Lobby | Screen::NewRoom) => {
            navigate.write(Navigate::To(Screen::Match));
        }
        (None, Screen::Room) => {
            navigate.write(Navigate::To(Screen::Lobby));
        }
        _ => {}
    }
}
