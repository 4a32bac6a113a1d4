//! Zooming into a board with small squares: fingers, wheel, keys and the button that zooms out.

use bevy::input::keyboard::Key;
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use irogaeshi::game::{Edit, EditorCommand, MatchChange, MatchCommand, MatchPhase, Navigate, Screen, ZoomCommand};
use irogaeshi::rules::{Cell, Disc, Variant};

use crate::harness::{TestGame, at_once, classic, humans};

/// A game on a phone, with squares too small for fingers.
fn on_phone() -> TestGame {
    let mut game = TestGame::in_window(390, 844);
    *game.settings() = at_once();
    game.enter(classic(16, humans()));
    game.steps(5);
    assert!(cell(&game) < 32.0);
    game
}

/// Width of a square.
fn cell(game: &TestGame) -> f32 {
    game.report().squares().expect("a board").1
}

fn middle(game: &TestGame, name: &str) -> Vec2 {
    game.report().middle(name)
}

/// Puts two fingers on the window, moves them, and lifts them.
fn pinch(game: &mut TestGame, from: [Vec2; 2], to: [Vec2; 2]) {
    for (id, at) in [1, 2].into_iter().zip(from) {
        game.touch_with(id, TouchPhase::Started, at);
    }
    for share in [0.5, 1.0] {
        for (id, (from, to)) in [1, 2].into_iter().zip(from.into_iter().zip(to)) {
            game.touch_with(id, TouchPhase::Moved, from.lerp(to, share));
        }
    }
    for (id, at) in [1, 2].into_iter().zip(to) {
        game.touch_with(id, TouchPhase::Ended, at);
    }
    game.steps(3);
}

fn enlarged() -> TestGame {
    let mut game = on_phone();
    let (at, apart) = (middle(&game, "h7"), Vec2::new(40.0, 0.0));
    pinch(&mut game, [at - apart, at + apart], [at - 2.0 * apart, at + 2.0 * apart]);
    game
}

#[test]
fn two_fingers_zoom_the_board_where_they_are_and_play_nothing() {
    let mut game = on_phone();
    let before = cell(&game);
    let (at, apart) = (middle(&game, "h7"), Vec2::new(40.0, 0.0));
    pinch(&mut game, [at - apart, at + apart], [at - 2.0 * apart, at + 2.0 * apart]);
    let factor = cell(&game) / before;
    assert!((1.9..2.1).contains(&factor), "it is {factor} times as large");
    assert!(middle(&game, "h7").distance(at) < 3.0, "what was between them still is");
    assert_eq!((game.ply(), game.take_messages().refusals), (0, vec![]));
    pinch(&mut game, [at - 2.0 * apart, at + 2.0 * apart], [at - apart / 2.0, at + apart / 2.0]);
    assert!((cell(&game) - before).abs() < 0.01, "all of the board is the least");
}

#[test]
fn one_finger_moves_a_zoomed_board_and_a_tap_plays_on_it() {
    let mut game = enlarged();
    let (from, way) = (middle(&game, "h7"), Vec2::new(35.0, 20.0));
    game.drag_finger(from, from + way, 4);
    game.steps(3);
    let moved = middle(&game, "h7") - from;
    assert!(moved.distance(way) < 3.0, "it moved by {moved}");
    assert_eq!((game.ply(), game.focus()), (0, None));
    game.tap(middle(&game, "h7"));
    game.steps(3);
    assert_eq!(game.moves(), "h7");
    assert!(cell(&game) > 32.0, "who enlarged it keeps it so");
}

#[test]
fn a_quick_tap_on_small_squares_zooms_and_the_next_one_plays() {
    let mut game = on_phone();
    let before = cell(&game);
    let at = middle(&game, "h7");
    game.tap(at);
    game.steps(3);
    assert_eq!((game.ply(), cell(&game) > 44.0), (0, true));
    assert!(middle(&game, "h7").distance(at) < 15.0, "the square stays under the finger");
    game.tap(middle(&game, "h7"));
    game.steps(3);
    assert_eq!(game.moves(), "h7");
    assert!((cell(&game) - before).abs() < 0.01, "what came of it is seen");
}

#[test]
fn a_held_finger_plays_on_small_squares() {
    let mut game = on_phone();
    let at = middle(&game, "h7");
    game.touch_with(1, TouchPhase::Started, at);
    game.steps(50);
    assert_eq!(game.focus().as_deref(), Some("h7"), "it is previewed");
    game.touch_with(1, TouchPhase::Ended, at);
    game.steps(3);
    assert_eq!(game.moves(), "h7");
}

