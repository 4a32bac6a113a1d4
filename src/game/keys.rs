//! The keyboard: arrows move a visible focus, Enter or Space plays, a letter and a number name a square, and single
//! letters are shortcuts.

use std::time::Duration;

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabIndex, TabNavigation, TabNavigationError};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::Activate;

use super::choice_grid::GridWalk;
use super::focus::SquareChoice;
use super::notice::Notices;
use super::screens::{BoardList, Dialog};
use super::text_field::TextField;
use super::widget::{Chosen, Weight, question};
use super::{Action, AdviceKind, BoardFocus, GameSystems, Match, Screen};
use crate::rules::{Board, Direction, Square};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedName>().add_observer(hide_ring).add_systems(
        Update,
        (
            read_board_keys.run_if(in_state(Screen::Match)),
            wait_for_number.run_if(in_state(Screen::Match)),
            walk_through_controls,
            press_main_button,
            read_escape,
        )
            .in_set(GameSystems::Input),
    );
    // On the board Enter is the board's until somebody walks to a button.
    app.add_systems(OnEnter(Screen::Match), |mut focus: ResMut<InputFocus>| focus.clear());
}

/// How long a letter that is also a shortcut waits for the number that would make it a square.
const PATIENCE: Duration = Duration::from_millis(600);

/// The part of a square's name that is typed so far.
#[derive(Resource, Default, Debug)]
pub(super) struct TypedName {
    text: String,
    waited: Duration,
}

impl TypedName {
    /// What is typed so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether another digit could still follow on this board.
    fn can_grow(&self, board: &Board) -> bool {
        ('0'..='9').any(|digit| on_board(&format!("{}{digit}", self.text), board).is_some())
    }
}

fn on_board(name: &str, board: &Board) -> Option<Square> {
    name.parse().ok().filter(|square| board.has(*square))
}

/// The arrow keys, and where they lead.
const ARROWS: [(KeyCode, Direction); 4] = [
    (KeyCode::ArrowUp, Direction::North),
    (KeyCode::ArrowRight, Direction::East),
    (KeyCode::ArrowDown, Direction::South),
    (KeyCode::ArrowLeft, Direction::West),
];

/// What a letter does when it names no square.
fn shortcut(letter: &str) -> Option<Action> {
    match letter {
        "u" => Some(Action::Undo),
        "r" => Some(Action::Redo),
        "n" => Some(Action::ShowNewGame),
        "h" => Some(Action::Advise(AdviceKind::Hint)),
        "a" => Some(Action::Advise(AdviceKind::Analysis)),
        "m" => Some(Action::ToggleLegalMarks),
        _ => None,
    }
}

fn read_board_keys(
    mut keys: MessageReader<KeyboardInput>,
    game: Res<Match>,
    dialog: Res<Dialog>,
    mut typed: ResMut<TypedName>,
    mut focus: ResMut<BoardFocus>,
    mut input_focus: ResMut<InputFocus>,
    mut actions: MessageWriter<Action>,
    choice: SquareChoice,
    commands: Commands,
) {
    let board = game.record.position().board();
    let mut chosen = None;
    for key in keys.read().filter(|key| key.state.is_pressed()) {
        if dialog.takes_keys() {
            // The result hides no decision: what can be done to a match can still be done. A question must be answered.
            if *dialog == Dialog::Result
                && let Key::Character(letter) = &key.logical_key
            {
                actions.write_batch(shortcut(&letter.to_lowercase()));
            }
            continue;
        }
        if let Some(direction) = arrow(&key.logical_key) {
            input_focus.clear();
            if let Some(square) = step_focus(&game, focus.square, direction) {
                *focus = BoardFocus::keyboard(square);
            }
            continue;
        }
        match &key.logical_key {
            Key::Enter | Key::Space if input_focus.get().is_none() && !key.repeat => {
                chosen = on_board(&typed.text, board).or(focus.square);
                typed.text.clear();
            }
            Key::Backspace => typed.text.clear(),
            Key::Character(text) => {
                let character = text.to_lowercase();
                let longer = format!("{}{character}", typed.text);
                if on_board(&longer, board).is_some() {
                    typed.text = longer;
                } else if is_column(&character, board) {
                    flush_shortcut(&mut typed, &mut actions);
                    typed.text = character;
                } else {
                    flush_shortcut(&mut typed, &mut actions);
                    actions.write_batch(shortcut(&character));
                }
                typed.waited = Duration::ZERO;
                if let Some(square) = on_board(&typed.text, board) {
                    input_focus.clear();
                    *focus = BoardFocus::keyboard(square);
                    if !typed.can_grow(board) {
                        chosen = Some(square);
                        typed.text.clear();
                    }
                }
            }
            _ => {}
        }
    }
    if chosen.is_some() {
        choice.choose(chosen, commands);
    }
}

