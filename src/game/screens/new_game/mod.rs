//! The choices of a new game: the board, who plays, and how it is shown. Where there is room they stand side by side,
//! else one after the other.

mod chosen;
mod cpu_list;
mod options;
mod seats;
mod shelves;

use bevy::prelude::*;

use super::layout::Room;
use super::{Screen, screen_root};
use crate::game::scroll::spawn_scroll_area;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Chosen, Refocus, Weight, button, card_paint, mark, spawn_segments};
use crate::game::{Action, GameSystems, Match, MatchSetup, Seat, Settings};
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Choices>()
        .init_resource::<Arrangement>()
        .add_plugins((chosen::plugin, cpu_list::plugin, seats::plugin, shelves::plugin))
        .add_systems(OnEnter(Screen::NewGame), open)
        .add_systems(
            Update,
            (
                change_part.in_set(GameSystems::Play),
                arrange.in_set(GameSystems::Show),
                spawn_screen
                    .in_set(GameSystems::Show)
                    .after(arrange)
                    .run_if(resource_changed::<Arrangement>.or_else(resource_changed::<Choices>).or_else(is_empty)),
                mark_choices.in_set(GameSystems::Look),
            )
                .run_if(in_state(Screen::NewGame)),
        );
}

/// A part of the choices, where there is no room for all.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choices {
    /// What is played.
    #[default]
    Board,
    /// Who plays.
    Players,
    /// How it is shown.
    Options,
}

impl Choices {
    /// All parts.
    pub const ALL: [Self; 3] = [Self::Board, Self::Players, Self::Options];

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "Board",
            Self::Players => "Players",
            Self::Options => "Options",
        }
    }
}

/// How the parts are arranged.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Arrangement {
    /// Whether all parts are seen.
    has_all: bool,
    /// Whether there is room for a player in one line.
    is_wide: bool,
    /// Whether the screen is so low that every line counts.
    is_low: bool,
}

/// In a narrower room the parts do not stand side by side.
const NARROW: f32 = 620.0;
/// In a room as wide as this nothing need be stacked.
const WIDE: f32 = 1000.0;
/// In a lower room there is no heading, and the chosen board scrolls with the others where it is above them.
const LOW: f32 = 500.0;

/// The root of the screen.
#[derive(Component)]
struct Root;

fn open(
    setup: Res<MatchSetup>,
    mut part: ResMut<Choices>,
    mut refocus: ResMut<Refocus>,
    room: Res<Room>,
    mut arrangement: ResMut<Arrangement>,
) {
    part.set_if_neq(Choices::Board);
    arrangement.set_if_neq(Arrangement::for_room(*room));
    refocus.0 = setup.variant().ok().map(|variant| shelves::label(&variant));
}

impl Arrangement {
    fn for_room(Room(room): Room) -> Self {
        Self { has_all: room.x >= NARROW, is_wide: room.x >= WIDE, is_low: room.y < LOW }
    }
}

fn is_empty(roots: Query<(), With<Root>>) -> bool {
    roots.is_empty()
}

fn any_added<C: Component>(added: Query<(), Added<C>>) -> bool {
    !added.is_empty()
}

fn arrange(room: Res<Room>, mut arrangement: ResMut<Arrangement>) {
    arrangement.set_if_neq(Arrangement::for_room(*room));
}

fn change_part(mut actions: MessageReader<Action>, mut part: ResMut<Choices>) {
    for action in actions.read() {
        if let Action::ShowChoices(wanted) = action {
            part.set_if_neq(*wanted);
        }
    }
}

