//! The lesson: exercises on small boards, offered once, without losing the current match.

use std::collections::BTreeSet;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use irogaeshi::game::{
    Chapter, FileOffered, Language, LessonCommand, Match, MatchChange, MatchCommand, Navigate, OnPress, PAGES, Page,
    Progress, Screen, SettingCommand, SetupCommand,
};
use irogaeshi::rules::{Player, Square, Variant};

use crate::harness::{TestGame, at_once, classic, humans, played};
use crate::learn::open;

/// Minimum share of the window's shorter side that the squares fill, without their frame: for two players, and for
/// more, whose turns are listed.
const MIN_SHARES: (f32, f32) = (0.7, 0.6);
/// Sizes of windows in which the lesson is checked.
const SIZES: [(u32, u32); 5] = [(1280, 800), (844, 390), (390, 844), (320, 568), (3840, 2160)];

fn five() -> Match {
    Match::new(Variant::built_in("five").expect("is built in"), humans(), 1)
}

fn lesson_text(game: &mut TestGame) -> String {
    game.text_below("lesson").expect("the lesson is shown")
}

fn page(game: &TestGame) -> &'static Page {
    game.game().exercise.expect("an exercise is on the board")
}

fn progress(game: &TestGame) -> Progress {
    page(game).progress(&game.game().record)
}

/// A move of the learner that begins or continues a solution, or one that does not.
fn learners_move(game: &TestGame, solves: bool) -> Option<Square> {
    let (solutions, played) = (page(game).solutions, game.moves());
    let leads_on = |square: &Square| {
        let moves = format!("{played} {square}");
        solutions.iter().any(|line| line.starts_with(moves.trim_start()))
    };
    game.position().legal_squares().iter().find(|square| leads_on(square) == solves)
}

/// Area of the node with this name, in logical pixels.
fn area_of(game: &mut TestGame, name: &str) -> Rect {
    let world = game.world_mut();
    let scale = world.query::<&Window>().single(world).expect("one window").scale_factor();
    let mut nodes = world.query::<(&Name, &ComputedNode, &UiGlobalTransform)>();
    let (_, node, transform) =
        nodes.iter(world).find(|(given, ..)| given.as_str() == name).expect("the screen has such a node");
    Rect::from_center_size(transform.transform_point2(Vec2::ZERO) / scale, node.size() / scale)
}

/// Plays the exercise until it is over: solves it, or misses it with the next move.
fn play_exercise(game: &mut TestGame, solves: bool) {
    while progress(game) == Progress::Open {
        let ply = game.ply();
        if game.position().to_move() == Some(Player::Black) {
            let square = learners_move(game, solves).expect("there is such a move");
            game.play(&square.to_string());
        }
        game.run_until("the exercise goes on", 2000, |game| game.ply() > ply || progress(game) != Progress::Open);
    }
    game.rest();
    game.steps(3);
}

/// Label of the focused button.
fn focused(game: &TestGame) -> String {
    game.focused().unwrap_or_default()
}

#[test]
fn the_lesson_goes_from_page_to_page_by_playing() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.act(LessonCommand::Open(0));
    game.steps(4);
    let mut sentences = BTreeSet::new();
    for (index, expected) in PAGES.iter().enumerate() {
        assert_eq!((game.screen(), page(&game)), (Screen::Match, expected));
        let task = lesson_text(&mut game);
        play_exercise(&mut game, true);
        assert_eq!(progress(&game), Progress::Solved, "{}", expected.name);
        let solved = lesson_text(&mut game);
        assert_ne!(solved, task);
        sentences.extend([task, solved]);
        let on = if index + 1 < PAGES.len() { "Next" } else { "Choose a board" };
        assert_eq!(focused(&game), on, "Enter leads on");
        game.press(Key::Enter);
        game.steps(6);
    }
    assert_eq!(sentences.len(), 2 * PAGES.len());
    assert_eq!(game.screen(), Screen::NewGame);
    assert!(!game.world_mut().contains_resource::<Match>(), "the lesson's match goes with it");
}