/// Where an arrow key points, also one of the number pad.
pub(super) const fn arrow(key: &Key) -> Option<Direction> {
    match key {
        Key::ArrowUp => Some(Direction::North),
        Key::ArrowRight => Some(Direction::East),
        Key::ArrowDown => Some(Direction::South),
        Key::ArrowLeft => Some(Direction::West),
        _ => None,
    }
}

fn is_column(letter: &str, board: &Board) -> bool {
    (0..board.columns()).any(|column| letter == Square::column_letter(column).to_string())
}

/// A letter that waited for a number and got something else was a shortcut, if it is one.
fn flush_shortcut(typed: &mut TypedName, actions: &mut MessageWriter<Action>) {
    actions.write_batch(shortcut(&typed.text));
    typed.text.clear();
}

/// Gives up waiting for more of a name: a whole square is played, a single letter is a shortcut.
fn wait_for_number(
    time: Res<Time>,
    game: Res<Match>,
    mut typed: ResMut<TypedName>,
    mut actions: MessageWriter<Action>,
    choice: SquareChoice,
    commands: Commands,
) {
    if typed.text.is_empty() {
        return;
    }
    typed.waited += time.delta();
    if typed.waited >= PATIENCE {
        if let Some(square) = on_board(&typed.text, game.record.position().board()) {
            choice.choose(Some(square), commands);
        }
        flush_shortcut(&mut typed, &mut actions);
    }
}

/// The next square in a direction, over holes; the first step shows where the focus is.
fn step_focus(game: &Match, focused: Option<Square>, direction: Direction) -> Option<Square> {
    let board = game.record.position().board();
    let Some(from) = focused else {
        let middle = Square::new(board.columns() / 2, board.rows() / 2);
        return game
            .record
            .last_square()
            .or(middle)
            .filter(|square| board.has(*square))
            .or_else(|| board.squares().next());
    };
    std::iter::successors(from.step(direction), |square| square.step(direction)).find(|square| board.has(*square))
}

