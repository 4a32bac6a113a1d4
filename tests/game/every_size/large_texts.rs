//! Every screen with texts as large as they can be.

use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceCommand, AdviceKind, EditorAction, Navigate, NewGameTab, Screen, Settings, SettingsSection, Sheet,
    ShowSection, ShowTab, TextSize,
};
use irogaeshi::rules::Player;

use super::look::{enter, look_at_large_texts, over, unfinished};
use super::{review, texts_seen};
use crate::harness::{THOUGHT, TestGame, at_once, classic, cpu_plays};

#[test]
fn large_texts() {
    look_at_large_texts("the title", |game| {
        enter(game, unfinished("classic"));
        game.act(Navigate::To(Screen::Title));
        game.steps(5);
    });
    for section in SettingsSection::ALL {
        look_at_large_texts(&format!("the settings of {section:?}"), |game| {
            game.act(Navigate::To(Screen::Settings));
            game.steps(5);
            game.act(ShowSection(section));
            game.steps(5);
        });
    }
    for part in NewGameTab::ALL {
        look_at_large_texts(&format!("a new game's {part:?}"), |game| {
            game.choose_board("five");
            game.act(Navigate::To(Screen::NewGame));
            game.steps(5);
            game.act(ShowTab(part));
            game.steps(5);
        });
    }
}

#[test]
fn matches_with_large_texts() {
    for variant in ["classic", "five"] {
        look_at_large_texts(&format!("a match of {variant}"), |game| enter(game, unfinished(variant)));
        look_at_large_texts(&format!("the result of {variant}"), |game| enter(game, over(variant)));
    }
}

#[test]
fn advice_with_large_texts() {
    look_at_large_texts("a hint", |game| {
        enter(game, classic(4, cpu_plays(Player::White, Character::Greedy)));
        game.act(AdviceCommand::Toggle(AdviceKind::Hint));
        // Then it is never replaced by a better one.
        let is_exact = |game: &mut TestGame| game.advice().found().is_some_and(|found| found.is_exact);
        game.run_until("the hint is exact", THOUGHT, is_exact);
        game.steps(3);
    });
}

#[test]
fn reviews_and_the_editor_with_large_texts() {
    look_at_large_texts("a review", review);
    for sheet in Sheet::ALL {
        look_at_large_texts(&format!("the editor's {sheet:?}"), |game| {
            game.act(Navigate::To(Screen::Editor));
            game.steps(5);
            game.act(EditorAction::Show(sheet));
            game.steps(5);
        });
    }
}

#[test]
fn with_large_texts_a_board_beside_its_panel_is_most_of_what_is_seen() {
    for (width, height) in [(1280, 800), (2560, 1440), (3840, 2160)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = Settings { text_size: TextSize::from(200), ..at_once() };
        enter(&mut game, unfinished("classic"));
        game.steps(8);
        let (squares, _) = game.told().squares().expect("a board");
        assert!(squares.height() >= 0.5 * height as f32, "{width} x {height}: the squares lie at {squares:?}");
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
