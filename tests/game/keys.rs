//! Configurable keys, the sheet that shows them, and keyboards of other scripts.

use std::time::Duration;

use bevy::input::keyboard::{Key, NativeKey};
use bevy::prelude::*;
use irogaeshi::game::{
    AdviceKind, CaptureKey, Editor, EditorCommand, KeyName, Keys, Navigate, Overlay, Screen, SettingCommand, Shortcut,
};
use irogaeshi::rules::{Cell, Player};

use crate::harness::{TestGame, at_once, classic, cpu_plays, humans, played};

/// Longer than a typed letter waits for its number.
const A_MOMENT: Duration = Duration::from_secs(3);

fn eight() -> TestGame {
    TestGame::with_settings(classic(8, humans()), at_once())
}

fn overlay(game: &mut TestGame) -> Overlay {
    *game.world_mut().resource::<Overlay>()
}

#[test]
fn a_match_is_played_on_a_keyboard_of_another_script() {
    let mut game = eight();
    for (text, code) in [("в", KeyCode::KeyD), ("3", KeyCode::Digit3)] {
        game.press_at(Key::Character(text.into()), code);
    }
    assert_eq!(game.moves(), "d3", "Cyrillic");
    for code in [KeyCode::KeyC, KeyCode::Digit3] {
        game.press_at(Key::Process, code);
    }
    assert_eq!(game.moves(), "d3 c3", "held by an input method");
    game.press_at(Key::Character("な".into()), KeyCode::KeyU);
    assert_eq!(game.moves(), "d3", "kana");
    game.press_at(Key::Character("c".into()), KeyCode::KeyC);
    game.press_at(Key::Character("\"".into()), KeyCode::Digit3);
    assert_eq!(game.moves(), "d3 c3", "the upper row of AZERTY");
}

/// Ways to change the keyboard layout or to leave the window: keys with their codes, pressed (`true`) and released.
/// While another modifier is held, a key may be released under another name than it was pressed under.
fn layout_changes() -> Vec<Vec<(Key, KeyCode, bool)>> {
    let (alt, shift, control) = (KeyCode::AltLeft, KeyCode::ShiftLeft, KeyCode::ControlRight);
    let windows = KeyCode::SuperLeft;
    vec![
        vec![(Key::Alt, alt, true), (Key::Shift, shift, true), (Key::Meta, alt, false), (Key::Shift, shift, false)],
        vec![(Key::Shift, shift, true), (Key::Meta, alt, true), (Key::Shift, shift, false), (Key::Alt, alt, false)],
        vec![(Key::Alt, alt, true), (Key::GroupNext, shift, true), (Key::Alt, alt, false), (Key::Shift, shift, false)],
        vec![
            (Key::Control, control, true),
            (Key::Shift, shift, true),
            (Key::GroupNext, control, false),
            (Key::Shift, shift, false),
        ],
        vec![(Key::Super, windows, true), (Key::Unidentified(NativeKey::Unidentified), windows, false)],
        vec![(Key::AltGraph, KeyCode::AltRight, true), (Key::Alt, KeyCode::AltRight, false)],
    ]
}

#[test]
fn no_modifier_stays_held_after_the_layout_was_changed() {
    for change in layout_changes() {
        let mut game = eight();
        for (key, code, is_pressed) in &change {
            game.turn_key(key, *code, *is_pressed);
        }
        game.type_keys("d3");
        assert_eq!(game.moves(), "d3", "{change:?}");
        game.press(Key::Escape);
        assert_eq!(overlay(&mut game), Overlay::MatchMenu, "{change:?}");
        for key in [Key::Alt, Key::AltGraph, Key::Shift, Key::Control, Key::Super, Key::Meta, Key::GroupNext] {
            assert!(!game.world_mut().resource::<ButtonInput<Key>>().pressed(key.clone()), "{key:?} in {change:?}");
        }
    }
}

#[test]
fn the_names_of_keys_may_change_all_in_one_frame() {
    for change in layout_changes() {
        let mut game = eight();
        for (key, code, is_pressed) in &change {
            game.write_key(key, *code, *is_pressed);
        }
        game.type_keys("d3");
        game.steps(5);
        assert_eq!(game.moves(), "d3", "{change:?}");
    }
}

#[test]
fn modifiers_are_released_when_the_window_loses_the_keyboard() {
    let modifiers = [
        (Key::Alt, KeyCode::AltLeft),
        (Key::Control, KeyCode::ControlLeft),
        (Key::Shift, KeyCode::ShiftLeft),
        (Key::Super, KeyCode::SuperLeft),
    ];
    for (key, code) in modifiers {
        let mut game = eight();
        game.turn_key(&key, code, true);
        // The release goes to the window that has the focus by then.
        game.lose_keyboard();
        let world = game.world_mut();
        assert!(!world.resource::<ButtonInput<Key>>().pressed(key.clone()), "{key:?}");
        assert!(!world.resource::<ButtonInput<KeyCode>>().pressed(code), "{key:?}");
        game.type_keys("d3");
        assert_eq!(game.moves(), "d3", "{key:?}");
    }
}

#[test]
fn a_key_with_a_held_modifier_is_left_to_the_system() {
    let mut game = eight();
    game.turn_key(&Key::Alt, KeyCode::AltLeft, true);
    game.type_keys("d3");
    assert_eq!(game.moves(), "");
    game.turn_key(&Key::Alt, KeyCode::AltLeft, false);
    game.type_keys("d3");
    assert_eq!(game.moves(), "d3");
}

