//! Field for the link or code of a room, with the button that joins it.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::online::online_command::OnlineCommand;
use crate::game::screens::online::RequestSystems;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::text_field::{OnEnterKey, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::{RoomCode, RoomLink, ServerAddress};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedLink>()
        .add_command::<JoinTyped>()
        .add_systems(OnEnter(Screen::Lobby), |mut typed: ResMut<TypedLink>| *typed = TypedLink::default())
        .add_systems(Update, handle_join_typed.in_set(RequestSystems::Join))
        .add_systems(Update, show_problem.in_set(GameSystems::Look).run_if(resource_changed::<TypedLink>));
}

/// Joins the room of the typed link or code.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
struct JoinTyped;

/// The typed link or code, and why it is invalid.
#[derive(Resource, Default)]
pub(super) struct TypedLink {
    text: String,
    problem: Phrase,
}

/// Text that says why the link is invalid.
#[derive(Component)]
struct LinkProblem;

/// Maximum length of a link in bytes.
const MAX_LINK_LEN: usize = ServerAddress::MAX_BYTES + RoomLink::ROUTE.len() + RoomCode::LETTERS;

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, typed: &TypedLink) {
    spawn_line(
        parent,
        |line| {
            let field = text_field(say!("join-link"), &typed.text, say!("join-link"), MAX_LINK_LEN, percent(100));
            line.spawn((field, OnEnterKey(JoinTyped.into()))).observe(
                |change: On<ValueChange<String>>, mut typed: ResMut<TypedLink>| {
                    *typed = TypedLink { text: change.value.clone(), problem: Phrase::nothing() };
                },
            );
        },
        (say!("join-enter"), say!("join-enter-label"), ButtonKind::Plain, JoinTyped.into()),
    );
    parent.spawn((LinkProblem, worded(typed.problem.clone(), TextStyle::Small, theme::BAD_MOVE)));
}

/// Spawns a text field that fills the line, and a button that submits it.
pub(super) fn spawn_line(
    parent: &mut ChildSpawnerCommands,
    spawn_field: impl FnOnce(&mut ChildSpawnerCommands),
    (caption, label, kind, on_press): (Phrase, Phrase, ButtonKind, OnPress),
) {
    parent.spawn((Pickable::IGNORE, Node::row(8).fixed())).with_children(|line| {
        // A container takes the remaining width, so that typed text cannot change it.
        line.spawn((Pickable::IGNORE, Node::default().min_width(px(0)).fill())).with_children(spawn_field);
        line.spawn(button(caption, label, kind, Val::Auto, on_press));
    });
}

fn handle_join_typed(
    mut requests: MessageReader<JoinTyped>,
    mut typed: ResMut<TypedLink>,
    mut commands: MessageWriter<OnlineCommand>,
) {
    if requests.read().count() == 0 {
        return;
    }
    // Codes are shown in two halves, so they may be pasted with a space.
    let text: String = typed.text.split_whitespace().collect();
    match text.parse() {
        Ok(link) => {
            commands.write(OnlineCommand::Join(link));
        }
        Err(_) => typed.problem = say!("join-not-a-link"),
    }
}

fn show_problem(typed: Res<TypedLink>, mut texts: Query<&mut Worded, With<LinkProblem>>) {
    for mut text in &mut texts {
        text.set_if_neq(Worded(typed.problem.clone()));
    }
}