#[test]
fn the_wheel_zooms_with_ctrl_and_moves_a_zoomed_board() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(classic(16, humans()));
    game.steps(5);
    let before = cell(&game);
    let at = middle(&game, "f5");
    game.turn_wheel(at, 2.0);
    assert!((cell(&game) - before).abs() < 0.01, "without Ctrl there is nothing to move");
    game.hold(Key::Control, true);
    game.turn_wheel(at, 4.0);
    game.hold(Key::Control, false);
    assert!(cell(&game) > before * 1.5);
    assert!(middle(&game, "f5").distance(at) < 3.0);
    let from = middle(&game, "f5");
    game.turn_wheel(at, -1.0);
    assert!(middle(&game, "f5").y < from.y, "lower rows become visible");
}

#[test]
fn a_trackpad_pinch_zooms_only_on_the_board() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(classic(16, humans()));
    game.steps(5);
    let (before, at) = (cell(&game), middle(&game, "f5"));
    game.pinch_trackpad(Vec2::splat(2.0), &[1.5]);
    assert!((cell(&game) - before).abs() < 0.01, "they are beside it");
    game.pinch_trackpad(at, &[1.25, 1.2]);
    let factor = cell(&game) / before;
    assert!((1.45..1.55).contains(&factor), "it is {factor} times as large, though the mouse was never there");
    assert!(middle(&game, "f5").distance(at) < 3.0, "the point under them stays");
    game.press(Key::Escape);
    game.steps(3);
    game.pinch_trackpad(at, &[0.5]);
    assert!((cell(&game) / before - factor).abs() < 0.01, "the menu covers the board");
    game.press(Key::Escape);
    game.steps(3);
    game.pinch_trackpad(at, &[0.5]);
    assert!((cell(&game) - before).abs() < 0.01);
    assert_eq!((game.ply(), game.take_messages().refusals), (0, vec![]));
}

#[test]
fn keys_zoom_at_the_focus_which_stays_visible() {
    let mut game = on_phone();
    let before = cell(&game);
    for _ in 0..4 {
        game.press(Key::ArrowUp);
    }
    game.type_keys("+++");
    game.steps(3);
    assert!(cell(&game) > before * 3.0);
    for _ in 0..20 {
        game.press(Key::ArrowLeft);
    }
    game.steps(3);
    let focus = game.focus().expect("a square");
    let seen = game.report().seen_squares().expect("a board");
    assert!(seen.contains(middle(&game, &focus)), "{focus} is in {seen:?}");
    game.type_keys("-");
    game.steps(3);
    let less = cell(&game);
    game.type_keys("0");
    game.steps(3);
    assert!(before < less && (cell(&game) - before).abs() < 0.01);
    assert_eq!(game.ply(), 0);
}

#[test]
fn a_disc_placed_out_of_sight_is_brought_into_view() {
    let mut game = on_phone();
    for _ in 0..4 {
        game.act(ZoomCommand::In);
    }
    game.act(ZoomCommand::Move(Vec2::splat(2000.0)));
    game.steps(3);
    let is_seen =
        |game: &TestGame, name: &str| game.report().seen_squares().expect("a board").contains(middle(game, name));
    let large = cell(&game);
    assert!(is_seen(&game, "a1") && !is_seen(&game, "h7"), "the upper left corner is looked at");
    game.play("h7");
    game.steps(3);
    assert_eq!(game.ply(), 1);
    assert!(is_seen(&game, "h7") && (cell(&game) - large).abs() < 0.01);
}

#[test]
fn the_button_over_the_board_zooms_out_and_plays_nothing() {
    let mut game = enlarged();
    game.tap(game.control("Whole board").area().center());
    game.steps(3);
    assert!(cell(&game) < 32.0);
    assert_eq!((game.ply(), game.take_messages().refusals), (0, vec![]));
    assert!(
        game.report().controls().all(|control| control.label != "Whole board"),
        "there is nothing to lead back from"
    );
}

#[test]
fn a_new_match_is_shown_whole() {
    let mut game = enlarged();
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(5);
    assert!(cell(&game) < 32.0);
}

#[test]
fn zooming_glides_unless_motion_is_reduced() {
    let mut game = on_phone();
    let whole = cell(&game);
    game.act(ZoomCommand::In);
    game.steps(2);
    let at_once = cell(&game);
    game.act(ZoomCommand::Whole);
    game.settings().pace = None;
    game.steps(5);
    game.act(ZoomCommand::In);
    game.steps(3);
    let on_the_way = cell(&game);
    game.steps(40);
    assert!(whole < on_the_way && on_the_way < at_once, "{whole} {on_the_way} {at_once}");
    assert!((cell(&game) - at_once).abs() < 0.01);
    assert_eq!(game.phase(), MatchPhase::Waiting);
}

