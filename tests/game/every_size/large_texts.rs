//! Every screen with the largest texts.

use bevy::prelude::*;
use bevy::text::FontSize;
use bevy::ui::{CalculatedClip, ComputedNode, UiGlobalTransform};
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceCommand, AdviceKind, BoardArea, EditorCommand, Language, Navigate, NewGameTab, Screen, Settings,
    SettingsSection, Sheet, ShowSection, ShowTab, TextSize,
};
use irogaeshi::rules::Player;

use super::screen_check::{check_large_texts, enter, is_inside, over, unfinished};
use super::{review, texts_seen};
use crate::harness::{MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays};

#[test]
fn large_texts_fit_every_screen() {
    check_large_texts("the title", |game| {
        enter(game, unfinished("classic"));
        game.act(Navigate::To(Screen::Title));
        game.steps(5);
    });
    for section in SettingsSection::ALL {
        check_large_texts(&format!("the settings of {section:?}"), |game| {
            game.act(Navigate::To(Screen::Settings));
            game.steps(5);
            game.act(ShowSection(section));
            game.steps(5);
        });
    }
    for part in NewGameTab::ALL {
        check_large_texts(&format!("a new game's {part:?}"), |game| {
            game.choose_board("five");
            game.act(Navigate::To(Screen::NewGame));
            game.steps(5);
            game.act(ShowTab(part));
            game.steps(5);
        });
    }
}

#[test]
fn matches_fit_with_large_texts() {
    for variant in ["classic", "five"] {
        check_large_texts(&format!("a match of {variant}"), |game| enter(game, unfinished(variant)));
        check_large_texts(&format!("the result of {variant}"), |game| enter(game, over(variant)));
    }
}

#[test]
fn advice_fits_with_large_texts() {
    check_large_texts("a hint", |game| {
        enter(game, classic(4, cpu_plays(Player::White, Character::Greedy)));
        game.act(AdviceCommand::Toggle(AdviceKind::Hint));
        // An exact hint is never replaced by a better one.
        let is_exact = |game: &mut TestGame| game.advice().found().is_some_and(|found| found.is_exact);
        game.run_until("the hint is exact", MAX_THINKING_STEPS, is_exact);
        game.steps(3);
    });
}

#[test]
fn reviews_and_the_editor_fit_with_large_texts() {
    check_large_texts("a review", review);
    for sheet in Sheet::ALL {
        check_large_texts(&format!("the editor's {sheet:?}"), |game| {
            game.act(Navigate::To(Screen::Editor));
            game.steps(5);
            game.act(EditorCommand::Show(sheet));
            game.steps(5);
        });
    }
}

/// A match in a window of this size, with this text size in percent.
fn match_with_texts(variant: &str, (width, height): (u32, u32), percent: u16) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    *game.settings() = Settings { text_size: TextSize::from(percent), ..at_once() };
    enter(&mut game, unfinished(variant));
    game.steps(8);
    game
}

const DESKTOPS: [(u32, u32); 3] = [(1280, 800), (2560, 1440), (3840, 2160)];

#[test]
fn large_texts_do_not_shrink_the_board() {
    for size in DESKTOPS {
        for variant in ["classic", "five"] {
            let cell = |percent| match_with_texts(variant, size, percent).report().squares().expect("a board").1;
            let usual = cell(100);
            for percent in [125, 150, 175, 200] {
                let large = cell(percent);
                assert!(large >= usual - 1.0, "{variant} in {size:?} at {percent} %: {usual} becomes {large}");
            }
        }
    }
}

#[test]
fn large_texts_do_not_shrink_the_board_of_a_review_or_the_editor() {
    let edit = |game: &mut TestGame| game.act(Navigate::To(Screen::Editor));
    let screens: [(&str, &dyn Fn(&mut TestGame)); 2] = [("a review", &review), ("the editor", &edit)];
    for (name, open) in screens {
        for (width, height) in [(1280, 800), (844, 390), (390, 844), (2560, 1440), (3840, 2160)] {
            let mut game = TestGame::in_window(width, height);
            *game.settings() = at_once();
            open(&mut game);
            let mut cell = |percent| {
                game.settings().text_size = TextSize::from(percent);
                game.steps(8);
                game.report().squares().expect("a board").1
            };
            let usual = cell(100);
            for percent in [125, 150, 175, 200] {
                let large = cell(percent);
                let least = if width > height { usual - 1.0 } else { 0.9 * usual };
                assert!(large >= least, "{name} in {width} x {height} at {percent} %: {usual} becomes {large}");
            }
        }
    }
}

