//! Setup of a new game: the board and the players, side by side if there is space, otherwise as two tabs.

pub(in crate::game::screens) mod board_catalogue;
pub(in crate::game::screens) mod clock;
mod drawn_row;
pub(in crate::game::screens) mod seats;
pub(in crate::game::screens) mod selected_board;
pub(in crate::game::screens) mod terms_choices;

use bevy::input_focus::InputFocusVisible;
use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::{Screen, comes_from_settings};
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::play::terms::ColourAssignment;
use crate::game::screens::{is_missing, row_of_panes, screen_root, window_column};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, captioned_button, card_paint, mark, plain_button, spawn_segments};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ShowTab>()
        .init_resource::<NewGameTab>()
        .init_resource::<NewGameArrangement>()
        .add_plugins((
            terms_choices::plugin,
            board_catalogue::plugin,
            drawn_row::plugin,
            clock::plugin,
            seats::plugin,
            selected_board::plugin,
        ))
        .add_systems(OnEnter(Screen::NewGame), open.run_if(not(comes_from_settings)))
        .add_systems(
            Update,
            spawn_screen
                .in_set(GameSystems::Show)
                .after(arrange)
                .run_if(
                    resource_changed::<NewGameArrangement>
                        .or_else(resource_changed::<NewGameTab>)
                        .or_else(is_missing::<NewGameRoot>),
                )
                .run_if(in_state(Screen::NewGame)),
        )
        .add_systems(
            Update,
            (
                handle_show_tab.in_set(GameSystems::Play),
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

/// Run condition; true on the screens that choose a board.
pub(in crate::game::screens) fn a_board_is_chosen(screen: Res<State<Screen>>) -> bool {
    matches!(screen.get(), Screen::NewGame | Screen::NewRoom)
}

/// Shows a tab.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowTab(pub NewGameTab);

/// A tab of the setup in windows too narrow for both parts.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewGameTab {
    #[default]
    Board,
    Players,
}

impl NewGameTab {
    pub const ALL: [Self; 2] = [Self::Board, Self::Players];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Board => say!("new-game-board"),
            Self::Players => say!("new-game-players"),
        }
    }
}

/// Arrangement of the setup.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game::screens) struct NewGameArrangement {
    /// Set if both parts are visible, without tabs.
    pub(in crate::game::screens) has_all: bool,
    /// Set if a player's controls fit on one line.
    pub(in crate::game::screens) is_wide: bool,
    /// Set if the screen is so low that there is no line to spare.
    pub(in crate::game::screens) is_low: bool,
}

/// Minimum width for both parts side by side.
const MIN_WIDTH_FOR_PANES: f32 = 620.0;
/// Minimum width for a player's controls on one line.
const MIN_WIDE_WIDTH: f32 = 1000.0;
/// Minimum height for a heading, and for a chosen board that does not scroll with the catalogue below it: with the
/// parts side by side, and with tabs.
const MIN_HEIGHTS_FOR_HEADING: (f32, f32) = (500.0, 640.0);

#[derive(Component)]
struct NewGameRoot;

fn open(
    setup: Res<MatchSetup>,
    mut part: ResMut<NewGameTab>,
    (mut refocus, focus_visible): (ResMut<Refocus>, Res<InputFocusVisible>),
    space: Res<LayoutSpace>,
    mut arrangement: ResMut<NewGameArrangement>,
) {
    part.set_if_neq(NewGameTab::Board);
    arrangement.set_if_neq(NewGameArrangement::fitting(*space));
    // In a low column, focusing the tile of the chosen board would scroll the top of the pane out of view.
    let may_scroll = focus_visible.0 || arrangement.has_all || !arrangement.is_low;
    let chosen = setup.variant().ok().filter(|_| may_scroll);
    refocus.0 = chosen.map(|variant| board_catalogue::label(&variant).identity());
}

impl NewGameArrangement {
    pub(in crate::game::screens) fn fitting(LayoutSpace(space): LayoutSpace) -> Self {
        let has_all = space.x >= MIN_WIDTH_FOR_PANES;
        Self {
            has_all,
            is_wide: space.x >= MIN_WIDE_WIDTH,
            is_low: space.y < if has_all { MIN_HEIGHTS_FOR_HEADING.0 } else { MIN_HEIGHTS_FOR_HEADING.1 },
        }
    }

    /// Gap between the parts, in logical pixels.
    pub(in crate::game::screens) const fn gap(self) -> f32 {
        if self.is_low { 8.0 } else { 12.0 }
    }
}

/// Updates the arrangement for the available space.
pub(in crate::game::screens) fn arrange(space: Res<LayoutSpace>, mut arrangement: ResMut<NewGameArrangement>) {
    arrangement.set_if_neq(NewGameArrangement::fitting(*space));
}

fn handle_show_tab(mut requests: MessageReader<ShowTab>, mut part: ResMut<NewGameTab>) {
    for ShowTab(wanted) in requests.read() {
        part.set_if_neq(*wanted);
    }
}