#[test]
fn a_move_that_misses_the_point_is_explained_and_tried_again() {
    for (index, _) in PAGES.iter().enumerate().filter(|(_, page)| page.can_be_missed()) {
        let mut game = TestGame::in_window(1280, 800);
        *game.settings() = at_once();
        game.act(LessonCommand::Open(index));
        game.steps(4);
        let task = lesson_text(&mut game);
        play_exercise(&mut game, false);
        let name = PAGES[index].name;
        assert_eq!(progress(&game), Progress::Missed, "{name}");
        assert_ne!(lesson_text(&mut game), task, "{name}");
        let moves = game.moves();
        if let Some(square) = game.position().legal_squares().iter().next() {
            game.play(&square.to_string());
            game.rest();
        }
        assert_eq!(game.moves(), moves, "{name}: the board waits");
        assert_eq!(focused(&game), "Again", "{name}");
        game.press(Key::Enter);
        game.rest();
        game.steps(3);
        assert_eq!((game.moves().as_str(), lesson_text(&mut game)), ("", task), "{name}");
        play_exercise(&mut game, true);
        assert_eq!(progress(&game), Progress::Solved, "{name}");
    }
}

#[test]
fn keys_turn_the_pages_without_playing() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.act(LessonCommand::Open(0));
    game.steps(4);
    for (key, index) in [(Key::PageDown, 1), (Key::PageDown, 2), (Key::PageUp, 1), (Key::PageUp, 0), (Key::PageUp, 0)] {
        game.press(key);
        game.steps(5);
        assert_eq!(page(&game), &PAGES[index]);
    }
}

#[test]
fn the_learner_is_called_you_and_plays_against_an_opponent() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.act(LessonCommand::Open(0));
    game.steps(5);
    let shown = game.text_below("screen Match").expect("the screen has texts");
    let lines: Vec<&str> = shown.lines().collect();
    for wanted in ["You", "Opponent", "Rules, page 1 of 4"] {
        assert_eq!(lines.iter().filter(|line| **line == wanted).count(), 1, "{wanted} in {lines:?}");
    }
}

#[test]
fn the_board_of_a_page_is_as_large_as_possible() {
    for (width, height) in SIZES {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        for page in &PAGES {
            open(&mut game, page.name);
            let (squares, _) = game.report().squares().expect("a board is on the screen");
            let share = if width > height { squares.height() / height as f32 } else { squares.width() / width as f32 };
            let is_of_two = game.game().record.variant().everybody().len() == 2;
            let least = if is_of_two { MIN_SHARES.0 } else { MIN_SHARES.1 };
            assert!(share > least, "{} at {width} x {height}: {share}", page.name);
        }
    }
}

#[test]
fn all_texts_and_buttons_of_every_page_are_visible() {
    for language in [Language::English, Language::Japanese] {
        for (width, height) in SIZES {
            let mut game = TestGame::in_window(width, height);
            *game.settings() = at_once();
            game.act(SettingCommand::ChooseLanguage(Some(language)));
            for page in &PAGES {
                open(&mut game, page.name);
                let what = format!("{} at {width} x {height} in {language:?}", page.name);
                let unseen: Vec<String> = game
                    .report()
                    .buttons
                    .iter()
                    .filter(|button| !button.is_seen())
                    .map(|button| button.label.clone())
                    .collect();
                assert_eq!(unseen, [] as [String; 0], "{what}");
                let words = area_of(&mut game, "lesson");
                let window = Rect::new(0.0, 0.0, width as f32, height as f32);
                assert_eq!(window.union(words), window, "{what}");
                let buttons = game.report().buttons.iter().map(|button| button.area().min.y).fold(f32::MAX, f32::min);
                assert!(words.max.y <= buttons, "{what}: {words:?} reaches under the buttons at {buttons}");
            }
        }
    }
}

