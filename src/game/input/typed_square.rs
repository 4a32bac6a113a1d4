//! Keyboard play on the board of a match: intents move a visible focus and play, a letter and a number name a square,
//! and single letters are shortcuts.

use std::time::Duration;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use crate::game::board_view::board_focus::{BoardFocus, KeyboardFocus};
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::input::board_pointer::SquareChoice;
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::input::shortcuts::{command_of, shortcut_of};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::watching::WatchCommand;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::settings::keys::{Keys, Shortcut};
use crate::game::ui::question::Questions;
use crate::rules::{Board, Direction, Square};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedName>()
        .add_systems(
            Update,
            (read_intents, wait_for_number).chain().in_set(IntentSystems::Board).run_if(in_state(Screen::Match)),
        )
        // Enter belongs to the board until the player moves the focus to a button.
        .add_systems(OnEnter(Screen::Match), |mut focus: ResMut<InputFocus>| focus.clear())
        // Pointing ends the wait for more of a square name.
        .add_observer(|_: On<Pointer<Press>>, mut typed: ResMut<TypedName>| *typed = TypedName::default())
        // A letter left over must not name a square of the next match.
        .add_systems(OnExit(Screen::Match), |mut typed: ResMut<TypedName>| *typed = TypedName::default());
}

/// The part of a square name typed so far.
#[derive(Resource, Default, Debug)]
pub(crate) struct TypedName {
    text: String,
    /// Time of the last letter, since the start of the game.
    typed_at: Duration,
    /// Set for one frame when the wait is over, because keys pressed during a slow frame arrive in the next.
    is_due: bool,
}

impl TypedName {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the text; `typed_at` counts from the start of the game.
    fn set(&mut self, text: String, typed_at: Duration) {
        *self = Self { text, typed_at, is_due: false };
    }

    /// Returns whether the text is a square or a shortcut; only these end the wait by themselves.
    fn means_something(&self, board: &Board, keys: &Keys) -> bool {
        on_board(&self.text, board).is_some() || shortcut_named(&self.text, keys).is_some()
    }

    /// Returns whether another digit could still follow on this board.
    fn can_grow(&self, board: &Board) -> bool {
        ('0'..='9').any(|digit| on_board(&format!("{}{digit}", self.text), board).is_some())
    }
}

fn on_board(name: &str, board: &Board) -> Option<Square> {
    name.parse().ok().filter(|square| board.has(*square))
}

/// The shortcut of a single letter. Two or more characters are never a shortcut.
fn shortcut_named(letters: &str, keys: &Keys) -> Option<Shortcut> {
    let mut characters = letters.chars();
    let character = characters.next().filter(|_| characters.next().is_none())?;
    shortcut_of(character, keys)
}

fn press_shortcut(letters: &str, keys: &Keys, commands: &mut Commands) {
    if let Some(shortcut) = shortcut_named(letters, keys) {
        command_of(shortcut).write(commands);
    }
}

