//! Screen readers are told every text on a screen, once and under headings.

use bevy::prelude::*;
use irogaeshi::game::{Language, Navigate, Online, Screen, SettingCommand};

use crate::harness::{ANNA, BEN, ME, TestGame, at_once, classic, connected, humans, played, read};
use crate::learn::open;
use crate::online_screens::{listed, lobby, open_lobby, waiting_room};

/// The texts that are displayed on the screen.
fn shown(game: &mut TestGame) -> Vec<String> {
    let world = game.world_mut();
    let mut texts = world.query::<(&Text, &ComputedNode, &InheritedVisibility)>();
    let is_read = |text: &Text| text.chars().any(char::is_alphanumeric);
    let found =
        texts.iter(world).filter(|(text, node, visibility)| visibility.get() && !node.is_empty() && is_read(text));
    found.map(|(text, ..)| read(text)).collect()
}

/// All reported lines and the words of controls.
fn told(game: &TestGame) -> Vec<String> {
    let told = game.told();
    let controls = told.controls().flat_map(|control| {
        [control.label.clone(), control.description.clone(), control.text.clone(), control.placeholder.clone()]
    });
    let report = game.report();
    let line = |name: &str| report[name].as_str().unwrap_or_default().to_owned();
    let lines = ["heading", "status", "standing", "notice", "advice", "question"].map(line);
    lines.into_iter().chain(told.texts.iter().map(|found| found.text.clone())).chain(controls).collect()
}

/// Checks the current screen; `name` is for error messages.
fn check(game: &mut TestGame, name: &str) {
    let told = told(game);
    let untold: Vec<String> = shown(game)
        .into_iter()
        .filter(|text| !told.iter().any(|line| line.contains(text.trim_end_matches(['.', '。', ':', '：']))))
        .collect();
    assert_eq!(untold, [] as [String; 0], "{name}: shown and not told");
    let report = game.report();
    let texts = &game.told().texts;
    assert!(texts.iter().all(|found| !found.text.trim().is_empty()), "{name}: {texts:?}");
    for line in ["heading", "status", "notice"] {
        let line = report[line].as_str().unwrap_or_default();
        let twice = texts.iter().find(|found| !line.is_empty() && line == found.text);
        assert!(twice.is_none(), "{name}: {twice:?} is told twice");
    }
}

/// The headings of the screen.
fn headings(game: &TestGame) -> Vec<&str> {
    game.told().texts.iter().filter(|found| found.is_heading).map(|found| found.text.as_str()).collect()
}

fn texts(game: &TestGame) -> String {
    game.told().texts.iter().map(|found| found.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn go(game: &mut TestGame, screen: Screen) {
    game.act(Navigate::To(screen));
    game.run_until("the screen is shown", 20, |game| game.screen() == screen);
    game.steps(10);
}

#[test]
fn whatever_is_read_on_a_screen_is_told() {
    for language in [Language::English, Language::Japanese] {
        for (width, height) in [(1280, 800), (390, 844)] {
            let mut game = TestGame::in_window(width, height);
            *game.settings() = at_once();
            game.act(SettingCommand::ChooseLanguage(Some(language)));
            for screen in [
                Screen::Title,
                Screen::NewGame,
                Screen::Settings,
                Screen::Games,
                Screen::Statistics,
                Screen::Learn,
                Screen::Lobby,
                Screen::NewRoom,
            ] {
                go(&mut game, screen);
                check(&mut game, &format!("{screen:?} at {width} x {height} in {language:?}"));
            }
        }
    }
}

#[test]
fn a_new_game_tells_its_board_and_that_it_ends_another() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, humans()), "f5 d6"));
    go(&mut game, Screen::NewGame);
    check(&mut game, "a new game in place of another");
    assert!(texts(&game).contains("64 squares"), "{}", texts(&game));
    assert!(texts(&game).contains("unfinished"), "{}", texts(&game));
    assert!(!headings(&game).is_empty());
}

#[test]
fn a_page_of_the_lesson_is_told_under_its_heading_and_the_next_is_spoken() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    go(&mut game, Screen::Learn);
    open(&mut game, "wild");
    assert_eq!(game.report()["heading"], "Green is wild");
    assert!(game.told().status.contains("You have no disc on this board"), "{}", game.told().status);
    open(&mut game, "bomb");
    assert_eq!(game.spoken().news, "Red is a bomb");
}

#[test]
fn online_tells_who_waits_on_which_board_and_a_room_who_sits_where() {
    let mut game = lobby(1280, 800, Online { rooms: Some(listed()), ..connected() });
    game.steps(5);
    check(&mut game, "where players find each other");
    let told = told(&game).join("\n");
    for wanted in ["Anna", "Wilhelmina Marie"] {
        assert!(told.contains(wanted), "{wanted} in {told}");
    }

    for device in [ME, ANNA, BEN] {
        let mut game = TestGame::in_window(1280, 800);
        *game.settings() = at_once();
        open_lobby(&mut game, connected());
        game.know(waiting_room("five").known_at(device));
        game.run_until("the room is seen", 10, |game| game.screen() == Screen::Room);
        game.steps(5);
        check(&mut game, "a room");
        let told = self::told(&game).join("\n");
        for wanted in ["Mia", "Anna"] {
            assert!(told.contains(wanted), "{wanted} in {told}");
        }
    }
}
