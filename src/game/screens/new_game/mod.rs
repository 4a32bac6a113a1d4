//! The choices of a new game: the board and who plays. Where there is room they stand side by side, else one after the
//! other.

mod agreed;
pub(in crate::game::screens) mod board_catalogue;
pub(in crate::game::screens) mod clock;
pub(in crate::game::screens) mod seats;
pub(in crate::game::screens) mod selected_board;

use bevy::input_focus::InputFocusVisible;
use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::GameSystems;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{Screen, comes_from_settings};
use crate::game::flow::woken::AddCommand;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::play::terms::Sides;
use crate::game::screens::{row_of_panes, screen_root, window_column};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Refocus, Weight, button, card_paint, mark, spawn_segments};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::Room;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ShowTab>()
        .init_resource::<NewGameTab>()
        .init_resource::<Arrangement>()
        .add_plugins((agreed::plugin, board_catalogue::plugin, seats::plugin, selected_board::plugin))
        .add_systems(OnEnter(Screen::NewGame), open.run_if(not(comes_from_settings)))
        .add_systems(
            Update,
            spawn_screen
                .in_set(GameSystems::Show)
                .after(arrange)
                .run_if(resource_changed::<Arrangement>.or_else(resource_changed::<NewGameTab>).or_else(is_empty))
                .run_if(in_state(Screen::NewGame)),
        )
        .add_systems(
            Update,
            (
                change_part.in_set(GameSystems::Play),
                arrange.in_set(GameSystems::Show),
                mark_choices.in_set(GameSystems::Look).run_if(
                    resource_changed::<MatchSetup>
                        .or_else(resource_changed::<NewGameTab>)
                        .or_else(any_match_filter::<Added<OnPress>>),
                ),
            )
                .run_if(a_board_is_chosen),
        );
}

/// Whether the screen is one of those on which a board is chosen.
pub(in crate::game::screens) fn a_board_is_chosen(screen: Res<State<Screen>>) -> bool {
    matches!(screen.get(), Screen::NewGame | Screen::NewRoom)
}

/// Shows a part of the choices where there is no room for all.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowTab(pub NewGameTab);

/// A part of the choices, where there is no room for all.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewGameTab {
    /// What is played.
    #[default]
    Board,
    /// Who plays.
    Players,
}

impl NewGameTab {
    /// All parts.
    pub const ALL: [Self; 2] = [Self::Board, Self::Players];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Board => say!("new-game-board"),
            Self::Players => say!("new-game-players"),
        }
    }
}

/// How the parts are arranged.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game::screens) struct Arrangement {
    /// Whether all parts are seen.
    pub(in crate::game::screens) has_all: bool,
    /// Whether there is room for a player in one line.
    pub(in crate::game::screens) is_wide: bool,
    /// Whether the screen is so low that every line counts.
    pub(in crate::game::screens) is_low: bool,
}

/// In a narrower room the parts do not stand side by side.
const NARROW: f32 = 620.0;
/// In a room as wide as this nothing need be stacked.
const WIDE: f32 = 1000.0;
/// In a lower room there is no heading, and the chosen board scrolls with the others where it is above them: where the
/// parts stand side by side, and where they do not.
const LOW: (f32, f32) = (500.0, 640.0);

/// The root of the screen.
#[derive(Component)]
struct Root;

fn open(
    setup: Res<MatchSetup>,
    mut part: ResMut<NewGameTab>,
    (mut refocus, focus_visible): (ResMut<Refocus>, Res<InputFocusVisible>),
    room: Res<Room>,
    mut arrangement: ResMut<Arrangement>,
) {
    part.set_if_neq(NewGameTab::Board);
    arrangement.set_if_neq(Arrangement::for_room(*room));
    // In a low column the focus would scroll to the tile of the board that is chosen, past the top of the screen.
    let may_scroll = focus_visible.0 || arrangement.has_all || !arrangement.is_low;
    let chosen = setup.variant().ok().filter(|_| may_scroll);
    refocus.0 = chosen.map(|variant| board_catalogue::label(&variant).identity());
}

impl Arrangement {
    pub(in crate::game::screens) fn for_room(Room(room): Room) -> Self {
        let has_all = room.x >= NARROW;
        Self { has_all, is_wide: room.x >= WIDE, is_low: room.y < if has_all { LOW.0 } else { LOW.1 } }
    }

