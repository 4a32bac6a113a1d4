//! The match: the board, and around it the players, the turns to come, the status line, the moves and the buttons.

mod advice_panel;
mod bubbles;
mod heading;
mod lesson_panel;
mod losses;
mod players;
mod presence;
mod room_buttons;
mod room_line;
pub(in crate::game) mod turn_list;

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use crate::game::GameSystems;
use crate::game::analysis::advice::{Advice, AdviceCommand, AdviceKind};
use crate::game::board_view::phase::Phase;
use crate::game::board_view::place::BoardArea;
use crate::game::cpu_seat::turns::ThinkingProgress;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::input::typed_square::TypedName;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_command::{CommandRefused, MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::screens::match_screen::room_buttons::RoomButtons;
use crate::game::screens::match_screen::room_line::RoomLine;
use crate::game::screens::overlays::dialog::{AskToRestart, outcome_sentence};
use crate::game::screens::screen_root;
use crate::game::settings::Settings;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button, mark};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{Orientation, RING, filling, whole_line};
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::Turn;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((advice_panel::plugin, lesson_panel::plugin, losses::plugin, players::plugin));
    app.add_plugins((heading::plugin, turn_list::plugin));
    app.add_plugins((bubbles::plugin, presence::plugin, room_buttons::plugin, room_line::plugin));
    app.init_resource::<Status>().add_systems(OnEnter(Screen::Match), spawn_match_screen).add_systems(
        Update,
        (
            fit_parts.run_if(
                resource_changed::<Orientation>
                    .or_else(advice_is_shown_or_hidden)
                    .or_else(resource_changed::<RoomLine>)
                    .or_else(any_match_filter::<Added<Part>>),
            ),
            (find_status, show_status).chain(),
            offer_result,
            list_moves.run_if(resource_exists_and_changed::<Match>.or_else(any_match_filter::<Added<Part>>)),
            mark_buttons,
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// The advice has a place of its own while it is wanted.
fn advice_is_shown_or_hidden(advice: Res<Advice>, mut shown: Local<bool>) -> bool {
    std::mem::replace(&mut *shown, advice.kind().is_some()) != *shown
}

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
enum Part {
    Root,
    Board,
    /// What is never scrolled away.
    Head,
    Title,
    Lesson,
    Players,
    /// What is scrolled where there is no room for it.
    Panel,
    Turns,
    Status,
    /// What there is to say about the room that the match is played in.
    RoomLine,
    Advice,
    Moves,
    Buttons,
    LessonButtons,
}

/// The text of the status line.
#[derive(Component)]
struct StatusText;

/// The way back to the result, once it was put away to see the board.
#[derive(Component)]
struct ResultButton;

/// What happens now, in one sentence: the status line, and what screen readers are told.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Status(pub(in crate::game) Phrase);

const PANEL_WIDTH: f32 = 320.0;
/// The height of a lesson's words: where there is room for them, and at most where there is none.
const LESSON: (f32, f32) = (150.0, 110.0);
const MOVES_SHOWN: usize = 20;

fn spawn_match_screen(game: Res<Match>, lesson: Option<Res<Lesson>>, mut commands: Commands) {
    commands.spawn((screen_root(Screen::Match), Part::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), Part::Board, BoardArea));
        root.spawn((Part::Head, Pickable::IGNORE)).with_children(|head| {
            if let Some(lesson) = &lesson {
                let words = Node { flex_direction: FlexDirection::Column, row_gap: px(6), ..default() };
                head.spawn((Part::Lesson, Pickable::IGNORE)).with_children(|place| {
                    spawn_scroll_area(place, filling(), words, |words| lesson_panel::spawn_words(words, lesson));
                });
            } else {
                let title = children![heading::title_line(), presence::watching_text()];
                head.spawn((Part::Title, Pickable::IGNORE, title));
            }
            head.spawn((Part::Players, Pickable::IGNORE)).with_children(|players| {
                players::spawn_cards(players, &game);
            });
        });
        root.spawn((Part::Panel, Pickable::IGNORE)).with_children(|panel| {
            let content =
                Node { flex_direction: FlexDirection::Column, row_gap: px(8), padding: px(RING).all(), ..default() };
            spawn_scroll_area(panel, filling(), content, |panel| spawn_panel(panel, &game, lesson.as_deref()));
        });
    });
}

