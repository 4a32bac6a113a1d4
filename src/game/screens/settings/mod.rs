//! The settings: what is chosen once, in sections. Where there is room the sections stand in a list and the rows of one
//! beside it; elsewhere all rows are in one column.

mod board;
mod data;
mod keys;
mod language;
mod look;
mod motion;
mod sound;

use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::GameSystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::screens::new_game::{fill, heading, pane_content, spawn_pane};
use crate::game::screens::{screen_root, window_column};
use crate::game::settings::Settings;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Refocus, Weight, button, mark};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::option_grid::ChoiceGrid;
use crate::game::ui::responsive::Room;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ShowSection>()
        .init_resource::<SettingsSection>()
        .init_resource::<Arrangement>()
        .add_systems(OnEnter(Screen::Settings), focus_first)
        .add_systems(
            Update,
            (
                show_section.in_set(GameSystems::Play),
                (
                    arrange,
                    spawn_screen.run_if(
                        resource_changed::<Arrangement>.or_else(resource_changed::<SettingsSection>).or_else(is_empty),
                    ),
                )
                    .chain()
                    .in_set(GameSystems::Show),
                mark_choices.in_set(GameSystems::Look).run_if(
                    resource_changed::<Settings>
                        .or_else(resource_changed::<SettingsSection>)
                        .or_else(any_match_filter::<Added<OnPress>>),
                ),
            )
                .run_if(in_state(Screen::Settings)),
        );
}

/// Shows a section where there is no room for all.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowSection(pub SettingsSection);

/// A part of the settings. It stays as it was when they are opened again.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsSection {
    /// How board and discs look.
    #[default]
    Look,
    /// How everything moves.
    Motion,
    /// What is marked on the board.
    Board,
    /// What is heard.
    Sound,
    /// What is read.
    Language,
    /// What keys do.
    Keys,
    /// What becomes of the settings themselves.
    Data,
}

impl SettingsSection {
    /// All sections.
    pub const ALL: [Self; 7] =
        [Self::Look, Self::Motion, Self::Board, Self::Sound, Self::Language, Self::Keys, Self::Data];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Look => say!("settings-look"),
            Self::Motion => say!("settings-motion"),
            Self::Board => say!("settings-board"),
            Self::Sound => say!("settings-sound"),
            Self::Language => say!("settings-language"),
            Self::Keys => say!("settings-keys"),
            Self::Data => say!("settings-data"),
        }
    }

    /// Spawns its rows.
    fn spawn(self, rows: &mut ChildSpawnerCommands) {
        match self {
            Self::Look => look::spawn(rows),
            Self::Motion => motion::spawn(rows),
            Self::Board => board::spawn(rows),
            Self::Sound => sound::spawn(rows),
            Self::Language => language::spawn(rows),
            Self::Keys => keys::spawn(rows),
            Self::Data => data::spawn(rows),
        }
    }
}

/// How the screen is arranged.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Arrangement {
    /// Whether the sections stand in a list of their own.
    has_list: bool,
    /// Whether the screen is so low that every line counts.
    is_low: bool,
}

/// In a narrower room there is no list of sections.
const NARROW: f32 = 620.0;
/// In a lower room there is no heading.
const LOW: f32 = 500.0;
/// How wide the list of sections is, and how wide rows are at most.
const LIST: f32 = 172.0;
const ROWS: f32 = 620.0;

/// The root of the screen.
#[derive(Component)]
struct Root;

fn focus_first(section: Res<SettingsSection>, mut refocus: ResMut<Refocus>) {
    refocus.0 = Some(section.name().identity());
}

fn arrange(room: Res<Room>, mut arrangement: ResMut<Arrangement>) {
    let Room(room) = *room;
    arrangement.set_if_neq(Arrangement { has_list: room.x >= NARROW, is_low: room.y < LOW });
}

fn is_empty(roots: Query<(), With<Root>>) -> bool {
    roots.is_empty()
}