/// The editor with the ordinary board of 16 x 16 on a phone, with red discs on the brush.
fn editor_on_phone() -> TestGame {
    let mut game = TestGame::in_window(390, 844);
    *game.settings() = at_once();
    game.act(Navigate::To(Screen::Editor));
    game.steps(5);
    game.act(EditorCommand::Edit(Edit::Open(Box::new(Variant::classic(16).expect("a side")), None)));
    game.act(EditorCommand::ChooseCell(Cell::Occupied(Disc::Red)));
    game.steps(5);
    assert!(cell(&game) < 32.0);
    game
}

/// Number of red discs in the draft.
fn red(game: &TestGame) -> usize {
    game.report().draft.as_ref().expect("a draft").concat().matches('R').count()
}

#[test]
fn in_the_editor_two_fingers_zoom_and_move_and_paint_nothing() {
    let mut game = editor_on_phone();
    let before = cell(&game);
    let (at, apart, way) = (middle(&game, "h7"), Vec2::new(40.0, 0.0), Vec2::new(20.0, 30.0));
    pinch(&mut game, [at - apart, at + apart], [at - 2.0 * apart, at + 2.0 * apart]);
    assert!((1.9..2.1).contains(&(cell(&game) / before)), "{} of {before}", cell(&game));
    let from = middle(&game, "h7");
    assert!(from.distance(at) < 3.0);
    pinch(&mut game, [at - apart, at + apart], [at - apart + way, at + apart + way]);
    assert!((middle(&game, "h7") - from).distance(way) < 4.0, "they move the zoomed board");
    assert_eq!(red(&game), 0);
    game.type_keys("u");
    game.steps(3);
    assert_eq!(game.report().draft.as_ref().map(Vec::len), Some(8), "there is no stroke to take back, but the opening");
}

#[test]
fn in_the_editor_one_finger_paints_on_a_zoomed_board() {
    let mut game = editor_on_phone();
    game.act(ZoomCommand::In);
    game.act(ZoomCommand::In);
    game.steps(3);
    let (large, from) = (cell(&game), middle(&game, "h7"));
    let to = middle(&game, "j7");
    game.drag_finger(from, to, 4);
    game.steps(3);
    assert_eq!(red(&game), 3);
    assert!((cell(&game) - large).abs() < 0.01 && middle(&game, "h7").distance(from) < 0.01, "it stays where it is");
    // After one finger is lifted, the other still moves the board; the next touch paints again.
    game.touch_with(1, TouchPhase::Started, from);
    game.touch_with(2, TouchPhase::Started, to);
    game.touch_with(2, TouchPhase::Ended, to);
    game.touch_with(1, TouchPhase::Moved, from + Vec2::Y * 30.0);
    game.touch_with(1, TouchPhase::Ended, from + Vec2::Y * 30.0);
    game.steps(3);
    assert_eq!(red(&game), 3);
    game.tap(middle(&game, "h8"));
    game.steps(3);
    assert_eq!(red(&game), 4);
}

#[test]
fn in_the_editor_keys_wheel_and_button_zoom_and_paint_nothing() {
    let mut game = editor_on_phone();
    let before = cell(&game);
    game.type_keys("++-");
    game.steps(3);
    assert!(cell(&game) > before * 1.2);
    game.type_keys("0");
    game.steps(3);
    assert!((cell(&game) - before).abs() < 0.01);
    game.hold(Key::Control, true);
    game.turn_wheel(middle(&game, "h7"), 4.0);
    game.hold(Key::Control, false);
    assert!(cell(&game) > before * 1.5);
    let from = middle(&game, "h7");
    game.turn_wheel(from, -1.0);
    assert!(middle(&game, "h7").y < from.y, "the wheel moves it");
    game.tap(game.control("Whole board").area().center());
    game.steps(3);
    assert!((cell(&game) - before).abs() < 0.01);
    assert_eq!(red(&game), 0);
}

#[test]
fn the_largest_board_is_played_on_the_smallest_phone() {
    let mut game = TestGame::in_window(320, 568);
    *game.settings() = at_once();
    game.enter(classic(26, humans()));
    game.steps(5);
    let (at, apart) = (middle(&game, "m12"), Vec2::new(15.0, 0.0));
    pinch(&mut game, [at - apart, at + apart], [at - 4.0 * apart, at + 4.0 * apart]);
    assert!(cell(&game) >= 32.0, "squares have a side of {}", cell(&game));
    game.tap(middle(&game, "m12"));
    game.steps(3);
    assert_eq!(game.moves(), "m12");
}