fn spawn_screen(
    roots: Query<Entity, With<NewGameRoot>>,
    arrangement: Res<NewGameArrangement>,
    part: Res<NewGameTab>,
    game: Option<Res<Match>>,
    mut commands: Commands,
) {
    roots.iter().for_each(|root| commands.entity(root).despawn());
    let parts = ScreenParts {
        heading: say!("new-game-heading"),
        rest: NewGameTab::Players.name(),
        spawn_buttons: board_catalogue::spawn_own_board_buttons,
        spawn_rest: |pane, is_all_seen| {
            seats::spawn(pane, is_all_seen.then(|| NewGameTab::Players.name()));
            terms_choices::spawn_colours(pane);
            clock::spawn(pane);
            terms_choices::spawn_more(pane);
            pane.spawn((Pickable::IGNORE, Node::wrapping_row(theme::GAP, 6).fixed())).with_children(|row| {
                row.spawn(plain_button(say!("simulator-open"), Navigate::To(Screen::Simulator)));
                row.spawn(plain_button(say!("quests-heading"), Navigate::To(Screen::Quests)));
            });
        },
    };
    commands.spawn((NewGameRoot, screen_root(Screen::NewGame), window_column(arrangement.gap()))).with_children(
        |screen| {
            parts.spawn(screen, *arrangement, *part);
            spawn_footer(screen, *arrangement, game.is_some_and(|game| game.is_unfinished()));
        },
    );
}

/// The differences between the screens that choose a board.
pub(in crate::game::screens) struct ScreenParts {
    /// Shown above both parts if there is space.
    pub(in crate::game::screens) heading: Phrase,
    /// Name of the tab beside the board.
    pub(in crate::game::screens) rest: Phrase,
    /// Spawns buttons to boards outside the catalogue.
    pub(in crate::game::screens) spawn_buttons: fn(&mut ChildSpawnerCommands),
    /// Spawns the choices other than the board; the flag says whether the board is visible as well.
    pub(in crate::game::screens) spawn_rest: fn(&mut ChildSpawnerCommands, bool),
}

impl ScreenParts {
    /// Spawns both parts or the chosen tab, without the buttons below.
    pub(in crate::game::screens) fn spawn(
        self,
        screen: &mut ChildSpawnerCommands,
        arrangement: NewGameArrangement,
        part: NewGameTab,
    ) {
        let Self { heading, rest, spawn_buttons, spawn_rest } = self;
        if !arrangement.has_all {
            let parts = [(NewGameTab::Board, NewGameTab::Board.name()), (NewGameTab::Players, rest)];
            let parts = parts.map(|(part, name)| (name.clone(), name, ShowTab(part)));
            spawn_segments(screen, Node::default(), parts);
        } else if !arrangement.is_low {
            let margin = Node::default().margin(UiRect::axes(px(6), px(2)));
            screen.spawn((worded(heading, TextStyle::Heading, theme::TEXT), margin));
        }
        let content = || Node { row_gap: px(10), ..pane_content() };
        screen.spawn((Pickable::IGNORE, row_of_panes(arrangement.gap()))).with_children(|body| {
            if arrangement.has_all {
                spawn_pane(body, Node::default().width(percent(38)).max_width(px(480)), |pane| {
                    if arrangement.is_low {
                        board_catalogue::spawn(pane, |_| {}, spawn_buttons);
                    } else {
                        spawn_buttons(pane);
                        board_catalogue::spawn(pane, |_| {}, |_| {});
                    }
                });
                spawn_scrolling_pane(body, Node::default().fill(), content(), |pane| {
                    selected_board::spawn(pane);
                    spawn_rest(pane, true);
                });
            } else {
                spawn_pane(body, fill(), |pane| match part {
                    NewGameTab::Board if arrangement.is_low => {
                        board_catalogue::spawn(pane, selected_board::spawn, spawn_buttons);
                    }
                    NewGameTab::Board => {
                        selected_board::spawn(pane);
                        board_catalogue::spawn(pane, |_| {}, spawn_buttons);
                    }
                    NewGameTab::Players => {
                        spawn_scroll_area(pane, fill(), content(), |pane| spawn_rest(pane, false));
                    }
                });
            }
        });
    }
}

/// A node that takes the remaining space in a row or column.
pub(in crate::game::screens) fn fill() -> Node {
    Node::default().min_width(px(0)).min_height(px(0)).fill()
}

/// Content of a scrolling pane: a column with space for the scrollbar.
pub(in crate::game::screens) fn pane_content() -> Node {
    Node::column(theme::GAP).padding(UiRect::new(px(16), px(20), px(14), px(18)))
}

