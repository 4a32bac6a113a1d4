//! Settings screen, in sections. If there is space, the sections are a list beside the rows of the chosen one;
//! otherwise all rows are in one column.

mod board;
mod data;
mod keys;
mod language;
mod look;
mod motion;
mod programs;
mod sound;

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::ValueChange;

use crate::game::audio::cue::SoundCue;
use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::sample::{Sample, show_sample};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::screens::new_game::{fill, heading, pane_content, spawn_pane, spawn_scrolling_pane};
use crate::game::screens::{is_missing, row_of_panes, screen_root, window_column};
use crate::game::settings::level::SettingLevel;
use crate::game::settings::sound::SoundKind;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, captioned_button, mark};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::option_grid::ChoiceGrid;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::scroll::{Reveal, spawn_scroll_area};
use crate::game::ui::slider::{Slider, spawn_slider};
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ShowSection>()
        .init_resource::<SettingsSection>()
        .init_resource::<SettingsArrangement>()
        .add_observer(handle_slider_changes)
        .add_systems(OnEnter(Screen::Settings), open)
        .add_systems(
            Update,
            (
                handle_show_section.in_set(GameSystems::Play),
                (
                    arrange,
                    spawn_screen.run_if(
                        resource_changed::<SettingsArrangement>
                            .or_else(resource_changed::<SettingsSection>)
                            .or_else(is_missing::<SettingsRoot>),
                    ),
                )
                    .chain()
                    .in_set(GameSystems::Show),
                (programs::show, programs::show_trials).chain().in_set(GameSystems::Show).after(spawn_screen),
                data::ask_to_reset.in_set(GameSystems::Look).run_if(resource_changed::<Overlay>),
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

/// Shows a section: alone if the sections are in a list, otherwise by scrolling to it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowSection(pub SettingsSection);

/// A section of the settings. The chosen one is remembered if the sections are in a list.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsSection {
    #[default]
    Look,
    Motion,
    Board,
    Sound,
    Language,
    Keys,
    /// Other programs as opponents; not on the page.
    Programs,
    /// Reset, export and import.
    Data,
}

impl SettingsSection {
    #[cfg(not(target_arch = "wasm32"))]
    pub const ALL: [Self; 8] =
        [Self::Look, Self::Motion, Self::Board, Self::Sound, Self::Language, Self::Keys, Self::Programs, Self::Data];
    #[cfg(target_arch = "wasm32")]
    pub const ALL: [Self; 7] =
        [Self::Look, Self::Motion, Self::Board, Self::Sound, Self::Language, Self::Keys, Self::Data];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Look => say!("settings-look"),
            Self::Motion => say!("settings-motion"),
            Self::Board => say!("settings-board"),
            Self::Sound => say!("settings-sound"),
            Self::Language => say!("settings-language"),
            Self::Keys => say!("settings-keys"),
            Self::Programs => say!("settings-programs"),
            Self::Data => say!("settings-data"),
        }
    }

    fn spawn(self, rows: &mut ChildSpawnerCommands, settings: &Settings) {
        match self {
            Self::Look => look::spawn(rows, settings),
            Self::Motion => motion::spawn(rows, settings),
            Self::Board => board::spawn(rows, settings),
            Self::Sound => sound::spawn(rows, settings),
            Self::Language => language::spawn(rows, settings),
            Self::Keys => keys::spawn(rows, settings),
            Self::Programs => programs::spawn(rows, settings),
            Self::Data => data::spawn(rows, settings),
        }
    }
}

/// Arrangement of the screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SettingsArrangement {
    /// Set if the sections are in a list of their own.
    has_list: bool,
    /// Set if the screen is so low that there is no line to spare for a heading.
    is_low: bool,
    /// Set if the interface is so large that lower entries in the list are still large enough for a finger.
    is_enlarged: bool,
    sample: SamplePlace,
}

/// Place of the sample board. It does not scroll with the rows, so that every change is visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SamplePlace {
    /// Too little space.
    #[default]
    Nowhere,
    Above,
    Beside,
}