fn spawn_panel(panel: &mut ChildSpawnerCommands, game: &Match, lesson: Option<&Lesson>) {
    panel.spawn((Name::new("turns"), Part::Turns, Pickable::IGNORE));
    panel.spawn((
        Part::Status,
        Pickable::IGNORE,
        children![
            (worded(Phrase::nothing(), TextStyle::Body, theme::TEXT), StatusText),
            (
                button(
                    say!("match-result"),
                    say!("match-result"),
                    Weight::Plain,
                    Val::Auto,
                    Navigate::Open(Overlay::Result)
                ),
                ResultButton
            ),
        ],
    ));
    panel.spawn((Name::new("room line"), Part::RoomLine, Pickable::IGNORE));
    panel.spawn((Name::new("advice"), Part::Advice, Pickable::IGNORE)).with_children(advice_panel::spawn_words);
    panel.spawn((Name::new("moves"), Part::Moves, Pickable::IGNORE));
    if game.room.is_some() && lesson.is_none() {
        panel.spawn((RoomButtons, Part::Buttons, Pickable::IGNORE));
        return;
    }
    let buttons = if lesson.is_some() { Part::LessonButtons } else { Part::Buttons };
    panel.spawn((buttons, Pickable::IGNORE)).with_children(|buttons| {
        if let Some(lesson) = lesson {
            lesson_panel::spawn_buttons(buttons, lesson);
            return;
        }
        let plain: [(Phrase, Phrase, OnPress); 8] = [
            (say!("match-undo"), say!("match-undo"), MatchCommand::now(MatchChange::TakeBack).into()),
            (say!("match-redo"), say!("match-redo"), MatchCommand::now(MatchChange::Redo).into()),
            (say!("match-hint"), say!("match-hint"), AdviceCommand::Toggle(AdviceKind::Hint).into()),
            (say!("match-analysis"), say!("match-analysis"), AdviceCommand::Toggle(AdviceKind::Analysis).into()),
            (say!("match-restart"), say!("match-restart"), AskToRestart.into()),
            // Four of them stand side by side on a phone.
            (say!("match-new-game"), say!("match-new"), Navigate::To(Screen::NewGame).into()),
            (say!("match-title"), say!("match-title"), Navigate::To(Screen::Title).into()),
            (say!("settings-heading"), say!("settings-heading"), Navigate::To(Screen::Settings).into()),
        ];
        for (label, caption, on_press) in plain {
            spawn_button(buttons, caption, label, on_press);
        }
    });
}

/// Spawns one of the buttons below the board: four of them stand side by side on a phone, so that there is little room
/// around words.
fn spawn_button<'a>(
    buttons: &'a mut ChildSpawnerCommands,
    caption: Phrase,
    label: Phrase,
    on_press: OnPress,
) -> EntityCommands<'a> {
    let mut spawned = buttons.spawn(button(caption, label, Weight::Plain, Val::Auto, on_press));
    spawned.entry::<Node>().and_modify(|mut node| node.padding = UiRect::axes(px(4), px(6)));
    spawned
}

/// Lays the parts out: beside the board, or above and below it.
fn fit_parts(
    orientation: Res<Orientation>,
    advice: Res<Advice>,
    line: Res<RoomLine>,
    mut parts: Query<(&Part, &mut Node)>,
) {
    for (part, mut node) in &mut parts {
        let mut fitted = fitted(*part, *orientation);
        // Where every line counts, what is advised takes the place of the status line, and what the room has to say
        // that of both.
        let has_room = *orientation == Orientation::Landscape;
        let is_hidden = match part {
            Part::Status => !has_room && (advice.kind().is_some() || line.is_shown()),
            Part::Advice => advice.kind().is_none() || !has_room && line.is_shown(),
            Part::RoomLine => !line.is_shown(),
            _ => false,
        };
        if is_hidden {
            fitted.display = Display::None;
        }
        *node = fitted;
    }
}

