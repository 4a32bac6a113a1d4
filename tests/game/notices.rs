//! Notices: the one that is shown among several, and when it goes away.

use std::time::Duration;

use irogaeshi::game::{
    CloseNotice, FileOffered, MemoryStore, Navigate, Notice, PasteText, Pasted, Screen, StoragePlugin,
};

use crate::harness::{TestGame, at_once, classic, humans};

fn on_title() -> TestGame {
    TestGame::in_window(1280, 800)
}

/// Shows a notice, and waits until it has been read.
fn say(game: &mut TestGame, notice: Notice) {
    game.write(notice);
    game.pass(Duration::from_millis(1100));
}

fn shown(game: &TestGame) -> Option<String> {
    game.notice()
}

#[test]
fn the_latest_notice_is_shown() {
    let mut game = on_title();
    say(&mut game, Notice::trouble("No game was added."));
    say(&mut game, Notice::trouble("That is no match."));
    assert_eq!(shown(&game).as_deref(), Some("That is no match."));
    say(&mut game, Notice::news("Game added."));
    assert_eq!(shown(&game).as_deref(), Some("Game added."));
    game.act(CloseNotice);
    game.step();
    assert_eq!(shown(&game), None, "what was seen before does not come back");
}

#[test]
fn a_failed_paste_does_not_hide_later_notices() {
    let store = MemoryStore::default();
    let mut game = TestGame::in_window_with(1280, 800, StoragePlugin::with_store(store));
    game.act(Navigate::To(Screen::Games));
    game.steps(5);
    for (text, said) in [("no game at all", "No game was added."), ("f5d6c3", "Game added.")] {
        game.act(PasteText);
        game.write(Pasted(Some(text.to_owned())));
        game.run_until("it is shown", 100, |game| shown(game).is_some_and(|shown_text| shown_text.starts_with(said)));
    }
}

#[test]
fn none_of_several_simultaneous_notices_is_lost() {
    let mut game = on_title();
    let all = ["One file could not be read.", "Another one could not be read.", "The third could not be read."];
    for sentence in all {
        game.write(Notice::trouble(sentence));
    }
    game.steps(2);
    for sentence in all {
        assert_eq!(shown(&game).as_deref(), Some(sentence));
        game.act(CloseNotice);
        game.step();
    }
    assert_eq!(shown(&game), None);
}

#[test]
fn the_next_screen_closes_a_notice() {
    for notice in [Notice::trouble("That is no match."), Notice::news("Copied.")] {
        let mut game = on_title();
        say(&mut game, notice);
        assert!(shown(&game).is_some());
        game.act(Navigate::To(Screen::NewGame));
        game.steps(3);
        assert_eq!((game.screen(), shown(&game)), (Screen::NewGame, None));
    }
}

#[test]
fn a_notice_about_a_new_screen_is_shown_there() {
    let mut game = on_title();
    game.write(Notice::news("Opened."));
    game.act(Navigate::To(Screen::NewGame));
    game.steps(3);
    assert_eq!((game.screen(), shown(&game).as_deref()), (Screen::NewGame, Some("Opened.")));
}

#[test]
fn the_next_move_closes_a_notice() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    say(&mut game, Notice::trouble("That is no match."));
    game.play("d3");
    game.steps(3);
    assert_eq!(shown(&game), None);
    say(&mut game, Notice::trouble("That is no match."));
    game.type_keys("u");
    game.steps(3);
    assert_eq!((game.moves().as_str(), shown(&game)), ("", None));
}

#[test]
fn pressing_another_control_closes_a_notice() {
    let mut game = on_title();
    game.act(Navigate::To(Screen::Settings));
    game.steps(5);
    say(&mut game, Notice::trouble("That is no match."));
    game.click_on("Sound");
    assert_eq!(shown(&game), None);
}

#[test]
fn an_action_does_not_close_a_notice_that_has_just_appeared() {
    let mut game = on_title();
    game.write(Notice::trouble("That is no match."));
    game.steps(2);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(3);
    assert_eq!(shown(&game).as_deref(), Some("That is no match."));
}

#[test]
fn a_question_waits_for_its_answer_despite_other_notices() {
    let mut game = on_title();
    say(&mut game, Notice::trouble("Open it?").offering("Open it", Navigate::To(Screen::Learn)));
    say(&mut game, Notice::news("Copied."));
    game.type_keys("x");
    game.steps(3);
    assert_eq!(shown(&game).as_deref(), Some("Open it?"));
    game.act(CloseNotice);
    game.step();
    assert_eq!(shown(&game).as_deref(), Some("Copied."));
}

#[test]
fn a_notice_of_a_file_replaces_an_older_one() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    for name in ["one.txt", "two.txt"] {
        game.write(FileOffered { name: name.to_owned(), content: Ok(b"nothing".to_vec()) });
        game.steps(3);
        assert!(shown(&game).is_some_and(|shown_text| shown_text.contains(name)), "{name}");
    }
}