/// Spawns a card with the size of `node`.
pub(in crate::game::screens) fn spawn_pane(
    parent: &mut ChildSpawnerCommands,
    node: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let node = node.stacked(0).min_width(px(0)).min_height(px(0)).bordered().rounded(theme::CARD_RADIUS).clip();
    parent.spawn((Pickable::IGNORE, node, card_paint())).with_children(content);
}

/// Spawns a card with the size of `node` and a scroll area in it.
pub(in crate::game::screens) fn spawn_scrolling_pane(
    parent: &mut ChildSpawnerCommands,
    node: Node,
    content: Node,
    spawn_content: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut area = Entity::PLACEHOLDER;
    spawn_pane(parent, node, |pane| area = spawn_scroll_area(pane, fill(), content, spawn_content));
    area
}

pub(in crate::game::screens) fn heading(content: impl Into<Phrase>) -> impl Bundle {
    worded(content, TextStyle::Section, theme::TEXT)
}

fn spawn_footer(screen: &mut ChildSpawnerCommands, arrangement: NewGameArrangement, replaces_match: bool) {
    let node = Node::wrapping_row(theme::GAP, 6).wrap(FlexWrap::WrapReverse).centred().fixed();
    let start = |width| captioned_button(say!("new-game-start"), ButtonKind::Main, width, SetupCommand::Start);
    screen.spawn((Pickable::IGNORE, node)).with_children(|row| {
        row.spawn(captioned_button(say!("new-game-back"), ButtonKind::Plain, px(110), Navigate::To(Screen::Title)));
        row.spawn(plain_button(say!("settings-heading"), Navigate::To(Screen::Settings)));
        let warning = if replaces_match { say!("new-game-replaces-match") } else { Phrase::nothing() };
        let warning = worded(warning, TextStyle::Small, theme::QUIET_TEXT);
        if arrangement.has_all {
            row.spawn((Pickable::IGNORE, Node::default().justify(JustifyContent::FlexEnd).grow(), children![warning]));
            row.spawn(start(px(240)));
        } else {
            row.spawn(start(Val::Auto)).entry::<Node>().and_modify(|mut node| node.flex_grow = 1.0);
            if replaces_match {
                // On a line of its own above the buttons.
                let place = Node::default().justify(JustifyContent::Center).width(percent(100));
                row.spawn((Pickable::IGNORE, place, children![warning]));
            }
        }
    });
}

/// Marks the current choices.
fn mark_choices(
    setup: Res<MatchSetup>,
    part: Res<NewGameTab>,
    more: Res<terms_choices::MoreShown>,
    choices: Query<(Entity, &OnPress, Has<Checked>)>,
    mut commands: Commands,
) {
    let seats = setup.variant().map(|variant| setup.seats_in(&variant)).unwrap_or_default();
    let only_human = setup.variant().ok().and_then(|variant| setup.only_human(&variant));
    let setup_has = |command: &SetupCommand| match command {
        SetupCommand::ChooseVariant(choice) => Some(setup.choice == *choice),
        SetupCommand::DrawBoard(kind) => Some(setup.choice.draw().is_some_and(|(drawn, _)| drawn == *kind)),
        SetupCommand::ChooseGoal(goal) => Some(setup.goal == *goal),
        SetupCommand::ChooseClock(clock) => Some(setup.clock == *clock && !setup.own_clock.is_chosen),
        SetupCommand::ChangeOwnClock(change) => clock::is_chosen(setup.own_clock, *change),
        SetupCommand::PlayAs(player) => {
            Some(setup.terms.sides == ColourAssignment::AsSeated && only_human == Some(*player))
        }
        SetupCommand::AssignColours(sides) => Some(setup.terms.sides == *sides),
        SetupCommand::ChooseStart(start) => Some(setup.terms.start == *start),
        SetupCommand::GiveCorners(corners) => Some(setup.terms.corners == *corners),
        SetupCommand::ChooseSeat(player, seat) => Some(seats[*player] == *seat),
        // These are commands rather than choices.
        SetupCommand::SeatEverybody(_)
        | SetupCommand::NamePlayer(..)
        | SetupCommand::PlayComputer
        | SetupCommand::PlayHere
        | SetupCommand::PlayColour
        | SetupCommand::Start
        | SetupCommand::StartQuest { .. }
        | SetupCommand::Load(_) => None,
    };
    for (entity, on_press, is_marked) in &choices {
        let is_chosen = if let Some(ShowTab(tab)) = on_press.message() {
            Some(*part == *tab)
        } else if let Some(terms_choices::ShowMore(_)) = on_press.message() {
            Some(more.0)
        } else {
            on_press.message::<SetupCommand>().and_then(setup_has)
        };
        if let Some(is_chosen) = is_chosen {
            mark::<Checked>(&mut commands, entity, is_marked, is_chosen);
        }
    }
}

/// The seat of each player, in the order of the variant.
fn seats_of(setup: &MatchSetup, variant: &Variant) -> Vec<Seat> {
    variant.everybody().into_iter().map(|player| setup.seat(player, variant)).collect()
}