fn show_section(
    mut wishes: MessageReader<ShowSection>,
    mut section: ResMut<SettingsSection>,
    mut refocus: ResMut<Refocus>,
) {
    for ShowSection(wanted) in wishes.read() {
        if section.set_if_neq(*wanted) {
            // The list is made anew with the rows.
            refocus.0 = Some(wanted.name().identity());
        }
    }
}

fn spawn_screen(
    roots: Query<Entity, With<Root>>,
    arrangement: Res<Arrangement>,
    section: Res<SettingsSection>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let gap = if arrangement.is_low { 8.0 } else { 12.0 };
    commands.spawn((Root, screen_root(Screen::Settings), window_column(gap))).with_children(|screen| {
        if !arrangement.is_low {
            screen.spawn((
                worded(say!("settings-heading"), TextStyle::Heading, theme::TEXT),
                Node { margin: UiRect::axes(px(6), px(2)), flex_shrink: 0.0, ..default() },
            ));
        }
        let body = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(0),
            column_gap: px(gap),
            justify_content: JustifyContent::Center,
            ..default()
        };
        screen.spawn((Pickable::IGNORE, body)).with_children(|body| {
            if arrangement.has_list {
                spawn_pane(body, Node { width: px(LIST), flex_shrink: 0.0, ..default() }, spawn_list);
                spawn_pane(body, Node { max_width: px(ROWS), ..fill() }, |pane| {
                    spawn_scroll_area(pane, fill(), pane_content(), |rows| section.spawn(rows));
                });
            } else {
                spawn_pane(body, fill(), |pane| {
                    spawn_scroll_area(pane, fill(), Node { row_gap: px(24), ..pane_content() }, spawn_all);
                });
            }
        });
        let footer = Node { flex_shrink: 0.0, ..default() };
        screen.spawn((Pickable::IGNORE, footer)).with_children(|row| {
            let back = say!("settings-back");
            row.spawn(button(back.clone(), back, Weight::Plain, px(110), Navigate::Back));
        });
    });
}

/// Spawns the list of sections: arrows walk over it, and choose what they reach.
fn spawn_list(pane: &mut ChildSpawnerCommands) {
    let content = Node { flex_direction: FlexDirection::Column, row_gap: px(2), padding: px(8).all(), ..default() };
    spawn_scroll_area(pane, fill(), content, |list| {
        let node = Node { flex_direction: FlexDirection::Column, row_gap: px(2), flex_shrink: 0.0, ..default() };
        list.spawn((ChoiceGrid, Pickable::IGNORE, node)).with_children(|list| {
            for section in SettingsSection::ALL {
                let mut spawned =
                    list.spawn(button(section.name(), section.name(), Weight::Tile, Val::Auto, ShowSection(section)));
                spawned.entry::<Node>().and_modify(|mut node| node.justify_content = JustifyContent::FlexStart);
            }
        });
    });
}

/// Spawns all sections, one below the other.
fn spawn_all(column: &mut ChildSpawnerCommands) {
    for section in SettingsSection::ALL {
        let node =
            Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0, ..default() };
        column.spawn((Pickable::IGNORE, node)).with_children(|part| {
            part.spawn(heading(section.name()));
            section.spawn(part);
        });
    }
}

/// Marks the choices that are in force.
fn mark_choices(
    settings: Res<Settings>,
    section: Res<SettingsSection>,
    choices: Query<(Entity, &OnPress, Has<Checked>)>,
    mut commands: Commands,
) {
    for (entity, on_press, is_marked) in &choices {
        let is_chosen = match on_press.message() {
            Some(ShowSection(shown)) => Some(*section == *shown),
            None => on_press.message().and_then(|command| settings.has(command)),
        };
        if let Some(is_chosen) = is_chosen {
            mark::<Checked>(&mut commands, entity, is_marked, is_chosen);
        }
    }
}
