//! The keyboard in menus: arrows and Tab move through the buttons, Enter and Space press them.

use bevy::input::keyboard::Key;
use irogaeshi::game::{AskToRestart, Screen};

use crate::harness::{TestGame, at_once, classic, humans};

#[test]
fn arrows_and_tab_walk_through_the_buttons_of_the_title() {
    for (next, back) in [(Key::ArrowDown, Key::ArrowUp), (Key::ArrowRight, Key::ArrowLeft)] {
        let mut game = TestGame::new();
        game.press(next.clone());
        assert_eq!(game.focused_button().as_deref(), Some("button title-computer"), "the first after {next:?}");
        game.press(next);
        assert_eq!(game.focused_button().as_deref(), Some("button title-friends"));
        game.press(back);
        assert_eq!(game.focused_button().as_deref(), Some("button title-computer"));
    }
    let mut game = TestGame::new();
    for button in [
        "button title-computer",
        "button title-friends",
        "button title-play-online",
        "button title-colour",
        "button title-learn",
        "button title-new-game",
        "button games-heading",
        "button settings-heading",
        "button title-quit",
    ] {
        game.press(Key::Tab);
        assert_eq!(game.focused_button().as_deref(), Some(button));
    }
}

#[test]
fn enter_and_space_press_the_focused_button() {
    for key in [Key::Enter, Key::Space] {
        let mut game = TestGame::new();
        game.press(Key::ArrowDown);
        game.press(Key::ArrowDown);
        game.press(key);
        game.steps(3);
        assert_eq!(game.screen(), Screen::NewGame);
    }
}

#[test]
fn every_menu_can_be_walked_through_after_another() {
    let mut game = TestGame::new();
    // Going back keeps the focus where it was.
    for first in ["button title-computer", "button title-friends"] {
        assert_eq!(game.focused_button().as_deref(), Some(first));
        // The first arrow key only shows the focus.
        while game.focused_button().as_deref() != Some("button title-friends") {
            game.press(Key::ArrowDown);
        }
        game.press(Key::Enter);
        game.steps(3);
        assert_eq!(game.screen(), Screen::NewGame);
        game.press(Key::ArrowDown);
        assert!(game.focused_button().is_some_and(|name| name != "button title-friends"));
        game.press(Key::Escape);
        game.steps(3);
        assert_eq!(game.screen(), Screen::Title);
    }
}

#[test]
fn tab_walks_through_the_buttons_of_a_match() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.press(Key::Tab);
    let first = game.focused_button().expect("a button has the focus");
    game.press(Key::Tab);
    assert_ne!(game.focused_button(), Some(first));
    game.press(Key::ArrowDown);
    assert_eq!(game.focused_button(), None, "an arrow leads back to the board");
    assert!(game.focus().is_some());
}

#[test]
fn enter_plays_on_the_board_until_a_button_has_the_focus() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.point_at("f5");
    game.press(Key::Enter);
    assert_eq!(game.moves(), "f5");
    game.press(Key::Tab);
    game.point_at("f6");
    game.press(Key::Enter);
    game.steps(2);
    assert_eq!(game.moves(), "", "Undo is the first button");
}

#[test]
fn a_question_is_answered_by_keys() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.play("d3");
    game.act(AskToRestart);
    game.steps(3);
    for button in ["button restart-keep-playing", "button restart-start-again", "button restart-keep-playing"] {
        game.press(Key::Tab);
        assert_eq!(game.focused_button().as_deref(), Some(button), "Tab stays within the question");
    }
    game.press(Key::Tab);
    game.press(Key::Enter);
    game.steps(3);
    assert_eq!(game.moves(), "");
}