/// Tab walks through the controls of a screen; so do arrow keys where they are not the board's, a text's or a grid's.
fn walk_through_controls(
    keys: Res<ButtonInput<KeyCode>>,
    screen: Res<State<Screen>>,
    dialog: Res<Dialog>,
    navigation: TabNavigation,
    grids: GridWalk,
    groups: Query<(Entity, &TabGroup)>,
    parents: Query<&ChildOf>,
    controls: Query<(), With<TabIndex>>,
    fields: Query<(), With<TextField>>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
    mut commands: Commands,
) {
    let is_typing = focus.get().is_some_and(|focused| fields.contains(focused));
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let is_board = matches!(screen.get(), Screen::Match | Screen::Review | Screen::Editor);
    let has_arrows = !is_board || dialog.takes_keys() || groups.iter().any(|(_, group)| group.modal);
    let arrow =
        ARROWS.into_iter().find(|(key, _)| has_arrows && keys.just_pressed(*key)).map(|(_, direction)| direction);
    // Whoever has used a pointer so far is first shown where the focus is.
    if !visible.0
        && !is_typing
        && (arrow.is_some() || keys.just_pressed(KeyCode::Tab))
        && focus.get().is_some_and(|focused| controls.contains(focused))
    {
        visible.0 = true;
        return;
    }
    let grid = focus.get().and_then(|focused| grids.grid_of(focused));
    if let Some((direction, focused)) = arrow.zip(focus.get()).filter(|_| grid.is_some()) {
        if let Some(entity) = grids.step(focused, direction) {
            focus.set(entity, FocusCause::Navigated);
            visible.0 = true;
            commands.trigger(Activate { entity });
        }
        return;
    }
    let action = match arrow {
        _ if keys.just_pressed(KeyCode::Tab) => {
            if shift {
                NavAction::Previous
            } else {
                NavAction::Next
            }
        }
        // Who ends a line wants to go on to the next thing.
        _ if is_typing && keys.just_pressed(KeyCode::Enter) => NavAction::Next,
        Some(Direction::South) => NavAction::Next,
        Some(Direction::North) => NavAction::Previous,
        Some(Direction::East) if !is_typing => NavAction::Next,
        Some(Direction::West) if !is_typing => NavAction::Previous,
        _ => return,
    };
    // A question keeps the focus to itself, but does not have it when it opens.
    let is_outside = |group: &Entity| {
        focus.get().is_none_or(|focused| parents.iter_ancestors(focused).all(|ancestor| ancestor != *group))
    };
    let question = question(&groups).map(|(entity, _)| entity).filter(is_outside);
    let found = match question {
        Some(question) => navigation.initialize(question, action),
        None => navigation.navigate(&focus, action),
    };
    // The window, which has the focus at first, and a control that is gone are in no group.
    if let Ok(next) | Err(TabNavigationError::NoTabGroupForCurrentFocus { new_focus: next, .. }) = found {
        focus.set(next, FocusCause::Navigated);
        visible.0 = true;
    }
}

/// Enter on what is chosen already does what most people want next.
fn press_main_button(
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    grids: GridWalk,
    choices: Query<Has<Chosen>>,
    buttons: Query<(Entity, &Weight), Without<InteractionDisabled>>,
    mut commands: Commands,
) {
    let is_choice = |entity: Entity| grids.grid_of(entity).is_some() && choices.get(entity) == Ok(true);
    if keys.just_pressed(KeyCode::Enter)
        && focus.get().is_some_and(is_choice)
        && let Some((entity, _)) = buttons.iter().find(|(_, weight)| **weight == Weight::Main)
    {
        commands.trigger(Activate { entity });
    }
}

/// Escape leaves a text, closes what lies on top, or goes back.
fn read_escape(
    keys: Res<ButtonInput<KeyCode>>,
    screen: Res<State<Screen>>,
    dialog: Res<Dialog>,
    (boards, notices): (Res<BoardList>, Res<Notices>),
    groups: Query<&TabGroup>,
    fields: Query<(), With<TextField>>,
    mut focus: ResMut<InputFocus>,
    mut actions: MessageWriter<Action>,
) {
    if !keys.just_pressed(KeyCode::Escape) {
        return;
    }
    let is_typing = focus.get().is_some_and(|focused| fields.contains(focused));
    if is_typing {
        focus.clear();
    } else if notices.shown().is_some() {
        actions.write(Action::CloseNotice);
    } else if boards.is_shown {
        actions.write(Action::HideBoards);
    } else if dialog.is_open() || groups.iter().any(|group| group.modal) {
        actions.write(Action::Dismiss);
    } else {
        match screen.get() {
            Screen::Editor => actions.write(Action::ShowNewGame),
            Screen::Review => actions.write(Action::Continue),
            Screen::Match | Screen::NewGame => actions.write(Action::ShowTitle),
            Screen::Title => return,
        };
    }
}

/// Whoever uses a pointer needs no ring around what the keys would press.
fn hide_ring(_: On<Pointer<Press>>, screen: Res<State<Screen>>, mut visible: ResMut<InputFocusVisible>) {
    if *screen.get() != Screen::Match {
        visible.0 = false;
    }
}
