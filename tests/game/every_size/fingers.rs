//! Screens on phones: everything that fingers press is large enough, and screens begin at their top.

use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::ScrollArea;
use irogaeshi::game::{
    ChooseFile, EditorCommand, Language, Navigate, OnPress, Screen, Settings, SettingsSection, SetupCommand, Sheet,
    ShowSection, VariantChoice,
};

use super::screen_check::{enter, timed};
use super::texts_seen;
use crate::harness::{TestGame, at_once};

/// Minimum side of everything that fingers press, in logical pixels of the window.
const FINGER: f32 = 44.0;

#[test]
fn the_paint_buttons_are_as_large_as_a_finger_on_a_phone() {
    for (width, height) in [(320, 568), (390, 844), (844, 390)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        game.act(Navigate::To(Screen::Editor));
        game.steps(5);
        game.act(EditorCommand::Show(Sheet::Paint));
        game.steps(5);
        let starts = ["Paint: ", "Sheet: ", "Symmetry: "];
        let report = game.report();
        let paints = report.controls().filter(|control| starts.iter().any(|start| control.label.starts_with(start)));
        let mut count = 0;
        for paint in paints {
            let side = paint.area().size().min_element();
            assert!(side >= FINGER - 0.5, "{width} x {height}: {} is {side} wide or high", paint.label);
            count += 1;
        }
        assert!(count > 15, "{count} are seen");
        let (_, cell) = report.squares().expect("a board");
        assert!(cell >= 18.0, "{width} x {height}: squares of {cell} are left");
    }
}

#[test]
fn settings_and_new_game_open_at_the_top_on_a_phone() {
    for (width, height) in [(320, 568), (390, 844)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        game.act(SetupCommand::ChooseVariant(VariantChoice::BuiltIn("five".to_owned())));
        game.act(Navigate::To(Screen::Settings));
        game.steps(5);
        game.act(ShowSection(SettingsSection::Sound));
        game.steps(5);
        game.act(Navigate::Back);
        game.steps(5);
        for screen in [Screen::Settings, Screen::NewGame] {
            game.act(Navigate::To(screen));
            game.steps(8);
            let world = game.world_mut();
            let mut areas = world.query_filtered::<&ScrollPosition, With<ScrollArea>>();
            let scrolled: Vec<f32> = areas.iter(world).map(|position| position.y).collect();
            assert!(!scrolled.is_empty() && scrolled.iter().all(|y| *y == 0.0), "{screen:?}: {scrolled:?}");
        }
    }
}

#[test]
fn touch_users_are_offered_a_button_and_no_drop_area() {
    let says_drop = |game: &mut TestGame| texts_seen(game).iter().any(|(text, _)| text.contains("drop"));
    for ((width, height), can_drop) in [((320, 568), false), ((390, 844), false), ((1280, 800), true)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        game.act(Navigate::To(Screen::Games));
        game.steps(8);
        assert_eq!(says_drop(&mut game), can_drop, "{width} x {height}");
        let opens = game.all::<OnPress>().iter().any(|press| press.message() == Some(&ChooseFile));
        assert!(opens && game.control("Open a file of games").is_reached(), "{width} x {height}");
        let window = game.window();
        let (phase, position) = (TouchPhase::Started, Vec2::new(2.0, 2.0));
        game.write(TouchInput { phase, position, window, force: None, id: 1 });
        game.steps(4);
        assert!(!says_drop(&mut game), "{width} x {height}: after a touch");
    }
}

/// Asserts that areas which begin at the same height also end at the same height.
fn assert_rows_are_even(areas: &[(String, Rect)], place: &str) {
    for (name, area) in areas {
        for (other_name, other) in areas {
            let is_same_row = (area.min.y - other.min.y).abs() < 2.0;
            let is_even = (area.max.y - other.max.y).abs() < 2.0;
            assert!(!is_same_row || is_even, "{place}: {name} at {area:?} beside {other_name} at {other:?}");
        }
    }
}

#[test]
fn cards_of_one_row_are_as_tall_as_each_other() {
    for (width, height) in [(320, 568), (390, 844), (844, 390), (1280, 800)] {
        for language in Language::ALL {
            let mut game = TestGame::in_window(width, height);
            *game.settings() = Settings { language: Some(language), ..at_once() };
            for screen in [Screen::Title, Screen::NewGame, Screen::Learn] {
                game.act(Navigate::To(screen));
                game.steps(8);
                let tiles = game.report().buttons.iter().filter(|button| button.area().height() > 48.0);
                let tiles: Vec<(String, Rect)> = tiles.map(|tile| (tile.label.clone(), tile.area())).collect();
                assert_rows_are_even(&tiles, &format!("{screen:?} in {width} x {height}"));
            }
            for variant in ["classic", "five"] {
                enter(&mut game, timed(variant));
                game.steps(8);
                let world = game.world_mut();
                let mut cards = world.query::<(&Name, &ComputedNode, &UiGlobalTransform)>();
                let cards = cards.iter(world).filter(|(name, ..)| name.as_str().starts_with("card of "));
                let cards: Vec<(String, Rect)> = cards
                    .map(|(name, node, at)| (name.to_string(), Rect::from_center_size(at.translation, node.size())))
                    .collect();
                assert!(cards.len() > 1, "{cards:?}");
                assert_rows_are_even(&cards, &format!("a match of {variant} in {width} x {height}"));
            }
        }
    }
}
