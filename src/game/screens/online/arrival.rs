//! The way into a room, on to its match, and out again: the screen follows the room, and a room is left by going back
//! to where players find each other.

use bevy::prelude::*;

use crate::game::PlaySystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::{Connection, Online};
use crate::game::screens::online::WishSystems;
use crate::online::{Phase, RoomCode, ServerAddress};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Lobby), leave_or_browse)
        .add_systems(OnEnter(Screen::Title), hang_up)
        .add_systems(
            Update,
            browse.in_set(PlaySystems::Rooms).after(WishSystems::Seats).run_if(in_state(Screen::Lobby)),
        )
        .add_systems(Update, (follow_room, come_back).chain().in_set(PlaySystems::Arrivals));
}

/// Who goes back to where players find each other leaves a room in which nothing keeps them. A match that they play is
/// theirs until it is over, and so is what a room may hold for them that is not known again yet.
fn leave_or_browse(online: Res<Online>, mut wishes: MessageWriter<OnlineCommand>) {
    let moves = |player| online.room().is_some_and(|room| room.seats()[player].mover().is_some());
    let is_kept = online.plays() && online.own_seat().is_some_and(moves);
    if online.room().is_some() && !is_kept {
        wishes.write(OnlineCommand::Leave);
    }
    if online.server.is_some() {
        wishes.write(OnlineCommand::Browse);
    }
}

/// The rooms of another server are looked for as soon as it is in use.
fn browse(online: Res<Online>, mut last: Local<Option<ServerAddress>>, mut wishes: MessageWriter<OnlineCommand>) {
    if *last != online.server {
        last.clone_from(&online.server);
        if last.is_some() && online.connection == Connection::Off {
            wishes.write(OnlineCommand::Browse);
        }
    }
}

/// Who is in no room and looks for none needs no connection, and whoever only watches has seen enough.
fn hang_up(online: Res<Online>, mut wishes: MessageWriter<OnlineCommand>) {
    let is_connected_for_nothing = online.room.is_none() && online.connection != Connection::Off;
    let only_watches = online.room().is_some() && online.own_seat().is_none();
    if is_connected_for_nothing || only_watches {
        wishes.write(OnlineCommand::Leave);
    }
}

/// Who comes back to the room sees its match, or its seats while it waits for players.
fn come_back(mut wishes: MessageReader<OnlineCommand>, online: Res<Online>, mut navigate: MessageWriter<Navigate>) {
    let wants_back = wishes.read().any(|wish| *wish == OnlineCommand::Return);
    if let Some(room) = online.room().filter(|_| wants_back) {
        let there = if room.phase() == Phase::Waiting { Screen::Room } else { Screen::Match };
        navigate.write(Navigate::To(there));
    }
}

/// Who comes into a room that waits for players sees it. Its match, when it begins, is shown by the room itself.
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
        // Who plays something else meanwhile sees it when the match begins.
        (Some((_, Phase::Waiting)), Screen::Title | Screen::Lobby | Screen::NewRoom | Screen::Match) => {
            navigate.write(Navigate::To(Screen::Room));
        }
        // Who comes too late sees how it ended.
        (Some((_, Phase::Over)), Screen::Lobby | Screen::NewRoom) => {
            navigate.write(Navigate::To(Screen::Match));
        }
        (None, Screen::Room) => {
            navigate.write(Navigate::To(Screen::Lobby));
        }
        _ => {}
    }
}