#[test]
fn the_sheet_opens_and_closes_on_every_screen() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    for screen in [Screen::Title, Screen::NewGame, Screen::Editor, Screen::Lobby, Screen::NewRoom] {
        game.act(Navigate::To(screen));
        game.steps(5);
        for (key, code) in [(Key::Character("?".into()), KeyCode::Slash), (Key::F1, KeyCode::F1)] {
            game.press_at(key.clone(), code);
            game.steps(3);
            assert_eq!(overlay(&mut game), Overlay::KeySheet, "{screen:?}");
            assert!(game.report().buttons.iter().any(|button| button.label.starts_with("Keys: ")), "{screen:?}");
            game.press_at(key, code);
            game.steps(3);
            assert_eq!((overlay(&mut game), game.screen()), (Overlay::None, screen));
        }
    }
}

#[test]
fn closing_the_sheet_returns_to_the_offer_below() {
    let mut game = eight();
    game.act(Navigate::Open(Overlay::LessonOffer));
    game.steps(3);
    for close in [Key::Character("?".into()), Key::Escape] {
        game.type_keys("?");
        game.steps(3);
        assert_eq!(overlay(&mut game), Overlay::KeySheet);
        game.press(close);
        game.steps(3);
        assert_eq!((overlay(&mut game), game.screen()), (Overlay::LessonOffer, Screen::Match));
    }
}

#[test]
fn a_field_accepts_characters_that_are_shortcuts_elsewhere() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.act(Navigate::To(Screen::Lobby));
    game.steps(5);
    let field = game.report().fields.first().expect("a field for the server").label.clone();
    game.click_on(&field);
    game.type_keys("s?");
    game.steps(3);
    assert_eq!(overlay(&mut game), Overlay::None);
    assert!(!game.settings().sound.muted);
}

#[test]
fn a_key_is_chosen_by_pressing_it() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, cpu_plays(Player::White, irogaeshi::cpu::Character::Greedy)), "f5 d6"));
    game.steps(5);
    game.press_at(Key::F1, KeyCode::F1);
    game.steps(5);
    game.scroll_to("Hint: H");
    game.click_on("Hint: H");
    game.steps(3);
    assert!(game.report().buttons.iter().any(|button| button.label == "Hint: Press a key"), "it can be seen");
    for (key, code) in [
        (Key::Character("u".into()), KeyCode::KeyU),
        (Key::Character("7".into()), KeyCode::Digit7),
        (Key::Enter, KeyCode::Enter),
    ] {
        game.press_at(key.clone(), code);
        game.steps(3);
        assert_eq!(game.settings().keys, Keys::default(), "{key:?} is refused");
        assert!(game.report().buttons.iter().any(|button| button.label == "Hint: Press a key"), "{key:?}");
    }
    game.press(Key::Character("i".into()));
    game.steps(3);
    assert!(game.report().buttons.iter().any(|button| button.label == "Hint: I"));
    assert_eq!(game.moves(), "f5 d6", "the keys did nothing else");
    game.press(Key::Escape);
    game.steps(3);
    game.type_keys("h");
    game.pass(A_MOMENT);
    assert_eq!(game.advice().kind(), None);
    game.type_keys("i");
    game.steps(3);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Hint));
}

#[test]
fn escape_first_cancels_the_key_and_then_closes_the_sheet() {
    let mut game = eight();
    game.act(Navigate::Open(Overlay::KeySheet));
    game.steps(3);
    game.act(CaptureKey(Shortcut::Undo));
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!((overlay(&mut game), game.settings().keys.clone()), (Overlay::KeySheet, Keys::default()));
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!((overlay(&mut game), game.screen()), (Overlay::None, Screen::Match));
    game.type_keys("d3u");
    assert_eq!(game.moves(), "", "keys do what they did");
}

#[test]
fn default_keys_can_be_restored() {
    let mut game = eight();
    game.act(SettingCommand::ChooseKey(Shortcut::Mute, KeyName::read("F4").expect("a key")));
    game.press_at(Key::F4, KeyCode::F4);
    game.step();
    assert!(game.settings().sound.muted);
    game.act(SettingCommand::ResetKeys);
    game.press_at(Key::F4, KeyCode::F4);
    game.step();
    assert!(game.settings().sound.muted, "the key does nothing any more");
    game.type_keys("s");
    game.step();
    assert!(!game.settings().sound.muted);
}

#[test]
fn the_editor_undoes_with_the_key_that_is_chosen() {
    let mut game = TestGame::new();
    game.act(Navigate::To(Screen::Editor));
    game.steps(3);
    let has_undone = |game: &mut TestGame, key: &str| {
        game.act(EditorCommand::ChooseCell(Cell::Hole));
        game.press(Key::ArrowDown);
        let before = game.world_mut().resource::<Editor>().draft().cloned();
        game.press(Key::Space);
        assert_ne!(game.world_mut().resource::<Editor>().draft().cloned(), before);
        game.type_keys(key);
        game.steps(2);
        game.world_mut().resource::<Editor>().draft().cloned() == before
    };
    assert!(has_undone(&mut game, "u"));
    game.act(SettingCommand::ChooseKey(Shortcut::Undo, KeyName::read("z").expect("a key")));
    assert!(has_undone(&mut game, "z"));
}

#[test]
fn f11_toggles_full_screen() {
    let mut game = TestGame::in_window(1280, 800);
    game.steps(3);
    let is_windowed = |game: &mut TestGame| {
        let world = game.world_mut();
        world.query::<&Window>().single(world).expect("one window").mode == bevy::window::WindowMode::Windowed
    };
    for expected in [false, true] {
        game.press_at(Key::F11, KeyCode::F11);
        game.steps(2);
        assert_eq!(is_windowed(&mut game), expected);
    }
}
