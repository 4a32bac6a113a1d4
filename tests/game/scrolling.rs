//! Scroll areas: content that does not fit is reached by wheel, finger and keyboard.

use bevy::math::Vec2;
use irogaeshi::game::{MatchSetup, Navigate, Screen};

use crate::harness::TestGame;

/// The new-game screen in a window of this size.
fn choices_in(width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    game.act(Navigate::To(Screen::NewGame));
    // Waits until its parts have risen into their places.
    game.steps(24);
    game
}

/// A window so low that the new-game screen does not fit.
fn low_window() -> TestGame {
    let game = choices_in(1200, 400);
    assert!(!game.control(LAST).is_seen(), "there is something to scroll to");
    game
}

/// Two choices of one scroll area that cannot be visible together.
const FIRST: &str = "Most discs win";
const LAST: &str = "Clock: 15 min + 10 s";
/// A board that is visible at first.
const BOARD: &str = "Board: Five";

#[test]
fn the_wheel_scrolls_to_both_ends_and_not_further() {
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
fn the_wheel_scrolls_only_the_area_under_the_pointer() {
    let mut game = low_window();
    let (first, board) = (game.control(FIRST).area(), game.control(BOARD).area());
    game.turn_wheel(board.center(), -1.0);
    assert_eq!(game.control(FIRST).area(), first);
    assert_ne!(game.control(BOARD).area(), board);
}

#[test]
fn a_dragging_finger_scrolls_and_presses_nothing() {
    let mut game = low_window();
    let before = game.control(BOARD).area();
    let from = before.center();
    // Slowly, so that the content does not glide on.
    game.drag_finger(from, from - Vec2::Y * 35.0, 70);
    game.steps(100);
    let moved = before.min.y - game.control(BOARD).area().min.y;
    // The first pixels only show that the finger wants to scroll.
    assert!((20.0..=45.0).contains(&moved), "the content moved by {moved} of 35");
    assert_eq!(*game.setup(), MatchSetup::default(), "nothing was pressed");
    game.tap(game.control(BOARD).area().center());
    assert!(game.control(BOARD).chosen, "a finger that stays presses");
}

#[test]
fn flung_content_glides_on_and_stops_at_a_touch() {
    let mut game = low_window();
    let place = |game: &TestGame| game.control(BOARD).area().min.y;
    let from = game.control(BOARD).area().center();
    let before = place(&game);
    game.drag_finger(from, from - Vec2::Y * 40.0, 4);
    let let_go = place(&game);
    game.steps(4);
    let gliding = place(&game);
    assert!(gliding < let_go && let_go < before, "{before} {let_go} {gliding}");
    game.tap(from);
    let stopped = place(&game);
    game.steps(50);
    assert!((place(&game) - stopped).abs() < 1.0);
}

#[test]
fn a_quickly_dragging_finger_presses_nothing() {
    let mut game = low_window();
    let from = game.control(BOARD).area().center();
    game.drag_finger(from, from - Vec2::Y * 9.0, 1);
    assert_eq!(*game.setup(), MatchSetup::default());
}

#[test]
fn the_mouse_presses_a_control_that_was_scrolled_into_view() {
    let mut game = low_window();
    game.turn_wheel(game.control(FIRST).area().center(), -100.0);
    game.click_at(game.control(LAST).area().center());
    assert!(game.control(LAST).chosen);
}

#[test]
fn a_focused_control_is_scrolled_into_view() {
    let mut game = low_window();
    for backwards in [false, true] {
        let mut met = Vec::new();
        loop {
            game.press_tab(backwards);
            game.steps(2);
            let focused = game.focused().expect("a control has the focus");
            if met.contains(&focused) {
                break;
            }
            assert!(game.control(&focused).is_seen(), "{focused}, backwards: {backwards}");
            met.push(focused);
        }
        assert!(met.iter().any(|label| label == FIRST) && met.iter().any(|label| label == LAST));
    }
}

#[test]
fn the_chosen_board_is_visible_when_the_screen_opens() {
    for size in [(1280, 800), (390, 844), (844, 390)] {
        let mut game = TestGame::in_window(size.0, size.1);
        for key in ["small-x", "colour", "classic-16"] {
            game.choose_board(key);
            game.act(Navigate::To(Screen::NewGame));
            game.steps(5);
            let chosen: Vec<_> =
                game.report().buttons.iter().filter(|button| button.label.starts_with("Board:")).collect();
            let chosen = chosen.into_iter().find(|button| button.chosen).expect("a board is chosen");
            assert!(chosen.is_seen(), "{} in {size:?}", chosen.label);
            game.act(Navigate::To(Screen::Title));
            game.steps(5);
        }
    }
}

#[test]
fn only_areas_with_hidden_content_have_a_scrollbar() {
    assert_eq!(low_window().scrollbar_thumbs().len(), 2);
    assert_eq!(choices_in(1280, 1200).scrollbar_thumbs().len(), 1);
}

#[test]
fn the_scrollbar_is_dragged_by_the_mouse() {
    let mut game = low_window();
    let thumb = *game.scrollbar_thumbs().last().expect("a scrollbar");
    game.drag_mouse(thumb, thumb + Vec2::Y * 300.0);
    assert!(game.control(LAST).is_seen());
    assert_eq!(game.screen(), Screen::NewGame);
    assert_eq!(*game.setup(), MatchSetup::default());
}
