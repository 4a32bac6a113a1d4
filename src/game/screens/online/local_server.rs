//! Play in the local network: starts a server from the game and shows its address.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::LocalServerCommand;
use crate::game::online::online_state::{LocalServer, Online};
use crate::game::screens::new_game::heading;
use crate::game::screens::online::invitation::spawn_link;
use crate::game::screens::{Containers, part, respawn};
use crate::game::text::say;
use crate::game::ui::button::{main_button, plain_button};
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::layout::Layout;
use crate::game::ui::qr_code::qr_code;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(GameSystems::Look).run_if(in_state(Screen::Lobby)));
}

/// Container of the server's state.
#[derive(Component)]
struct Container;

const CODE: f32 = 150.0;

pub(super) fn spawn(pane: &mut ChildSpawnerCommands) {
    pane.spawn(part()).with_children(|part| {
        part.spawn(heading(say!("local-heading")));
        let place = Node::column(8).align(AlignItems::FlexStart);
        part.spawn((Container, Name::new("local server"), Pickable::IGNORE, place));
    });
}

fn show(online: Res<Online>, places: Containers<Container>, mut shown: Local<LocalServer>, mut commands: Commands) {
    respawn(places, &mut *shown, online.local.clone(), &mut commands, spawn_state);
}

fn spawn_state(place: &mut ChildSpawnerCommands, local: &LocalServer) {
    // A web page cannot start programs.
    if cfg!(target_arch = "wasm32") {
        place.spawn(worded(say!("local-on-page"), TextStyle::Body, theme::QUIET_TEXT));
        return;
    }
    let (words, ink) = match local {
        LocalServer::Off => (say!("local-about"), theme::QUIET_TEXT),
        LocalServer::Missing => (say!("local-missing"), theme::BAD_MOVE),
        LocalServer::Starting => (say!("local-starting"), theme::QUIET_TEXT),
        LocalServer::Running { is_in_network: false, .. } => (say!("local-no-network"), theme::BAD_MOVE),
        LocalServer::Running { has_page: true, .. } => (say!("local-open"), theme::TEXT),
        LocalServer::Running { has_page: false, .. } => (say!("local-enter"), theme::TEXT),
        LocalServer::Failed => (say!("local-failed"), theme::BAD_MOVE),
    };
    place.spawn(worded(words, TextStyle::Body, ink));
    match local {
        LocalServer::Running { address, is_in_network: true, has_page } => {
            let server_link = address.to_string();
            spawn_link(place, &server_link);
            if *has_page {
                place.spawn(qr_code(server_link.clone(), CODE));
            }
            let (copy, stop) = (say!("local-copy"), say!("local-stop"));
            place.spawn((Pickable::IGNORE, Node::wrapping_row(8, 8))).with_children(|row| {
                row.spawn(plain_button(copy, CopyText(server_link)));
                row.spawn(plain_button(stop, LocalServerCommand::Stop));
            });
        }
        LocalServer::Running { .. } => {
            place.spawn(plain_button(say!("local-stop"), LocalServerCommand::Stop));
        }
        LocalServer::Starting => {}
        LocalServer::Off | LocalServer::Missing | LocalServer::Failed => {
            place.spawn(main_button(say!("local-start"), LocalServerCommand::Start));
        }
    }
}
