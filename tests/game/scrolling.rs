//! Scroll areas: what is too high for its place is reached by wheel, finger and keyboard.

use bevy::input::keyboard::Key;
use bevy::math::Vec2;
use irogaeshi::game::{Action, MatchSetup, Screen};

use crate::harness::TestGame;

/// A window so low that the choices of a new game do not fit.
fn low_window() -> TestGame {
    let mut game = TestGame::in_window(1200, 300);
    game.act(Action::ShowNewGame);
    game.steps(5);
    assert!(!game.control(LAST).is_seen(), "there is something to scroll to");
    game
}

/// Two choices that cannot be seen together, and one to which both are near.
const FIRST: &str = "Black: Person";
const LAST: &str = "CPU waits: 0 s";

#[test]
fn the_wheel_scrolls_to_the_end_and_back_and_not_further() {
    let mut game = low_window();
    let (at, top) = (game.control(FIRST).area().center(), game.control(FIRST).area());
    game.turn_wheel(at, -1.0);
    let once = game.control(FIRST).area();
    assert!(once.min.y < top.min.y, "{once:?} is further up than {top:?}");
    game.turn_wheel(at, -100.0);
    assert!(game.control(LAST).is_seen());
    let end = game.control(LAST).area();
    game.turn_wheel(at, -100.0);
    assert_eq!(game.control(LAST).area(), end);
    game.turn_wheel(at, 200.0);
    assert_eq!(game.control(FIRST).area(), top);
}

#[test]
fn a_finger_takes_the_content_along_and_presses_nothing() {
    let mut game = low_window();
    let before = game.control("White: Random").area();
    let from = before.center();
    let setup = game.setup().clone();
    // Slowly, so that nothing glides on.
    game.drag_finger(from, from - Vec2::Y * 35.0, 70);
    game.steps(100);
    let moved = before.min.y - game.control("White: Random").area().min.y;
    // The first pixels show that the finger wants to scroll.
    assert!((20.0..=45.0).contains(&moved), "the content moved by {moved} of 35");
    assert_eq!(*game.setup(), setup, "nothing was pressed");
    assert!(game.control("White: Random").is_seen());
    game.tap(game.control("White: Random").area().center());
    assert_ne!(*game.setup(), setup, "a finger that stays presses");
}

#[test]
fn a_content_that_is_flung_glides_on_and_is_stopped_by_a_touch() {
    let mut game = low_window();
    let from = Vec2::new(20.0, 240.0);
    let place = |game: &TestGame| game.control(FIRST).area().min.y;
    let before = place(&game);
    game.drag_finger(from, from - Vec2::Y * 40.0, 4);
    let let_go = place(&game);
    game.steps(4);
    let gliding = place(&game);
    assert!(gliding < let_go && let_go < before, "{before} {let_go} {gliding}");
    game.tap(Vec2::new(20.0, 240.0));
    let stopped = place(&game);
    game.steps(50);
    assert!((place(&game) - stopped).abs() < 1.0);
}

#[test]
fn a_quick_finger_does_not_press_either() {
    let mut game = low_window();
    let from = game.control("White: Random").area().center();
    let setup = game.setup().clone();
    game.drag_finger(from, from - Vec2::Y * 9.0, 1);
    assert_eq!(*game.setup(), setup);
}

#[test]
fn the_mouse_presses_what_was_scrolled_to() {
    let mut game = low_window();
    game.turn_wheel(game.control(FIRST).area().center(), -100.0);
    game.click_at(game.control(LAST).area().center());
    assert!(game.control(LAST).chosen);
}

#[test]
fn what_gets_the_focus_is_scrolled_into_view() {
    let mut game = low_window();
    for key in [Key::Tab, Key::ArrowUp] {
        let mut met = Vec::new();
        loop {
            game.press(key.clone());
            game.steps(2);
            let focused = game.focused().expect("a control has the focus");
            if met.contains(&focused) {
                break;
            }
            assert!(game.control(&focused).is_seen(), "{focused} after {key:?}");
            met.push(focused);
        }
        assert!(met.iter().any(|label| label == FIRST) && met.iter().any(|label| label == LAST));
    }
}

#[test]
fn a_window_with_room_has_no_scrollbar() {
    for (size, is_seen) in [((1200, 300), true), ((1280, 800), false)] {
        let mut game = TestGame::in_window(size.0, size.1);
        game.act(Action::ShowNewGame);
        game.steps(5);
        assert_eq!(game.has_scrollbar(), is_seen, "in {size:?}");
    }
}

#[test]
fn the_scrollbar_is_dragged_by_the_mouse() {
    let mut game = low_window();
    let thumb = game.scrollbar_thumb();
    game.drag_mouse(thumb, thumb + Vec2::Y * 300.0);
    assert!(game.control(LAST).is_seen());
    assert_eq!(game.screen(), Screen::NewGame);
    assert_eq!(*game.setup(), MatchSetup::default());
}