/// Minimum width for a list of sections. A window of 1280 × 800 exceeds it even with text twice as large.
const MIN_WIDTH_FOR_LIST: f32 = 580.0;
/// Height of an entry in the list if the interface is enlarged: all sections fit beside text of twice the size.
const LOW_ENTRY: f32 = 36.0;
/// Minimum height for a heading.
const MIN_HEIGHT_FOR_HEADING: f32 = 500.0;
/// Width of the list of sections in percent of the space, its minimum and maximum; and the maximum width of rows.
const LIST: (f32, f32, f32) = (22.0, 136.0, 172.0);
const ROWS: f32 = 620.0;
/// Maximum width of the whole screen.
const WHOLE: f32 = 1176.0;
/// Width of the sample board beside the rows in percent of the space, its minimum and maximum; and its height above
/// them.
const BESIDE: (f32, f32, f32) = (27.0, 150.0, 360.0);
const ABOVE: f32 = 150.0;
/// Minimum height for a board above the rows.
const MIN_HEIGHT_FOR_SAMPLE: f32 = 560.0;

#[derive(Component)]
struct SettingsRoot;

/// Reopens the last section if the sections are in a list; otherwise the column starts at its top.
fn open(space: Res<LayoutSpace>, mut section: ResMut<SettingsSection>, mut refocus: ResMut<Refocus>) {
    if space.0.x < MIN_WIDTH_FOR_LIST {
        section.set_if_neq(SettingsSection::default());
    }
    refocus.0 = Some(section.name().identity());
}

fn arrange(space: Res<LayoutSpace>, scale: Res<UiScale>, mut arrangement: ResMut<SettingsArrangement>) {
    let LayoutSpace(space) = *space;
    let has_list = space.x >= MIN_WIDTH_FOR_LIST;
    let sample = match has_list {
        true => SamplePlace::Beside,
        false if space.y >= MIN_HEIGHT_FOR_SAMPLE => SamplePlace::Above,
        false => SamplePlace::Nowhere,
    };
    arrangement.set_if_neq(SettingsArrangement {
        has_list,
        is_low: space.y < MIN_HEIGHT_FOR_HEADING,
        is_enlarged: scale.0 * LOW_ENTRY >= theme::TOUCH,
        sample,
    });
}

fn handle_show_section(
    mut requests: MessageReader<ShowSection>,
    mut section: ResMut<SettingsSection>,
    mut refocus: ResMut<Refocus>,
) {
    for ShowSection(wanted) in requests.read() {
        if section.set_if_neq(*wanted) {
            // The list is respawned with the rows, so the focus has to be restored.
            refocus.0 = Some(wanted.name().identity());
        }
    }
}

fn spawn_screen(
    roots: Query<Entity, With<SettingsRoot>>,
    arrangement: Res<SettingsArrangement>,
    section: Res<SettingsSection>,
    settings: Res<Settings>,
    mut sample: ResMut<Sample>,
    mut commands: Commands,
) {
    show_sample(&mut sample, arrangement.sample != SamplePlace::Nowhere);
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let gap = if arrangement.is_low { 8.0 } else { 12.0 };
    let node = window_column(gap).centred();
    let column = Node::column(gap).width(percent(100)).height(percent(100)).max_width(px(WHOLE));
    let root = commands.spawn((SettingsRoot, screen_root(Screen::Settings), node)).id();
    commands.spawn((Pickable::IGNORE, column, ChildOf(root))).with_children(|screen| {
        if !arrangement.is_low {
            let node = Node::default().fixed().margin(UiRect::axes(px(6), px(2)));
            screen.spawn((worded(say!("settings-heading"), TextStyle::Heading, theme::TEXT), node));
        }
        if arrangement.sample == SamplePlace::Above {
            screen.spawn(sample_area(Node::default().height(px(ABOVE))));
        }
        screen.spawn((Pickable::IGNORE, row_of_panes(gap))).with_children(|body| {
            if arrangement.has_list {
                let (part, least, most) = LIST;
                let list = Node::default().width(percent(part)).min_width(px(least)).max_width(px(most)).fixed();
                spawn_pane(body, list, |pane| spawn_list(pane, arrangement.is_enlarged));
                let pane = fill().max_width(px(ROWS));
                spawn_scrolling_pane(body, pane, pane_content(), |rows| section.spawn(rows, &settings));
                let (part, least, most) = BESIDE;
                let beside = Node { aspect_ratio: Some(1.0), align_self: AlignSelf::FlexStart, ..default() };
                body.spawn(sample_area(beside.width(percent(part)).min_width(px(least)).max_width(px(most))));
            } else {
                let content = Node { row_gap: px(24), ..pane_content() };
                spawn_scrolling_pane(body, fill(), content, |column| spawn_all(column, *section, &settings));
            }
        });
        screen.spawn((Pickable::IGNORE, Node::default().fixed())).with_children(|row| {
            row.spawn(captioned_button(say!("settings-back"), ButtonKind::Plain, px(110), Navigate::Back));
        });
    });
}

