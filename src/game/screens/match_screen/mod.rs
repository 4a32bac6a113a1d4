//! The match: the board, and around it the players, the turns to come, the status line, the moves and the buttons.

mod advice_panel;
mod lesson_panel;
mod players;
mod title;
mod turn_list;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use super::dialog::outcome_sentence;
use super::layout::{Orientation, panel_beside_board, parts_around_board, place};
use super::{Screen, screen_root};
use crate::game::keys::TypedName;
use crate::game::lesson::Lesson;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Chosen, Weight, button, mark};
use crate::game::{Action, Advice, AdviceKind, BoardArea, GameSystems, Match, MoveRefused, Phase, Seat, Settings};
use crate::rules::Turn;

pub(in crate::game) use turn_list::coming_turns;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((advice_panel::plugin, lesson_panel::plugin, players::plugin, title::plugin, turn_list::plugin));
    app.init_resource::<Status>().add_systems(OnEnter(Screen::Match), spawn_match_screen).add_systems(
        Update,
        (
            fit_parts.run_if(resource_changed::<Orientation>.or_else(advice_is_shown_or_hidden).or_else(on_entering)),
            (find_status, show_status).chain(),
            list_moves.run_if(resource_exists_and_changed::<Match>.or_else(on_entering)),
            mark_buttons,
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

fn on_entering(added: Query<(), Added<Part>>) -> bool {
    !added.is_empty()
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
    Title,
    Lesson,
    Players,
    Turns,
    Status,
    Advice,
    Moves,
    Buttons,
}

/// The text of the status line.
#[derive(Component)]
struct StatusText;

/// What happens now, in one sentence: the status line, and what screen readers are told.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Status(pub(in crate::game) String);

const PANEL_WIDTH: f32 = 320.0;
/// How many parts lie in a column.
const ROWS: u16 = 7;
const MOVES_SHOWN: usize = 20;

fn spawn_match_screen(game: Res<Match>, lesson: Option<Res<Lesson>>, mut commands: Commands) {
    commands.spawn((screen_root(Screen::Match), Part::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), Part::Board, BoardArea));
        if let Some(lesson) = &lesson {
            root.spawn((Part::Lesson, Pickable::IGNORE))
                .with_children(|words| lesson_panel::spawn_words(words, lesson));
        } else {
            root.spawn((Part::Title, Pickable::IGNORE, children![title::title_line()]));
        }
        root.spawn((Part::Players, Pickable::IGNORE)).with_children(|players| {
            players::spawn_cards(players, &game);
        });
        root.spawn((Name::new("turns"), Part::Turns, Pickable::IGNORE));
        root.spawn((Part::Status, Pickable::IGNORE, children![(text("", TextStyle::Body, theme::TEXT), StatusText)]));
        root.spawn((Name::new("advice"), Part::Advice, Pickable::IGNORE)).with_children(advice_panel::spawn_words);
        root.spawn((Name::new("moves"), Part::Moves, Pickable::IGNORE));
        root.spawn((Part::Buttons, Pickable::IGNORE)).with_children(|buttons| {
            if let Some(lesson) = &lesson {
                lesson_panel::spawn_buttons(buttons, lesson);
                return;
            }
            let plain = [
                ("Undo", "Undo", Action::Undo),
                ("Redo", "Redo", Action::Redo),
                ("Moves", "Moves", Action::ToggleLegalMarks),
                ("Hint", "Hint", Action::Advise(AdviceKind::Hint)),
                ("Analysis", "Analysis", Action::Advise(AdviceKind::Analysis)),
                ("Restart", "Restart", Action::Restart),
                // Four of them stand side by side on a phone.
                ("New game", "New", Action::ShowNewGame),
                ("Title", "Title", Action::ShowTitle),
            ];
            for (label, caption, action) in plain {
                buttons.spawn(button(caption, label, Weight::Plain, Val::Auto, action));
            }
        });
    });
}

/// Lays the parts out: beside the board, or above and below it.
fn fit_parts(orientation: Res<Orientation>, advice: Res<Advice>, mut parts: Query<(&Part, &mut Node)>) {
    for (part, mut node) in &mut parts {
        // Above and below the board is no room for more: what is advised takes the place of the status line.
        let (mut fitted, gives_way) = match *orientation {
            Orientation::Landscape => (beside_board(*part), None),
            Orientation::Portrait => (around_board(*part), Some(Part::Status)),
        };
        let hidden = if advice.kind().is_some() { gives_way } else { Some(Part::Advice) };
        if hidden == Some(*part) {
            fitted.display = Display::None;
        }
        *node = fitted;
    }
}

/// The rows of a column of parts: each as high as it needs, but one that takes what is left.
fn rows(growing: u16) -> Vec<RepeatedGridTrack> {
    (0..ROWS).map(|row| if row == growing { GridTrack::flex(1.0) } else { GridTrack::auto() }).collect()
}

