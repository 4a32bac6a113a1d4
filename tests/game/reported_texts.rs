//! Screen readers get every text on a screen, once and under headings.

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
fn reported_lines(game: &TestGame) -> Vec<String> {
    let reported = game.report();
    let controls = reported.controls().flat_map(|control| {
        [control.label.clone(), control.description.clone(), control.text.clone(), control.placeholder.clone()]
    });
    let report = game.report_json();
    let line = |name: &str| report[name].as_str().unwrap_or_default().to_owned();
    let lines = ["heading", "status", "standing", "notice", "advice", "question"].map(line);
    lines.into_iter().chain(reported.texts.iter().map(|found| found.text.clone())).chain(controls).collect()
}

/// Checks the current screen; `name` is for error messages.
fn check(game: &mut TestGame, name: &str) {
    let reported = reported_lines(game);
    let unreported: Vec<String> = shown(game)
        .into_iter()
        .filter(|text| !reported.iter().any(|line| line.contains(text.trim_end_matches(['.', '。', ':', '：']))))
        .collect();
    assert_eq!(unreported, [] as [String; 0], "{name}: shown and not reported");
    let report = game.report_json();
    let texts = &game.report().texts;
    assert!(texts.iter().all(|found| !found.text.trim().is_empty()), "{name}: {texts:?}");
    for line in ["heading", "status", "notice"] {
        let line = report[line].as_str().unwrap_or_default();
        let twice = texts.iter().find(|found| !line.is_empty() && line == found.text);
        assert!(twice.is_none(), "{name}: {twice:?} is reported twice");
    }
}

/// The headings of the screen.
fn headings(game: &TestGame) -> Vec<&str> {
    game.report().texts.iter().filter(|found| found.is_heading).map(|found| found.text.as_str()).collect()
}

fn texts(game: &TestGame) -> String {
    game.report().texts.iter().map(|found| found.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn go(game: &mut TestGame, screen: Screen) {
    game.act(Navigate::To(screen));
    game.run_until("the screen is shown", 20, |game| game.screen() == screen);
    game.steps(10);
}

#[test]
fn every_text_on_a_screen_is_reported() {
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
                Screen::Library,
                Screen::Statistics,
                Screen::Simulator,
                Screen::Quests,
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
fn a_new_game_reports_its_board_and_the_match_that_it_ends() {
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
fn a_lesson_page_is_reported_under_its_heading_and_the_next_is_spoken() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    go(&mut game, Screen::Learn);
    open(&mut game, "wild");
    assert_eq!(game.report_json()["heading"], "Green is wild");
    assert!(game.report().status.contains("You have no disc on this board"), "{}", game.report().status);
    open(&mut game, "bomb");
    assert_eq!(game.spoken().news, "Red is a bomb");
}

#[test]
fn waiting_players_and_the_seats_of_a_room_are_reported() {
    let mut game = lobby(1280, 800, Online { rooms: Some(listed()), ..connected() });
    game.steps(5);
    check(&mut game, "where players find each other");
    let reported = reported_lines(&game).join("\n");
    for wanted in ["Anna", "Wilhelmina Marie"] {
        assert!(reported.contains(wanted), "{wanted} in {reported}");
    }

    for device in [ME, ANNA, BEN] {
        let mut game = TestGame::in_window(1280, 800);
        *game.settings() = at_once();
        open_lobby(&mut game, connected());
        game.set_online(waiting_room("five").known_at(device));
        game.run_until("the room is seen", 10, |game| game.screen() == Screen::Room);
        game.steps(5);
        check(&mut game, "a room");
        let reported = reported_lines(&game).join("\n");
        for wanted in ["Mia", "Anna"] {
            assert!(reported.contains(wanted), "{wanted} in {reported}");
        }
    }
}
