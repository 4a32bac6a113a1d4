//! The index of the lesson: the ways there, to its pages and back.

use bevy::input::keyboard::Key;
use irogaeshi::game::{LessonCommand, Navigate, Overlay, PAGES, Screen};

use crate::harness::{TestGame, at_once, classic, humans, played};

/// Opens the page with this name.
pub(crate) fn open(game: &mut TestGame, name: &str) {
    let index = PAGES.iter().position(|page| page.name == name).expect("there is such a page");
    game.act(LessonCommand::Open(index));
    game.steps(5);
    assert_eq!(game.screen(), Screen::Match);
}

fn heading(game: &TestGame) -> String {
    game.report_json()["heading"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_title_leads_to_the_pages_and_back() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.steps(4);
    game.click_on("Learn");
    game.steps(5);
    assert_eq!(game.screen(), Screen::Learn);
    assert_eq!(game.focused_button().as_deref(), Some("button learn-heading-move"), "the first page comes first");
    game.click_on("Red is a bomb");
    game.steps(5);
    assert_eq!((game.screen(), heading(&game).as_str()), (Screen::Match, "Red is a bomb"));
    game.click_on("Next");
    game.steps(5);
    assert_eq!(heading(&game), "Somebody cuts in");
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Learn);
    assert_eq!(game.focused_button().as_deref(), Some("button learn-heading-cut-in"), "where one was");
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn all_pages_are_visible_on_the_index() {
    for (width, height) in [(1280, 800), (3840, 2160), (844, 390), (390, 844)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        game.act(Navigate::To(Screen::Learn));
        game.steps(8);
        let tiles: Vec<_> = game.report().buttons.iter().filter(|button| button.within().is_some()).collect();
        assert_eq!(tiles.len(), PAGES.len());
        for tile in tiles {
            assert!(tile.is_seen(), "{} at {width} x {height}: {:?}", tile.label, tile.area());
        }
    }
}

#[test]
fn after_looking_something_up_the_player_returns_to_the_match() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, humans()), "f5"));
    game.act(Navigate::Open(Overlay::MatchMenu));
    game.steps(4);
    game.scroll_to("Learn");
    game.click_on("Learn");
    game.steps(5);
    open(&mut game, "corner");
    for expected in [Screen::Learn, Screen::Match] {
        game.press(Key::Escape);
        game.steps(5);
        assert_eq!(game.screen(), expected);
    }
    assert_eq!(game.moves(), "f5");
}