fn spawn_screen(
    roots: Query<Entity, With<Root>>,
    arrangement: Res<Arrangement>,
    part: Res<Choices>,
    game: Option<Res<Match>>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let gap = if arrangement.is_low { 8.0 } else { 12.0 };
    let node = Node {
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        padding: px(gap).all(),
        row_gap: px(gap),
        ..default()
    };
    commands.spawn((Root, screen_root(Screen::NewGame), node)).with_children(|screen| {
        if !arrangement.has_all {
            let parts =
                Choices::ALL.map(|part| (part.name().to_owned(), part.name().to_owned(), Action::ShowChoices(part)));
            spawn_segments(screen, Node::default(), parts);
        } else if !arrangement.is_low {
            screen.spawn((
                text("New game", TextStyle::Heading, theme::TEXT),
                Node { margin: UiRect::axes(px(6), px(2)), ..default() },
            ));
        }
        let body = Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0), column_gap: px(gap), ..default() };
        screen.spawn((Pickable::IGNORE, body)).with_children(|body| {
            if arrangement.has_all {
                spawn_pane(body, Node { width: percent(38), max_width: px(480), ..default() }, |pane| {
                    if arrangement.is_low {
                        shelves::spawn(pane, |_| {}, shelves::spawn_own_ways);
                    } else {
                        shelves::spawn_own_ways(pane);
                        shelves::spawn(pane, |_| {}, |_| {});
                    }
                });
                spawn_pane(body, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, |pane| {
                    let content = Node { row_gap: px(22), ..pane_content() };
                    spawn_scroll_area(pane, fill(), content, |pane| {
                        chosen::spawn(pane);
                        seats::spawn(pane, Some(Choices::Players.name()));
                        options::spawn(pane, Some(Choices::Options.name()));
                    });
                });
            } else {
                spawn_pane(body, fill(), |pane| match *part {
                    Choices::Board if arrangement.is_low => {
                        shelves::spawn(pane, chosen::spawn, shelves::spawn_own_ways);
                    }
                    Choices::Board => {
                        chosen::spawn(pane);
                        shelves::spawn(pane, |_| {}, shelves::spawn_own_ways);
                    }
                    Choices::Players => {
                        spawn_scroll_area(pane, fill(), pane_content(), |pane| seats::spawn(pane, None));
                    }
                    Choices::Options => {
                        spawn_scroll_area(pane, fill(), pane_content(), |pane| options::spawn(pane, None));
                    }
                });
            }
        });
        spawn_footer(screen, *arrangement, game.is_some_and(|game| game.is_running()));
    });
}

/// A node that takes the room that is left, in a column or a row.
fn fill() -> Node {
    Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0), min_width: px(0), ..default() }
}

/// What is in a pane that scrolls: a column, with room for the scrollbar.
fn pane_content() -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(theme::GAP),
        padding: UiRect::new(px(16), px(20), px(14), px(18)),
        ..default()
    }
}

fn spawn_pane(parent: &mut ChildSpawnerCommands, node: Node, content: impl FnOnce(&mut ChildSpawnerCommands)) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        min_height: px(0),
        min_width: px(0),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
        overflow: Overflow::clip(),
        ..node
    };
    parent.spawn((Pickable::IGNORE, node, card_paint())).with_children(content);
}

/// The heading of a part of a pane.
fn heading(content: impl Into<String>) -> impl Bundle {
    text(content, TextStyle::Strong, theme::TEXT)
}

fn spawn_footer(screen: &mut ChildSpawnerCommands, arrangement: Arrangement, replaces_match: bool) {
    let node = Node {
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::WrapReverse,
        column_gap: px(theme::GAP),
        row_gap: px(6),
        flex_shrink: 0.0,
        ..default()
    };
    screen.spawn((Pickable::IGNORE, node)).with_children(|row| {
        row.spawn(button("Back", "Back", Weight::Plain, px(110), Action::ShowTitle));
        let warning = if replaces_match { "Start replaces the unfinished match" } else { "" };
        let place = Node { flex_grow: 1.0, justify_content: JustifyContent::FlexEnd, ..default() };
        if arrangement.has_all || replaces_match {
            row.spawn((Pickable::IGNORE, place, children![text(warning, TextStyle::Small, theme::QUIET_TEXT)]));
        }
        let start = button(
            "Start",
            "Start",
            Weight::Main,
            if arrangement.has_all { px(240) } else { Val::Auto },
            Action::Start,
        );
        let mut start = row.spawn(start);
        if !arrangement.has_all {
            start.entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
        }
    });
}

/// Marks the choices that are in force.
fn mark_choices(
    setup: Res<MatchSetup>,
    settings: Res<Settings>,
    part: Res<Choices>,
    choices: Query<(Entity, &Action, Has<Chosen>)>,
    mut commands: Commands,
) {
    let seats = setup.variant().map(|variant| setup.seats_in(&variant)).unwrap_or_default();
    for (entity, action, is_marked) in &choices {
        let is_chosen = match action {
            Action::ShowChoices(choices) => part.as_ref() == choices,
            Action::ChooseVariant(choice) => setup.choice == *choice,
            Action::ChooseGoal(goal) => setup.goal == *goal,
            Action::ChooseSeat(player, seat) => seats[*player] == *seat,
            Action::ChoosePace(pace) => settings.pace == *pace,
            Action::ChoosePalette(palette) => settings.palette == *palette,
            Action::ChooseCpuDelay(delay) => settings.cpu_delay == *delay,
            Action::ToggleLegalMarks => settings.legal_marks,
            _ => continue,
        };
        mark::<Chosen>(&mut commands, entity, is_marked, is_chosen);
    }
}

/// Who makes the moves of each who plays.
fn seats_of(setup: &MatchSetup, variant: &Variant) -> Vec<Seat> {
    variant.everybody().into_iter().map(|player| setup.seat(player, variant)).collect()
}