pub(super) fn read_intents(
    time: Res<Time<Real>>,
    mut intents: MessageReader<Intent>,
    (game, settings): (Res<Match>, Res<Settings>),
    (overlay, questions): (Res<Overlay>, Questions),
    mut typed: ResMut<TypedName>,
    mut focus: ResMut<BoardFocus>,
    mut keyboard: KeyboardFocus,
    choice: SquareChoice,
    mut commands: Commands,
) {
    let board = game.record.position().board();
    let mut chosen = None;
    for intent in intents.read() {
        match intent {
            _ if questions.are_open() => {}
            Intent::Back => typed.text.clear(),
            Intent::Undo if overlay.allows_shortcuts() => {
                commands.write_message(MatchCommand::now(MatchChange::TakeBack));
            }
            Intent::Redo if overlay.allows_shortcuts() && game.is_watched() => {
                commands.write_message(WatchCommand::Step);
            }
            Intent::Redo if overlay.allows_shortcuts() => {
                commands.write_message(MatchCommand::now(MatchChange::Redo));
            }
            Intent::Shortcut(shortcut) if overlay.allows_shortcuts() && !shortcut.is_everywhere() => {
                command_of(*shortcut).write(&mut commands);
            }
            _ if overlay.takes_keys() => {}
            // A spectator cannot place discs, so the keys control the playback.
            Intent::Navigate { direction: Direction::West, .. } if game.is_watched() => {
                commands.write_message(MatchCommand::now(MatchChange::TakeBack));
            }
            Intent::Navigate { direction: Direction::East, .. } if game.is_watched() => {
                commands.write_message(WatchCommand::Step);
            }
            Intent::Choose if keyboard.is_on_board() && game.is_watched() => {
                commands.write_message(WatchCommand::TogglePause);
            }
            Intent::Navigate { direction, .. } => {
                typed.text.clear();
                keyboard.give_to_board();
                if let Some(square) = step_focus(&game, focus.square, settings.facing.on_board(*direction)) {
                    *focus = BoardFocus::keyboard(square);
                }
            }
            Intent::Choose if keyboard.is_on_board() => {
                chosen = on_board(&typed.text, board).or(focus.square);
                typed.text.clear();
            }
            Intent::Erase => typed.text.clear(),
            Intent::Letter(letter) => {
                let character = letter.to_lowercase().to_string();
                let longer = format!("{}{character}", typed.text);
                // The same letter twice is impatience, so its shortcut takes effect without waiting for a number.
                let is_repeated = typed.text == character && shortcut_of(*letter, &settings.keys).is_some();
                if on_board(&longer, board).is_some() {
                    typed.set(longer, time.elapsed());
                } else if is_repeated {
                    flush_shortcut(&mut typed, &settings.keys, &mut commands);
                } else if is_column(&character, board) {
                    flush_shortcut(&mut typed, &settings.keys, &mut commands);
                    typed.set(character, time.elapsed());
                } else {
                    flush_shortcut(&mut typed, &settings.keys, &mut commands);
                    press_shortcut(&character, &settings.keys, &mut commands);
                }
                if let Some(square) = on_board(&typed.text, board) {
                    keyboard.give_to_board();
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
        choice.choose(chosen, &mut commands);
    }
}

fn is_column(letter: &str, board: &Board) -> bool {
    (0..board.columns()).any(|column| letter == Square::column_letter(column).to_string())
}

/// Treats a letter that waited for a number, but got something else, as a shortcut.
fn flush_shortcut(typed: &mut TypedName, keys: &Keys, commands: &mut Commands) {
    press_shortcut(&typed.text, keys, commands);
    typed.text.clear();
}

/// Ends the wait for more of a name: a complete square is played, a shortcut letter takes effect. Any other letter
/// keeps waiting.
fn wait_for_number(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    game: Res<Match>,
    questions: Questions,
    mut typed: ResMut<TypedName>,
    mut frames: ResMut<Frames>,
    choice: SquareChoice,
    mut commands: Commands,
) {
    if typed.text.is_empty() {
        return;
    }
    if questions.are_open() {
        typed.text.clear();
        return;
    }
    let board = game.record.position().board();
    if !typed.means_something(board, &settings.keys) {
        return;
    }
    let left = typed.typed_at.saturating_add(settings.typing_wait).saturating_sub(time.elapsed());
    if !left.is_zero() {
        frames.wake_in(left);
        return;
    }
    frames.keep_drawing();
    // Time is that of the start of the frame, so keys pressed before the end of the wait may arrive one frame later.
    if !std::mem::replace(&mut typed.is_due, true) {
        return;
    }
    if let Some(square) = on_board(&typed.text, board) {
        choice.choose(Some(square), &mut commands);
    }
    flush_shortcut(&mut typed, &settings.keys, &mut commands);
}

/// Next square in a direction, skipping holes. The first step only shows the focus.
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
