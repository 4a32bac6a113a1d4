//! The settings: what is chosen once, in sections. Where there is room the sections stand in a list and the rows of one
//! beside it; elsewhere all rows are in one column.

mod board;
mod data;
mod keys;
mod language;
mod look;
mod motion;
mod sound;

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::ValueChange;

use crate::game::audio::cue::SoundCue;
use crate::game::board_view::place::BoardArea;
use crate::game::board_view::sample::{Sample, show_sample};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::screens::new_game::{fill, heading, pane_content, spawn_pane};
use crate::game::screens::overlays::server_question;
use crate::game::screens::{row_of_panes, screen_root, window_column};
use crate::game::settings::level::SettingLevel;
use crate::game::settings::sound::SoundKind;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Refocus, Weight, button, mark};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::option_grid::ChoiceGrid;
use crate::game::ui::responsive::Room;
use crate::game::ui::scroll::{Reveal, spawn_scroll_area};
use crate::game::ui::slider::{Slider, spawn_slider};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::{GameSystems, PlaySystems};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ShowSection>()
        .init_resource::<SettingsSection>()
        .init_resource::<Arrangement>()
        .add_observer(obey_sliders)
        .add_systems(OnEnter(Screen::Settings), open)
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
                data::ask_to_reset.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>),
                data::close_when_answered.in_set(PlaySystems::Overlays).after(server_question::ask),
                follow_settings.in_set(GameSystems::Look).run_if(resource_changed::<Settings>),
                mark_choices.in_set(GameSystems::Look).run_if(
                    resource_changed::<Settings>
                        .or_else(resource_changed::<SettingsSection>)
                        .or_else(any_match_filter::<Added<OnPress>>),
                ),
            )
                .run_if(in_state(Screen::Settings)),
        );
}

/// Shows a section: alone where the sections stand in a list, and elsewhere by scrolling to it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowSection(pub SettingsSection);

/// A part of the settings. Where they stand in a list, it stays as it was when the settings are opened again.
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
    fn spawn(self, rows: &mut ChildSpawnerCommands, settings: &Settings) {
        match self {
            Self::Look => look::spawn(rows, settings),
            Self::Motion => motion::spawn(rows, settings),
            Self::Board => board::spawn(rows, settings),
            Self::Sound => sound::spawn(rows, settings),
            Self::Language => language::spawn(rows, settings),
            Self::Keys => keys::spawn(rows, settings),
            Self::Data => data::spawn(rows, settings),
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
    /// Where the sample board stands.
    sample: SamplePlace,
}

/// Where the sample board stands, which is not scrolled with the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SamplePlace {
    /// There is no room for it.
    #[default]
    Nowhere,
    Above,
    Beside,
}

/// In a narrower room there is no list of sections: a window of 1280 x 800 has more with texts twice as large.
const NARROW: f32 = 580.0;
/// In a lower room there is no heading.
const LOW: f32 = 500.0;
/// The width of the list of sections, in percent of the room, at least and at most; and the largest width of rows.
const LIST: (f32, f32, f32) = (22.0, 136.0, 172.0);
const ROWS: f32 = 620.0;
/// How wide all of it is at most.
const WHOLE: f32 = 1176.0;
/// How wide the sample board is beside the rows, in percent of the room, at least and at most; and how high above them.
const BESIDE: (f32, f32, f32) = (27.0, 150.0, 360.0);
const ABOVE: f32 = 150.0;
/// In a lower room there is no board above the rows.
const ROOM_ABOVE: f32 = 560.0;

/// The root of the screen.
#[derive(Component)]
struct Root;

/// Opens the section that was seen last where sections stand in a list; else the column begins at its top.
fn open(room: Res<Room>, mut section: ResMut<SettingsSection>, mut refocus: ResMut<Refocus>) {
    if room.0.x < NARROW {
        section.set_if_neq(SettingsSection::default());
    }
    refocus.0 = Some(section.name().identity());
}

