//! The way into a room whose link or code somebody has: a field, and the button that goes there.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::GameSystems;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::online::online_command::OnlineCommand;
use crate::game::screens::online::WishSystems;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::text_field::{OnEnterKey, text_field};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::online::{RoomCode, RoomLink, ServerAddress};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedLink>()
        .add_command::<JoinTyped>()
        .add_systems(OnEnter(Screen::Lobby), |mut typed: ResMut<TypedLink>| *typed = TypedLink::default())
        .add_systems(Update, join_typed.in_set(WishSystems::Join))
        .add_systems(Update, show_problem.in_set(GameSystems::Look).run_if(resource_changed::<TypedLink>));
}

/// Enters the room whose link or code is typed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
struct JoinTyped;

/// The link or code that is typed, and why it is none.
#[derive(Resource, Default)]
pub(super) struct TypedLink {
    text: String,
    problem: Phrase,
}

/// Says why what is typed is no link.
#[derive(Component)]
struct Problem;

/// As long as a link can be.
const LONGEST: usize = ServerAddress::MOST_BYTES + RoomLink::ROUTE.len() + RoomCode::LETTERS;

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, typed: &TypedLink) {
    spawn_line(
        parent,
        |line| {
            let field = text_field(say!("join-link"), &typed.text, say!("join-link"), LONGEST, percent(100));
            line.spawn((field, OnEnterKey(JoinTyped.into()))).observe(
                |change: On<ValueChange<String>>, mut typed: ResMut<TypedLink>| {
                    *typed = TypedLink { text: change.value.clone(), problem: Phrase::nothing() };
                },
            );
        },
        (say!("join-enter"), say!("join-enter-label"), Weight::Plain, JoinTyped.into()),
    );
    parent.spawn((Problem, worded(typed.problem.clone(), TextStyle::Small, theme::BAD_MOVE)));
}

/// A field, as wide as there is room, and the button that does something with what is typed.
pub(super) fn spawn_line(
    parent: &mut ChildSpawnerCommands,
    spawn_field: impl FnOnce(&mut ChildSpawnerCommands),
    (caption, label, weight, on_press): (Phrase, Phrase, Weight, OnPress),
) {
    let line = Node { column_gap: px(8), flex_shrink: 0.0, ..default() };
    parent.spawn((Pickable::IGNORE, line)).with_children(|line| {
        // The field itself keeps its width, whatever is typed into it.
        let place = Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..default() };
        line.spawn((Pickable::IGNORE, place)).with_children(spawn_field);
        line.spawn(button(caption, label, weight, Val::Auto, on_press));
    });
}

fn join_typed(
    mut wishes: MessageReader<JoinTyped>,
    mut typed: ResMut<TypedLink>,
    mut commands: MessageWriter<OnlineCommand>,
) {
    if wishes.read().count() == 0 {
        return;
    }
    // A code is shown in two halves, and may come with the space between them.
    let text: String = typed.text.split_whitespace().collect();
    match text.parse() {
        Ok(link) => {
            commands.write(OnlineCommand::Join(link));
        }
        Err(_) => typed.problem = say!("join-not-a-link"),
    }
}

fn show_problem(typed: Res<TypedLink>, mut texts: Query<&mut Worded, With<Problem>>) {
    for mut text in &mut texts {
        text.set_if_neq(Worded(typed.problem.clone()));
    }
}