fn fitted(part: Part, orientation: Orientation) -> Node {
    let is_beside = orientation.is_beside();
    let column = |gap, place| Node { flex_direction: FlexDirection::Column, row_gap: px(gap), ..place };
    let inset = if is_beside { UiRect::horizontal(px(4)) } else { UiRect::DEFAULT };
    let middle = if is_beside { JustifyContent::Default } else { JustifyContent::Center };
    match part {
        Part::Root => orientation.screen(PANEL_WIDTH),
        Part::Board => orientation.board_place(),
        Part::Head => column(if is_beside { 12.0 } else { 8.0 }, orientation.head_place()),
        Part::Panel => column(0.0, orientation.panel_place()),
        Part::Title if orientation == Orientation::Small => Node { display: Display::None, ..default() },
        Part::Title => {
            Node { padding: inset, justify_content: middle, flex_wrap: FlexWrap::Wrap, column_gap: px(12), ..default() }
        }
        Part::Lesson => Node {
            padding: inset,
            min_height: if orientation == Orientation::Small { Val::Auto } else { px(LESSON.0) },
            max_height: if orientation == Orientation::Small { px(LESSON.1) } else { Val::Auto },
            ..column(0.0, default())
        },
        Part::Players if orientation == Orientation::Landscape => column(theme::GAP, default()),
        Part::Players => Node { column_gap: px(5), ..default() },
        Part::Turns => {
            Node { align_items: AlignItems::FlexEnd, justify_content: middle, column_gap: px(4), ..whole_line() }
        }
        Part::Status if is_beside => Node {
            padding: inset,
            min_height: px(24),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::SpaceBetween,
            column_gap: px(theme::GAP),
            ..whole_line()
        },
        // As high as the advice, so that the board stays where it is when that takes its place.
        Part::Status => Node { justify_content: middle, ..advice_node(whole_line()) },
        Part::Advice | Part::RoomLine => Node { padding: inset, ..advice_node(whole_line()) },
        Part::Moves if orientation == Orientation::Landscape => {
            // From the last move up. Where there is no room for all, no line is cut through: those left over wrap out
            // of sight.
            Node {
                padding: inset,
                flex_direction: FlexDirection::ColumnReverse,
                flex_wrap: FlexWrap::Wrap,
                align_content: AlignContent::FlexStart,
                flex_grow: 1.0,
                flex_basis: px(0),
                // More than the padding, in which they would be seen.
                column_gap: px(8),
                overflow: Overflow::clip(),
                min_height: px(0),
                ..default()
            }
        }
        Part::Moves => Node { display: Display::None, ..default() },
        Part::LessonButtons => Node { flex_wrap: FlexWrap::Wrap, column_gap: px(8), row_gap: px(8), ..whole_line() },
        Part::Buttons => {
            let (columns, gap) = if is_beside { (3, 8) } else { (4, 6) };
            Node {
                display: Display::Grid,
                grid_template_columns: RepeatedGridTrack::flex(columns, 1.0),
                column_gap: px(gap),
                row_gap: px(gap),
                ..whole_line()
            }
        }
    }
}

/// As high as its button also where there is none, so that the board stays where it is.
fn advice_node(place: Node) -> Node {
    Node { align_items: AlignItems::Center, column_gap: px(8), min_height: px(theme::TOUCH + 4.0), ..place }
}