    /// How far the parts are apart.
    pub(in crate::game::screens) const fn gap(self) -> f32 {
        if self.is_low { 8.0 } else { 12.0 }
    }
}

fn is_empty(roots: Query<(), With<Root>>) -> bool {
    roots.is_empty()
}

/// Finds how the parts of a screen are arranged on which a board is chosen.
pub(in crate::game::screens) fn arrange(room: Res<Room>, mut arrangement: ResMut<Arrangement>) {
    arrangement.set_if_neq(Arrangement::for_room(*room));
}

fn change_part(mut wishes: MessageReader<ShowTab>, mut part: ResMut<NewGameTab>) {
    for ShowTab(wanted) in wishes.read() {
        part.set_if_neq(*wanted);
    }
}

fn spawn_screen(
    roots: Query<Entity, With<Root>>,
    arrangement: Res<Arrangement>,
    part: Res<NewGameTab>,
    game: Option<Res<Match>>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let parts = ScreenParts {
        heading: say!("new-game-heading"),
        rest: NewGameTab::Players.name(),
        spawn_ways: board_catalogue::spawn_own_ways,
        spawn_rest: |pane, is_all_seen| {
            seats::spawn(pane, is_all_seen.then(|| NewGameTab::Players.name()));
            agreed::spawn_sides(pane);
            clock::spawn(pane);
            agreed::spawn_more(pane);
        },
    };
    commands.spawn((Root, screen_root(Screen::NewGame), window_column(arrangement.gap()))).with_children(|screen| {
        parts.spawn(screen, *arrangement, *part);
        spawn_footer(screen, *arrangement, game.is_some_and(|game| game.is_unfinished()));
    });
}

/// What sets the screens apart on which a board is chosen.
pub(in crate::game::screens) struct ScreenParts {
    /// Stands over all parts where there is room for them.
    pub(in crate::game::screens) heading: Phrase,
    /// The name of the part beside the board.
    pub(in crate::game::screens) rest: Phrase,
    /// Spawns the ways to boards that are in no list.
    pub(in crate::game::screens) spawn_ways: fn(&mut ChildSpawnerCommands),
    /// Spawns what is chosen besides the board; whether that is seen together with the board.
    pub(in crate::game::screens) spawn_rest: fn(&mut ChildSpawnerCommands, bool),
}

impl ScreenParts {
    /// Spawns the parts as they are arranged, without the buttons below them.
    pub(in crate::game::screens) fn spawn(
        self,
        screen: &mut ChildSpawnerCommands,
        arrangement: Arrangement,
        part: NewGameTab,
    ) {
        let Self { heading, rest, spawn_ways, spawn_rest } = self;
        if !arrangement.has_all {
            let parts = [(NewGameTab::Board, NewGameTab::Board.name()), (NewGameTab::Players, rest)];
            let parts = parts.map(|(part, name)| (name.clone(), name, ShowTab(part)));
            spawn_segments(screen, Node::default(), parts);
        } else if !arrangement.is_low {
            screen.spawn((
                worded(heading, TextStyle::Heading, theme::TEXT),
                Node { margin: UiRect::axes(px(6), px(2)), ..default() },
            ));
        }
        let content = || Node { row_gap: px(10), ..pane_content() };
        screen.spawn((Pickable::IGNORE, row_of_panes(arrangement.gap()))).with_children(|body| {
            if arrangement.has_all {
                spawn_pane(body, Node { width: percent(38), max_width: px(480), ..default() }, |pane| {
                    if arrangement.is_low {
                        board_catalogue::spawn(pane, |_| {}, spawn_ways);
                    } else {
                        spawn_ways(pane);
                        board_catalogue::spawn(pane, |_| {}, |_| {});
                    }
                });
                spawn_pane(body, Node { flex_grow: 1.0, flex_basis: px(0), ..default() }, |pane| {
                    spawn_scroll_area(pane, fill(), content(), |pane| {
                        selected_board::spawn(pane);
                        spawn_rest(pane, true);
                    });
                });
            } else {
                spawn_pane(body, fill(), |pane| match part {
                    NewGameTab::Board if arrangement.is_low => {
                        board_catalogue::spawn(pane, selected_board::spawn, spawn_ways);
                    }
                    NewGameTab::Board => {
                        selected_board::spawn(pane);
                        board_catalogue::spawn(pane, |_| {}, spawn_ways);
                    }
                    NewGameTab::Players => {
                        spawn_scroll_area(pane, fill(), content(), |pane| spawn_rest(pane, false));
                    }
                });
            }
        });
    }
}

