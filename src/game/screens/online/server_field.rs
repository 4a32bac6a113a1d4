//! Field for the address of the server, with the button that connects to it.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::online::RequestSystems;
use crate::game::screens::online::join::spawn_line;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::ButtonKind;
use crate::game::ui::text_field::{OnEnterKey, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::ServerAddress;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedServer>()
        .add_command::<UseTypedServer>()
        .add_systems(OnEnter(Screen::Lobby), |mut typed: ResMut<TypedServer>| *typed = TypedServer::default())
        .add_systems(Update, handle_use_typed_server.in_set(RequestSystems::Server))
        .add_systems(Update, show_problem.in_set(GameSystems::Look).run_if(resource_changed::<TypedServer>));
}

/// Connects to the server with the typed address.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
struct UseTypedServer;

/// The typed address, and why it is invalid.
#[derive(Resource, Default)]
pub(super) struct TypedServer {
    text: String,
    problem: Phrase,
}

/// Text that says why the address is invalid.
#[derive(Component)]
struct AddressProblem;

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, online: &Online, typed: &TypedServer) {
    let content = match &online.server {
        Some(server) if typed.text.is_empty() => server.to_string(),
        _ => typed.text.clone(),
    };
    let label = say!("server-address");
    let placeholder = say!("server-example");
    spawn_line(
        parent,
        |line| {
            let field = text_field(label, &content, placeholder, ServerAddress::MAX_BYTES, percent(100));
            line.spawn((field, OnEnterKey(UseTypedServer.into()))).observe(
                |change: On<ValueChange<String>>, mut typed: ResMut<TypedServer>| {
                    *typed = TypedServer { text: change.value.clone(), problem: Phrase::nothing() };
                },
            );
        },
        (say!("server-use"), say!("server-use-label"), ButtonKind::Plain, UseTypedServer.into()),
    );
    parent.spawn((AddressProblem, worded(typed.problem.clone(), TextStyle::Small, theme::BAD_MOVE)));
}

fn handle_use_typed_server(
    mut requests: MessageReader<UseTypedServer>,
    online: Res<Online>,
    mut typed: ResMut<TypedServer>,
    mut commands: MessageWriter<OnlineCommand>,
) {
    if requests.read().count() == 0 {
        return;
    }
    match typed.text.parse() {
        Ok(server) if online.server.as_ref() != Some(&server) => {
            commands.write(OnlineCommand::UseServer(server));
            commands.write(OnlineCommand::Browse);
        }
        // Unchanged.
        Ok(_) => {}
        Err(_) if typed.text.is_empty() && online.server.is_some() => {}
        Err(_) => typed.problem = say!("server-not-an-address"),
    }
}

fn show_problem(typed: Res<TypedServer>, mut texts: Query<&mut Worded, With<AddressProblem>>) {
    for mut text in &mut texts {
        text.set_if_neq(Worded(typed.problem.clone()));
    }
}