fn arrange(room: Res<Room>, mut arrangement: ResMut<Arrangement>) {
    let Room(room) = *room;
    let has_list = room.x >= NARROW;
    let sample = match has_list {
        true => SamplePlace::Beside,
        false if room.y >= ROOM_ABOVE => SamplePlace::Above,
        false => SamplePlace::Nowhere,
    };
    arrangement.set_if_neq(Arrangement { has_list, is_low: room.y < LOW, sample });
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
    settings: Res<Settings>,
    mut sample: ResMut<Sample>,
    mut commands: Commands,
) {
    show_sample(&mut sample, arrangement.sample != SamplePlace::Nowhere);
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let gap = if arrangement.is_low { 8.0 } else { 12.0 };
    let node = Node { align_items: AlignItems::Center, ..window_column(gap) };
    let column = Node {
        width: percent(100),
        max_width: px(WHOLE),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        row_gap: px(gap),
        ..default()
    };
    let root = commands.spawn((Root, screen_root(Screen::Settings), node)).id();
    commands.spawn((Pickable::IGNORE, column, ChildOf(root))).with_children(|screen| {
        if !arrangement.is_low {
            screen.spawn((
                worded(say!("settings-heading"), TextStyle::Heading, theme::TEXT),
                Node { margin: UiRect::axes(px(6), px(2)), flex_shrink: 0.0, ..default() },
            ));
        }
        if arrangement.sample == SamplePlace::Above {
            screen.spawn(sample_area(Node { height: px(ABOVE), ..default() }));
        }
        screen.spawn((Pickable::IGNORE, row_of_panes(gap))).with_children(|body| {
            if arrangement.has_list {
                let (part, least, most) = LIST;
                let list = Node {
                    width: percent(part),
                    min_width: px(least),
                    max_width: px(most),
                    flex_shrink: 0.0,
                    ..default()
                };
                spawn_pane(body, list, spawn_list);
                spawn_pane(body, Node { max_width: px(ROWS), ..fill() }, |pane| {
                    spawn_scroll_area(pane, fill(), pane_content(), |rows| section.spawn(rows, &settings));
                });
                let (part, least, most) = BESIDE;
                body.spawn(sample_area(Node {
                    width: percent(part),
                    min_width: px(least),
                    max_width: px(most),
                    aspect_ratio: Some(1.0),
                    align_self: AlignSelf::FlexStart,
                    ..default()
                }));
            } else {
                spawn_pane(body, fill(), |pane| {
                    spawn_scroll_area(pane, fill(), Node { row_gap: px(24), ..pane_content() }, |column| {
                        spawn_all(column, *section, &settings);
                    });
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

/// The place of the sample board.
fn sample_area(node: Node) -> impl Bundle {
    (Name::new("sample area"), BoardArea, Pickable::IGNORE, Node { flex_shrink: 0.0, ..node })
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

/// Spawns all sections, one below the other, with one of them in view.
fn spawn_all(column: &mut ChildSpawnerCommands, shown: SettingsSection, settings: &Settings) {
    for section in SettingsSection::ALL {
        let node =
            Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), flex_shrink: 0.0, ..default() };
        let mut part = column.spawn((Pickable::IGNORE, node));
        // The first one is in view as it is, with the room above it.
        if section == shown && section != SettingsSection::default() {
            part.insert(Reveal);
        }
        part.with_children(|part| {
            part.spawn(heading(section.name()));
            section.spawn(part, settings);
        });
    }
}

/// Spawns a slider for a setting that is a number.
fn spawn_level(rows: &mut ChildSpawnerCommands, level: SettingLevel, settings: &Settings) {
    spawn_slider(rows, &level.name(), slider_at(level, settings), level);
}

/// A slider that shows what is chosen.
fn slider_at(level: SettingLevel, settings: &Settings) -> Slider {
    let value = level.value(settings);
    Slider { value, range: level.range(), step: level.step(), words: level.words(value) }
}

/// What is slid is chosen.
fn obey_sliders(
    change: On<ValueChange<u16>>,
    levels: Query<&SettingLevel>,
    mut commands: MessageWriter<SettingCommand>,
    mut cues: MessageWriter<SoundCue>,
) {
    if let Ok(level) = levels.get(change.source) {
        commands.write(level.command(change.value));
        if change.is_final {
            cues.write_batch(example_of(*level));
        }
    }
}

/// What lets a number be heard that was chosen.
const fn example_of(level: SettingLevel) -> Option<SoundCue> {
    Some(match level {
        SettingLevel::Speed => return None,
        SettingLevel::VolumeOf(SoundKind::Discs) => SoundCue::Placed { turned: 1, lies_in: Duration::ZERO },
        SettingLevel::VolumeOf(SoundKind::Game) => SoundCue::Passed,
        SettingLevel::VolumeOf(SoundKind::Clock) => SoundCue::TimeIsShort,
        SettingLevel::Volume | SettingLevel::VolumeOf(SoundKind::Buttons) => SoundCue::Pressed,
    })
}

/// Sliders show what is chosen, whoever chose it.
fn follow_settings(settings: Res<Settings>, mut sliders: Query<(&SettingLevel, &mut Slider)>) {
    for (level, mut slider) in &mut sliders {
        slider.set_if_neq(slider_at(*level, &settings));
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