/// A node that takes the room that is left, in a column or a row.
pub(in crate::game::screens) fn fill() -> Node {
    Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0), min_width: px(0), ..default() }
}

/// What is in a pane that scrolls: a column, with room for the scrollbar.
pub(in crate::game::screens) fn pane_content() -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(theme::GAP),
        padding: UiRect::new(px(16), px(20), px(14), px(18)),
        ..default()
    }
}

/// Spawns a card that takes the room that the node says.
pub(in crate::game::screens) fn spawn_pane(
    parent: &mut ChildSpawnerCommands,
    node: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
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
pub(in crate::game::screens) fn heading(content: impl Into<Phrase>) -> impl Bundle {
    worded(content, TextStyle::Section, theme::TEXT)
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
    let start =
        |width| button(say!("new-game-start"), say!("new-game-start"), Weight::Main, width, SetupCommand::Start);
    screen.spawn((Pickable::IGNORE, node)).with_children(|row| {
        row.spawn(button(
            say!("new-game-back"),
            say!("new-game-back"),
            Weight::Plain,
            px(110),
            Navigate::To(Screen::Title),
        ));
        let settings = say!("settings-heading");
        row.spawn(button(settings.clone(), settings, Weight::Plain, Val::Auto, Navigate::To(Screen::Settings)));
        let warning = if replaces_match { say!("new-game-replaces-match") } else { Phrase::nothing() };
        let warning = worded(warning, TextStyle::Small, theme::QUIET_TEXT);
        if arrangement.has_all {
            let place = Node { flex_grow: 1.0, justify_content: JustifyContent::FlexEnd, ..default() };
            row.spawn((Pickable::IGNORE, place, children![warning]));
            row.spawn(start(px(240)));
        } else {
            row.spawn(start(Val::Auto)).entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
            if replaces_match {
                // A line of its own, above the buttons.
                let place = Node { width: percent(100), justify_content: JustifyContent::Center, ..default() };
                row.spawn((Pickable::IGNORE, place, children![warning]));
            }
        }
    });
}

/// Marks the choices that are in force.
fn mark_choices(
    setup: Res<MatchSetup>,
    part: Res<NewGameTab>,
    more: Res<agreed::MoreIsShown>,
    choices: Query<(Entity, &OnPress, Has<Checked>)>,
    mut commands: Commands,
) {
    let seats = setup.variant().map(|variant| setup.seats_in(&variant)).unwrap_or_default();
    let only_human = setup.variant().ok().and_then(|variant| setup.only_human(&variant));
    let setup_has = |command: &SetupCommand| match command {
        SetupCommand::ChooseVariant(choice) => Some(setup.choice == *choice),
        SetupCommand::ChooseGoal(goal) => Some(setup.goal == *goal),
        SetupCommand::ChooseClock(clock) => Some(setup.clock == *clock),
        SetupCommand::PlayAs(player) => Some(setup.terms.sides == Sides::AsSeated && only_human == Some(*player)),
        SetupCommand::ChooseSides(sides) => Some(setup.terms.sides == *sides),
        SetupCommand::ChooseStart(start) => Some(setup.terms.start == *start),
        SetupCommand::GiveCorners(corners) => Some(setup.terms.corners == *corners),
        SetupCommand::ChooseSeat(player, seat) => Some(seats[*player] == *seat),
        // These begin something rather than choose it.
        SetupCommand::SeatEverybody(_)
        | SetupCommand::NamePlayer(..)
        | SetupCommand::PlayComputer
        | SetupCommand::PlayHere
        | SetupCommand::PlayColour
        | SetupCommand::Start
        | SetupCommand::Load(_) => None,
    };
    for (entity, on_press, is_marked) in &choices {
        let is_chosen = if let Some(ShowTab(tab)) = on_press.message() {
            Some(*part == *tab)
        } else if let Some(agreed::ShowMore(_)) = on_press.message() {
            Some(more.0)
        } else {
            on_press.message::<SetupCommand>().and_then(setup_has)
        };
        if let Some(is_chosen) = is_chosen {
            mark::<Checked>(&mut commands, entity, is_marked, is_chosen);
        }
    }
}

/// Who makes the moves of each who plays.
fn seats_of(setup: &MatchSetup, variant: &Variant) -> Vec<Seat> {
    variant.everybody().into_iter().map(|player| setup.seat(player, variant)).collect()
}