fn sample_area(node: Node) -> impl Bundle {
    (Name::new("sample area"), BoardArea, Pickable::IGNORE, node.fixed())
}

/// Spawns the list of sections. The arrow keys move through it and choose at once.
fn spawn_list(pane: &mut ChildSpawnerCommands, is_enlarged: bool) {
    spawn_scroll_area(pane, fill(), Node::column(2).padding(px(8).all()), |list| {
        let node = Node::column(2).fixed();
        list.spawn((ChoiceGrid, Pickable::IGNORE, node)).with_children(|list| {
            for section in SettingsSection::ALL {
                let show = ShowSection(section);
                let mut spawned = list.spawn(captioned_button(section.name(), ButtonKind::Tile, Val::Auto, show));
                spawned.entry::<Node>().and_modify(move |mut node| {
                    node.justify_content = JustifyContent::FlexStart;
                    if is_enlarged {
                        node.min_height = px(LOW_ENTRY);
                        node.padding = UiRect::axes(px(12), px(3));
                    }
                });
            }
        });
    });
}

/// Spawns all sections below each other, scrolled to one of them.
fn spawn_all(column: &mut ChildSpawnerCommands, shown: SettingsSection, settings: &Settings) {
    for section in SettingsSection::ALL {
        let mut part = column.spawn((Pickable::IGNORE, Node::column(theme::GAP).fixed()));
        // The first one is visible without scrolling, with its padding above.
        if section == shown && section != SettingsSection::default() {
            part.insert(Reveal);
        }
        part.with_children(|part| {
            part.spawn(heading(section.name()));
            section.spawn(part, settings);
        });
    }
}

/// Spawns a slider for a numeric setting.
fn spawn_level(rows: &mut ChildSpawnerCommands, level: SettingLevel, settings: &Settings) {
    spawn_slider(rows, &level.name(), slider_at(level, settings), level);
}

/// Slider with the current value.
fn slider_at(level: SettingLevel, settings: &Settings) -> Slider {
    let value = level.value(settings);
    Slider { value, range: level.range(), step: level.step(), words: level.words(value) }
}

/// Applies a slider's value to the setting.
fn handle_slider_changes(
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

/// Example sound for a volume.
const fn example_of(level: SettingLevel) -> Option<SoundCue> {
    Some(match level {
        SettingLevel::Speed => return None,
        SettingLevel::VolumeOf(SoundKind::Discs) => SoundCue::Placed { turned: 1, lies_in: Duration::ZERO },
        SettingLevel::VolumeOf(SoundKind::Game) => SoundCue::Passed,
        SettingLevel::VolumeOf(SoundKind::Clock) => SoundCue::TimeIsShort,
        SettingLevel::Volume | SettingLevel::VolumeOf(SoundKind::Buttons) => SoundCue::Pressed,
    })
}

/// Updates the sliders when settings change, even if something else changed them.
fn follow_settings(settings: Res<Settings>, mut sliders: Query<(&SettingLevel, &mut Slider)>) {
    for (level, mut slider) in &mut sliders {
        slider.set_if_neq(slider_at(*level, &settings));
    }
}

/// Marks the current choices.
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