#[test]
fn leaving_the_lesson_returns_to_the_interrupted_match() {
    let ways: [(OnPress, Screen); 4] = [
        (LessonCommand::End.into(), Screen::Match),
        (Navigate::To(Screen::Title).into(), Screen::Title),
        (Navigate::To(Screen::NewGame).into(), Screen::NewGame),
        (Navigate::To(Screen::Learn).into(), Screen::Learn),
    ];
    for (leave, screen) in ways {
        let mut game = TestGame::with_settings(played(classic(8, humans()), "f5 d6 c3"), at_once());
        game.act(LessonCommand::Open(0));
        game.steps(4);
        assert_eq!(game.moves(), "");
        play_exercise(&mut game, true);
        game.activate(&leave);
        game.steps(4);
        assert_eq!(game.moves(), "f5 d6 c3", "{leave:?}");
        assert_eq!(game.screen(), screen);
        if screen == Screen::Match {
            game.assert_shows_record();
        }
        if screen == Screen::Learn {
            game.press(Key::Escape);
            game.steps(4);
            assert_eq!(game.screen(), Screen::Match, "the lesson was begun there");
        }
    }
}

#[test]
fn opening_a_board_ends_the_lesson() {
    let mut game = TestGame::with_settings(played(classic(8, humans()), "f5 d6 c3"), at_once());
    game.act(LessonCommand::Open(0));
    game.steps(4);
    let board = b"name: Small\nplayers: black white\nboard:\n.WB.\n".to_vec();
    game.act(FileOffered { name: "small.txt".to_owned(), content: Ok(board) });
    game.run_until("a new game is offered", 5, |game| game.screen() == Screen::NewGame);
    assert_eq!(game.moves(), "f5 d6 c3", "the match that was interrupted is back");
    game.act(SetupCommand::Start);
    game.run_until("the board is played", 5, |game| game.screen() == Screen::Match);
    game.steps(3);
    assert!(!game.names().contains(&"button learn-contents".to_owned()));
    game.act(LessonCommand::Open(0));
    game.steps(4);
    assert!(game.names().contains(&"button learn-contents".to_owned()), "the lesson can be taken again");
}

#[test]
fn the_pages_of_colour_are_offered_once_to_players_of_colour() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    assert_eq!(game.text_below("offer"), None);
    game.act(LessonCommand::Open(0));
    game.steps(4);
    game.act(LessonCommand::End);
    game.steps(4);
    game.enter(five());
    assert!(game.text_below("offer").is_some(), "plain reversi teaches none of it");
    game.press(Key::ArrowDown);
    assert!(game.focus().is_some(), "the board can be played behind the offer");
    game.act(Navigate::Close);
    game.steps(2);
    assert_eq!(game.text_below("offer"), None);
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    game.enter(five());
    assert_eq!(game.text_below("offer"), None);
}

#[test]
fn the_offer_leads_to_the_pages_of_colour() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(five());
    game.steps(4);
    game.click_on("Learn");
    game.steps(4);
    assert_eq!(page(&game).chapter, Chapter::Colour);
}

#[test]
fn playing_on_declines_the_offer() {
    let mut game = TestGame::with_settings(five(), at_once());
    assert!(game.text_below("offer").is_some());
    game.play("d3");
    game.steps(2);
    assert_eq!(game.text_below("offer"), None);
    assert_eq!(game.moves(), "d3");
}

#[test]
fn a_move_of_an_exercise_can_be_taken_back() {
    let mut game = TestGame::new();
    game.act(LessonCommand::Open(0));
    game.steps(4);
    play_exercise(&mut game, true);
    assert_eq!(progress(&game), Progress::Solved);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    assert_eq!(progress(&game), Progress::Open);
    play_exercise(&mut game, true);
    assert_eq!(progress(&game), Progress::Solved);
}
