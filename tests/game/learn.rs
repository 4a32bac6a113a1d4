//! What there is to learn: the ways there and back, and boards that play their moves and rest.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use irogaeshi::game::{
    BoardPicture, Figure, Navigate, OpenPage, Overlay, PAGES, Pace, PictureTurn, Screen, Settings, ShowAgain,
};
use irogaeshi::rules::Board;

use crate::harness::{TestGame, at_once, classic, humans, played};

fn page(name: &str) -> usize {
    PAGES.iter().position(|page| page.name == name).expect("there is such a page")
}

/// The boards of the page that is shown.
fn boards(game: &mut TestGame) -> Vec<Board> {
    game.all::<BoardPicture>().into_iter().map(|picture| picture.0).collect()
}

fn ends(page: usize) -> Vec<Board> {
    let records = PAGES[page].figures.iter().filter_map(Figure::record);
    records.map(|record| record.position().board().clone()).collect()
}

pub(crate) fn open(game: &mut TestGame, name: &str) -> usize {
    let index = page(name);
    game.act(OpenPage(index));
    game.steps(4);
    assert_eq!(game.screen(), Screen::LearnPage);
    index
}

#[test]
fn the_title_leads_to_the_first_steps_and_to_pages() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.steps(4);
    game.click_on("Learn");
    game.steps(5);
    assert_eq!(game.screen(), Screen::Learn);
    game.scroll_to("Bombs");
    game.click_on("Bombs");
    game.steps(5);
    assert_eq!(game.screen(), Screen::LearnPage);
    game.click_on("Next");
    game.steps(5);
    assert_eq!(boards(&mut game).last(), ends(page("cut-in")).last());
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Learn);
    assert_eq!(game.focused_button().as_deref(), Some("button learn-page-cut-in"), "where one was");
    game.scroll_to("First steps");
    game.click_on("First steps");
    game.steps(5);
    assert_eq!(game.screen(), Screen::Match);
    assert!(game.names().contains(&"lesson".to_owned()));
}

#[test]
fn every_page_can_be_read_one_after_the_other() {
    let mut game = TestGame::in_window(390, 844);
    *game.settings() = at_once();
    open(&mut game, PAGES[0].name);
    for (index, page) in PAGES.iter().enumerate() {
        assert_eq!(boards(&mut game).len(), 2 * page.figures.len(), "{}", page.name);
        if index + 1 < PAGES.len() {
            game.click_on("Next");
            game.steps(5);
        }
    }
    game.click_on("All pages");
    game.steps(5);
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn whoever_looks_something_up_comes_back_to_the_match() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, humans()), "f5"));
    game.act(Navigate::Open(Overlay::MatchMenu));
    game.steps(4);
    game.scroll_to("Learn");
    game.click_on("Learn");
    game.steps(5);
    open(&mut game, "corners");
    for expected in [Screen::Learn, Screen::Match] {
        game.press(Key::Escape);
        game.steps(5);
        assert_eq!(game.screen(), expected);
    }
    assert_eq!(game.moves(), "f5");
}

#[test]
fn boards_play_their_moves_a_few_times_and_rest() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = Settings { pace: Some(Pace::CALM), ..Settings::default() };
    let index = open(&mut game, "wild");
    let starts = boards(&mut game);
    game.run_until("a move is played", 400, |game| boards(game) != starts);
    game.steps(10);
    let turns = game.all::<PictureTurn>();
    assert!(turns.iter().any(|turn| turn.progress > 0.0 && turn.progress < 1.0), "discs turn: {turns:?}");
    game.run_until("it begins again", 4000, |game| boards(game) == starts);
    game.run_until("it rests", 20_000, |game| game.sleep() == Some(Duration::from_mins(1)));
    assert_eq!(boards(&mut game), ends(index), "at the end");
    game.act(ShowAgain);
    game.steps(2);
    assert_eq!(boards(&mut game), starts);
    game.run_until("a move is played again", 400, |game| boards(game) != starts);
}

#[test]
fn without_motion_pages_show_what_was_before_and_after() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    let index = open(&mut game, "bomb");
    let shown = boards(&mut game);
    assert_eq!((shown.len(), shown.last()), (2, ends(index).last()));
    game.steps(20);
    assert_eq!(game.sleep(), Some(Duration::from_mins(1)));
    game.pass(Duration::from_secs(20));
    assert_eq!(boards(&mut game), shown);
    assert!(game.all::<PictureTurn>().is_empty());
    assert!(!game.told().buttons.iter().any(|button| button.label == "Show again"));
}

#[test]
fn what_is_said_on_a_page_is_told_to_screen_readers() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    open(&mut game, "wild");
    assert!(game.told().status.contains("Green is wild"), "{}", game.told().status);
}
