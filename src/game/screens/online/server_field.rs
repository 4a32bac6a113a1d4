//! Field for the address of the server, with the button that connects to it.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::GameSystems;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::screens::online::WishSystems;
use crate::game::screens::online::join::spawn_line;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::Weight;
use crate::game::ui::text_field::{OnEnterKey, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::ServerAddress;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedServer>()
        .add_command::<UseTypedServer>()
        .add_systems(OnEnter(Screen::Lobby), |mut typed: ResMut<TypedServer>| *typed = TypedServer::default())
        .add_systems(Update, use_typed.in_set(WishSystems::Server))
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
struct Problem;

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
        (say!("server-use"), say!("server-use-label"), Weight::Plain, UseTypedServer.into()),
    );
    parent.spawn((Problem, worded(typed.problem.clone(), TextStyle::Small, theme::BAD_MOVE)));
}

fn use_typed(
    mut wishes: MessageReader<UseTypedServer>,
    online: Res<Online>,
    mut typed: ResMut<TypedServer>,
    mut commands: MessageWriter<OnlineCommand>,
) {
    if wishes.read().count() == 0 {
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

fn show_problem(typed: Res<TypedServer>, mut texts: Query<&mut Worded, With<Problem>>) {
    for mut text in &mut texts {
        text.set_if_neq(Worded(typed.problem.clone()));
    }
}