#[test]
fn captions_keep_a_distance_from_the_edges_of_buttons() {
    for language in Language::ALL {
        for size in DESKTOPS {
            let mut game = match_with_texts("classic", size, 200);
            game.settings().language = Some(language);
            game.steps(8);
            let tools = if language == Language::English { "Analysis" } else { "解析" };
            let words = game.words_in_buttons();
            let (_, words, button) = words.iter().find(|(text, ..)| text == tools).expect("a caption").clone();
            let free = (words.min.x - button.min.x).min(button.max.x - words.max.x);
            assert!(free >= 6.0, "{size:?}: {tools} is {free} pixels from the edge of its button");
        }
    }
}

#[test]
fn the_letters_on_the_frame_grow_with_the_texts() {
    for size in [(320, 568), (390, 844), (844, 390), (1280, 800), (3840, 2160)] {
        let letters = |percent| {
            let mut game = match_with_texts("classic", size, percent);
            let world = game.world_mut();
            let mut labels = world.query::<(&Name, &TextFont, &Text2d)>();
            let sizes = labels.iter(world).filter(|(name, ..)| name.as_str().starts_with("label "));
            let sizes = sizes.map(|(_, font, _)| font.font_size).collect::<Vec<_>>();
            let Some(FontSize::Px(size)) = sizes.first() else { panic!("letters in pixels: {sizes:?}") };
            *size
        };
        let (usual, large) = (letters(100), letters(200));
        assert!(large >= 1.1 * usual && large > 12.0, "{size:?}: {usual} becomes {large}");
    }
}

#[test]
fn everything_beside_a_board_is_reachable_with_large_texts() {
    for (variant, size) in [("classic", (1280, 800)), ("five", (1280, 800)), ("five", (2560, 1440))] {
        let mut game = match_with_texts(variant, size, 200);
        let players = game.game().record.variant().everybody().len();
        let world = game.world_mut();
        let mut cards = world.query::<(&Name, &ComputedNode, &UiGlobalTransform, Option<&CalculatedClip>)>();
        let areas = cards.iter(world).filter(|(name, ..)| name.as_str().starts_with("card of "));
        let seen = areas.filter(|(_, node, at, clip)| {
            let area = Rect::from_center_size(at.translation, node.size());
            clip.is_none_or(|clip| is_inside(area, clip.clip))
        });
        assert_eq!(seen.count(), players, "{variant} in {size:?}: all cards are seen at once");
        for label in ["Undo", "Hint", "Menu"] {
            let control = game.control(label);
            let seen = control.within().map_or(control.area(), |within| within.intersect(control.area()));
            assert!(is_inside(control.area(), seen), "{variant} in {size:?}: {label} is seen at once");
        }
    }
}

#[test]
fn the_settings_keep_their_sections_and_the_sample_with_large_texts() {
    for (width, height) in DESKTOPS {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = Settings { text_size: TextSize::from(200), ..at_once() };
        game.act(Navigate::To(Screen::Settings));
        game.steps(8);
        let place = format!("{width} x {height}");
        let world = game.world_mut();
        let mut samples = world.query_filtered::<(&ComputedNode, &UiGlobalTransform), With<BoardArea>>();
        let (node, at) = samples.single(world).expect("the sample has a place");
        let sample = Rect::from_center_size(at.translation, node.size());
        assert!(sample.height() > 0.3 * height as f32, "{place}: the sample at {sample:?}");
        for section in ["Look", "Motion", "Board", "Sound", "Language", "Keys", "Programs", "Data"] {
            let area = game.control(section).area();
            assert!(area.max.x < sample.min.x && area.max.y < height as f32, "{place}: {section} at {area:?}");
        }
    }
}

#[test]
fn the_names_of_colours_are_whole_on_their_cards() {
    for (width, height) in [(320, 568), (390, 844), (844, 390), (1280, 800), (3840, 2160)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = Settings { text_size: TextSize::from(200), ..at_once() };
        enter(&mut game, classic(8, cpu_plays(Player::White, Character::Greedy)));
        game.steps(8);
        let seen: Vec<String> = texts_seen(&mut game).into_iter().map(|(text, _)| text).collect();
        for name in ["You", "White"] {
            assert!(seen.iter().any(|text| text == name), "{width} x {height}: {name} is not in {seen:?}");
        }
    }
}
