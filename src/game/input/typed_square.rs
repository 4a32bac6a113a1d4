//! The board of a match: intents move a visible focus and play, a letter and a number name a square, and single letters
//! are shortcuts.

use std::time::Duration;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use crate::game::board_view::board_focus::{BoardFocus, KeyboardFocus};
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::input::board_pointer::SquareChoice;
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::input::shortcuts::{deed, shortcut_of};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::watching::WatchCommand;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::settings::keys::Keys;
use crate::game::ui::question::Questions;
use crate::rules::{Board, Direction, Square};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedName>()
        .add_systems(
            Update,
            (read_intents, wait_for_number).chain().in_set(IntentSystems::Board).run_if(in_state(Screen::Match)),
        )
        // On the board Enter is the board's until somebody walks to a button.
        .add_systems(OnEnter(Screen::Match), |mut focus: ResMut<InputFocus>| focus.clear())
        // A letter that is left behind names no square of another match, and waits for none.
        .add_systems(OnExit(Screen::Match), |mut typed: ResMut<TypedName>| *typed = TypedName::default());
}

/// How long a letter that is also a shortcut waits for the number that would make it a square.
const PATIENCE: Duration = Duration::from_millis(600);

/// The part of a square's name that is typed so far.
#[derive(Resource, Default, Debug)]
pub(crate) struct TypedName {
    text: String,
    /// When its last letter was typed, since the start of the game.
    typed_at: Duration,
}

impl TypedName {
    /// What is typed so far.
    pub(crate) fn text(&self) -> &str {
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

/// Does what the letters are shortcuts for, if they are: a square's name is more than one, and none.
fn press_shortcut(letters: &str, keys: &Keys, commands: &mut Commands) {
    let mut signs = letters.chars();
    if let (Some(sign), None) = (signs.next(), signs.next())
        && let Some(shortcut) = shortcut_of(sign, keys)
    {
        deed(shortcut).write(commands);
    }
}

fn read_intents(
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
                deed(*shortcut).write(&mut commands);
            }
            _ if overlay.takes_keys() => {}
            // Whoever only watches has nothing to do on the board.
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
                if on_board(&longer, board).is_some() {
                    typed.text = longer;
                } else if is_column(&character, board) {
                    flush_shortcut(&mut typed, &settings.keys, &mut commands);
                    typed.text = character;
                } else {
                    flush_shortcut(&mut typed, &settings.keys, &mut commands);
                    press_shortcut(&character, &settings.keys, &mut commands);
                }
                typed.typed_at = time.elapsed();
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

/// A letter that waited for a number and got something else was a shortcut, if it is one.
fn flush_shortcut(typed: &mut TypedName, keys: &Keys, commands: &mut Commands) {
    press_shortcut(&typed.text, keys, commands);
    typed.text.clear();
}

/// Gives up waiting for more of a name: a whole square is played, a single letter is a shortcut.
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
    let left = (typed.typed_at + PATIENCE).saturating_sub(time.elapsed());
    if left.is_zero() {
        frames.keep_drawing();
        if let Some(square) = on_board(&typed.text, game.record.position().board()) {
            choice.choose(Some(square), &mut commands);
        }
        flush_shortcut(&mut typed, &settings.keys, &mut commands);
    } else {
        frames.wake_in(left);
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