fn find_status(
    game: Res<Match>,
    phase: Res<Phase>,
    lesson: Option<Res<Lesson>>,
    (typed, thinking): (Res<TypedName>, Res<ThinkingProgress>),
    mut refusals: MessageReader<CommandRefused>,
    mut refused: Local<Option<Phrase>>,
    mut status: ResMut<Status>,
) {
    // A refusal is told until the match goes on.
    if game.is_changed() {
        *refused = None;
    }
    if let Some((_, reason)) = refusals.read().filter_map(CommandRefused::illegal_placement).last() {
        *refused = Some(say!("match-not-there", reason = reason));
    }
    let sentence = if !typed.text().is_empty() {
        say!("match-typed", typed = typed.text())
    } else if let Some(refused) = refused.as_ref() {
        refused.clone()
    } else if lesson.is_some_and(|lesson| lesson.step().is_done(&game, *phase != Phase::Flipping)) {
        // What there is to say is said by the lesson.
        Phrase::nothing()
    } else {
        match (game.to_move(), *phase) {
            // While the last discs turn, the result is not given away.
            (None, Phase::Over) => outcome_sentence(&game),
            (None, _) => Phrase::nothing(),
            (Some((player, Seat::Cpu(_))), Phase::Thinking) if thinking.is_loading => {
                say!("match-waits-for-program", player = game.called(player))
            }
            (Some((player, Seat::Cpu(_))), Phase::Thinking) => say!("match-thinking", player = game.called(player)),
            (Some((player, _)), _) => say!("match-to-move", player = game.called(player)),
        }
    };
    status.set_if_neq(Status(sentence));
}

fn show_status(status: Res<Status>, mut texts: Query<&mut Worded, With<StatusText>>) {
    for mut text in &mut texts {
        text.set_if_neq(Worded(status.0.clone()));
    }
}

fn offer_result(
    phase: Res<Phase>,
    lesson: Option<Res<Lesson>>,
    overlay: Res<Overlay>,
    mut buttons: Query<(&mut Node, &mut TabIndex), With<ResultButton>>,
) {
    let is_offered = *phase == Phase::Over && lesson.is_none() && *overlay != Overlay::Result;
    // Tab walks past what is below 0.
    let (display, tab_index) = if is_offered { (Display::Flex, TabIndex(0)) } else { (Display::None, TabIndex(-1)) };
    for (mut node, mut index) in &mut buttons {
        if node.display != display {
            node.display = display;
        }
        index.set_if_neq(tab_index);
    }
}

fn list_moves(game: Res<Match>, parts: Query<(Entity, &Part)>, mut commands: Commands) {
    for (list, _) in parts.iter().filter(|(_, part)| **part == Part::Moves) {
        let line = |turn| {
            (
                worded(move_line(&game, turn), TextStyle::Small, theme::QUIET_TEXT),
                Node { width: percent(100), ..default() },
            )
        };
        commands.entity(list).despawn_children().with_children(|list| {
            for turn in game.record.played().iter().rev().take(MOVES_SHOWN) {
                list.spawn(line(turn));
            }
        });
    }
}

/// A line of the list of moves, such as "12. White c4, Ash passes".
fn move_line(game: &Match, turn: &Turn) -> Phrase {
    let placement = &turn.placement;
    let player = game.called(placement.player());
    let (number, square) = (turn.move_number, placement.square());
    if turn.passes.is_empty() {
        return say!("match-move", number = number, player = player, square = square);
    }
    let count = turn.passes.len();
    let passing = Phrase::list(turn.passes.iter().map(|player| game.called(*player)));
    say!("match-move-passes", number = number, player = player, square = square, count = count, passing = passing)
}

fn mark_buttons(
    game: Res<Match>,
    settings: Res<Settings>,
    advice: Res<Advice>,
    buttons: Query<(Entity, &OnPress, Has<InteractionDisabled>, Has<Checked>)>,
    mut commands: Commands,
) {
    let allowed = game.permissions();
    for (entity, on_press, is_disabled, is_chosen) in &buttons {
        if let Some(command) = on_press.message::<MatchCommand>() {
            let is_allowed = match command.change {
                MatchChange::TakeBack => allowed.take_back,
                MatchChange::Redo => allowed.redo,
                _ => true,
            };
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !is_allowed);
        } else if on_press.message::<AskToRestart>().is_some() {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !game.may_restart());
        } else if let Some(AdviceCommand::Toggle(kind)) = on_press.message() {
            mark::<Checked>(&mut commands, entity, is_chosen, advice.kind() == Some(*kind));
        } else if let Some(is_in_force) = on_press.message().and_then(|command| settings.has(command)) {
            mark::<Checked>(&mut commands, entity, is_chosen, is_in_force);
        }
    }
}