fn beside_board(part: Part) -> Node {
    let panel = |row| place(2, row);
    match part {
        Part::Root => panel_beside_board(PANEL_WIDTH, rows(5)),
        Part::Board => Node {
            grid_column: GridPlacement::start(1),
            grid_row: GridPlacement::start_span(1, ROWS),
            min_width: px(0),
            min_height: px(0),
            ..default()
        },
        Part::Title => Node { padding: UiRect::horizontal(px(4)), ..panel(1) },
        Part::Lesson => Node { padding: UiRect::horizontal(px(4)), ..words_node(panel(1)) },
        Part::Players => Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), ..panel(2) },
        Part::Turns => turns_node(panel(3)),
        Part::Status => Node { padding: UiRect::horizontal(px(4)), min_height: px(24), ..panel(4) },
        Part::Advice => Node { padding: UiRect::horizontal(px(4)), ..advice_node(panel(5)) },
        Part::Moves => {
            // From the last move up. Where there is no room for all, no line is cut through: those left over wrap out of sight.
            Node {
                padding: UiRect::horizontal(px(4)),
                flex_direction: FlexDirection::ColumnReverse,
                flex_wrap: FlexWrap::Wrap,
                align_content: AlignContent::FlexStart,
                // More than the padding, in which they would be seen.
                column_gap: px(8),
                overflow: Overflow::clip(),
                min_height: px(0),
                ..panel(6)
            }
        }
        Part::Buttons => Node {
            display: Display::Grid,
            grid_template_columns: RepeatedGridTrack::flex(3, 1.0),
            column_gap: px(8),
            row_gap: px(8),
            ..panel(7)
        },
    }
}

fn around_board(part: Part) -> Node {
    let row = |row| place(1, row);
    match part {
        Part::Root => parts_around_board(rows(2)),
        Part::Title => Node { justify_content: JustifyContent::Center, ..row(1) },
        Part::Lesson => words_node(row(1)),
        Part::Players => Node { column_gap: px(5), ..row(2) },
        Part::Board => Node { min_width: px(0), min_height: px(0), ..row(3) },
        Part::Turns => Node { justify_content: JustifyContent::Center, ..turns_node(row(4)) },
        // As high as the advice, so that the board stays where it is when that takes its place.
        Part::Status => Node { justify_content: JustifyContent::Center, ..advice_node(row(5)) },
        Part::Advice => advice_node(row(5)),
        Part::Moves => Node { display: Display::None, ..row(5) },
        Part::Buttons => Node {
            display: Display::Grid,
            grid_template_columns: RepeatedGridTrack::flex(4, 1.0),
            column_gap: px(6),
            row_gap: px(6),
            ..row(6)
        },
    }
}

fn words_node(place: Node) -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(6), min_height: px(150), ..place }
}

/// As high as its button also where there is none, so that the board stays where it is.
fn advice_node(place: Node) -> Node {
    Node { align_items: AlignItems::Center, column_gap: px(8), min_height: px(theme::TOUCH + 4.0), ..place }
}

fn turns_node(place: Node) -> Node {
    Node { align_items: AlignItems::FlexEnd, column_gap: px(4), ..place }
}

fn find_status(
    game: Res<Match>,
    phase: Res<Phase>,
    lesson: Option<Res<Lesson>>,
    typed: Res<TypedName>,
    mut refusals: MessageReader<MoveRefused>,
    mut refused: Local<Option<String>>,
    mut status: ResMut<Status>,
) {
    // A refusal is told until the match goes on.
    if game.is_changed() {
        *refused = None;
    }
    if let Some(refusal) = refusals.read().last() {
        *refused = Some(format!("Not there: {}", refusal.reason));
    }
    let sentence = if !typed.text().is_empty() {
        format!("{} …", typed.text())
    } else if let Some(refused) = refused.as_ref() {
        refused.clone()
    } else if lesson.is_some_and(|lesson| lesson.step().is_done(&game, *phase)) {
        // What there is to say is said by the lesson.
        String::new()
    } else {
        match (game.to_move(), *phase) {
            // While the last discs turn, the result is not given away.
            (None, Phase::Over) => outcome_sentence(&game),
            (None, _) => String::new(),
            (Some((player, Seat::Cpu(_))), Phase::Thinking) => format!("{} is thinking …", game.name(player)),
            (Some((player, _)), _) => format!("{} to move", game.name(player)),
        }
    };
    status.set_if_neq(Status(sentence));
}

fn show_status(status: Res<Status>, mut texts: Query<&mut Text, With<StatusText>>) {
    for mut text in &mut texts {
        if text.0 != status.0 {
            text.0.clone_from(&status.0);
        }
    }
}

fn list_moves(game: Res<Match>, parts: Query<(Entity, &Part)>, mut commands: Commands) {
    for (list, _) in parts.iter().filter(|(_, part)| **part == Part::Moves) {
        let line = |turn| {
            (
                text(move_line(&game, turn), TextStyle::Small, theme::QUIET_TEXT),
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

/// Such as "12. White c4, Ash passes".
fn move_line(game: &Match, turn: &Turn) -> String {
    let mut words =
        vec![format!("{}.  {}  {}", turn.move_number, game.name(turn.placement.player()), turn.placement.square())];
    words.extend(turn.passes.iter().map(|player| format!("{} passes", game.name(*player))));
    words.join(", ")
}

fn mark_buttons(
    game: Res<Match>,
    settings: Res<Settings>,
    advice: Res<Advice>,
    buttons: Query<(Entity, &Action, Has<InteractionDisabled>, Has<Chosen>)>,
    mut commands: Commands,
) {
    for (entity, action, is_disabled, is_chosen) in &buttons {
        match action {
            Action::Undo => {
                mark::<InteractionDisabled>(&mut commands, entity, is_disabled, game.undo_target().is_none());
            }
            Action::Redo => {
                mark::<InteractionDisabled>(&mut commands, entity, is_disabled, game.redo_target().is_none());
            }
            Action::Advise(kind) => {
                mark::<Chosen>(&mut commands, entity, is_chosen, advice.kind() == Some(*kind));
                mark::<InteractionDisabled>(&mut commands, entity, is_disabled, game.to_move().is_none());
            }
            Action::ToggleLegalMarks => mark::<Chosen>(&mut commands, entity, is_chosen, settings.legal_marks),
            _ => {}
        }
    }
}
