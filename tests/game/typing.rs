//! Text fields: typing, and that keys have no other effect meanwhile.

use bevy::input::keyboard::Key;
use bevy::prelude::KeyCode;
use irogaeshi::game::{Navigate, Phrase, Screen, SetupCommand};
use irogaeshi::rules::Player;

use crate::harness::TestGame;

const FIELD: &str = "Black’s name";

/// A game with the focus on the field for Black's name.
fn in_field() -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    game.click_at(game.control(FIELD).area().center());
    assert_eq!(game.focused().as_deref(), Some(FIELD));
    game
}

fn type_slowly(game: &mut TestGame, text: &str) {
    game.type_keys(text);
    game.steps(2);
}

fn name(game: &TestGame) -> &str {
    &game.setup().names[Player::Black]
}

#[test]
fn the_typed_text_is_the_name() {
    let mut game = in_field();
    type_slowly(&mut game, "Anna");
    assert_eq!((name(&game), game.control(FIELD).text.as_str()), ("Anna", "Anna"));
    for _ in 0..2 {
        game.press(Key::Backspace);
    }
    type_slowly(&mut game, "dy");
    assert_eq!(name(&game), "Andy");
}

#[test]
fn a_field_accepts_letters_after_a_change_of_the_keyboard_layout() {
    let mut game = in_field();
    let (alt, shift) = (KeyCode::AltLeft, KeyCode::ShiftLeft);
    let change =
        [(Key::Alt, alt, true), (Key::Shift, shift, true), (Key::Meta, alt, false), (Key::Shift, shift, false)];
    for (key, code, is_pressed) in change {
        game.turn_key(&key, code, is_pressed);
    }
    type_slowly(&mut game, "Anna");
    assert_eq!(name(&game), "Anna");
}

#[test]
fn a_field_accepts_spaces_and_letters_that_are_shortcuts_elsewhere() {
    let mut game = in_field();
    type_slowly(&mut game, "nu");
    game.press(Key::Space);
    type_slowly(&mut game, "h1");
    assert_eq!((name(&game), game.screen()), ("nu h1", Screen::NewGame));
}

#[test]
fn a_field_accepts_no_more_than_its_maximum_length() {
    let mut game = in_field();
    type_slowly(&mut game, "abcdefghijklmnopqrstuvwxyz");
    assert_eq!(name(&game), "abcdefghijklmnop");
}

#[test]
fn horizontal_arrows_move_the_cursor_and_vertical_ones_leave_the_field() {
    let mut game = in_field();
    type_slowly(&mut game, "bc");
    game.press(Key::ArrowLeft);
    game.press(Key::ArrowLeft);
    type_slowly(&mut game, "a");
    assert_eq!(name(&game), "abc");
    for key in [Key::ArrowDown, Key::Enter, Key::Tab] {
        game.click_at(game.control(FIELD).area().center());
        assert_eq!(game.focused().as_deref(), Some(FIELD));
        game.press(key.clone());
        assert_ne!(game.focused().as_deref(), Some(FIELD), "{key:?} goes on");
        assert!(game.focused().is_some(), "{key:?} goes on to something");
    }
    assert_eq!(name(&game), "abc");
}

#[test]
fn escape_leaves_the_field_and_then_the_screen() {
    let mut game = in_field();
    type_slowly(&mut game, "Anna");
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!((game.focused(), game.screen(), name(&game)), (None, Screen::NewGame, "Anna"));
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn a_name_stays_until_it_is_changed() {
    let mut game = in_field();
    type_slowly(&mut game, "Anna");
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    assert_eq!(game.control(FIELD).text, "Anna");
    game.act(SetupCommand::Start);
    game.steps(3);
    assert_eq!((game.screen(), game.game().called(Player::Black)), (Screen::Match, Phrase::verbatim("Anna")));
}

#[test]
fn a_chord_is_a_command_however_quickly_it_is_typed() {
    let mut game = in_field();
    type_slowly(&mut game, "Anna");
    game.press_together(&[Key::Control, Key::Character("a".into())]);
    game.steps(3);
    assert_eq!(name(&game), "Anna");
    type_slowly(&mut game, "Bo");
    assert_eq!(name(&game), "Bo", "what was selected is replaced");
    game.press(Key::Home);
    game.press_together(&[Key::Shift, Key::End]);
    game.steps(3);
    type_slowly(&mut game, "Eva");
    assert_eq!(name(&game), "Eva");
}
