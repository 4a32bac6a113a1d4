//! The keyboard on the board: moving the focus, typing names of squares, and shortcut letters.

use std::time::Duration;

use bevy::input::keyboard::Key;
use irogaeshi::cpu::Character;
use irogaeshi::game::{AdviceKind, AskToRestart, Intent, Match, MatchPhase, Navigate, Screen, Settings};
use irogaeshi::rules::{Direction, Player};

use crate::harness::{FRAME, TestGame, at_once, classic, cpu_plays, humans, played};

/// Longer than a typed letter waits for its number.
const A_MOMENT: Duration = Duration::from_secs(3);

fn eight() -> TestGame {
    TestGame::with_settings(classic(8, humans()), at_once())
}

fn sixteen() -> TestGame {
    TestGame::with_settings(classic(16, humans()), at_once())
}

/// A board of 16 x 16 on which a1 and a10 are legal, whose names begin alike.
fn sixteen_with_a1_and_a10() -> TestGame {
    let row = |number| if [1, 10].contains(&number) { ".WB............." } else { "................" };
    let board: Vec<&str> = (1..=16).map(row).collect();
    let text = format!("name: Sixteen\nplayers: black white\nboard:\n{}\n", board.join("\n"));
    let start = Match::new(text.parse().expect("a variant"), humans(), 1);
    TestGame::with_settings(start, at_once())
}

#[test]
fn arrows_move_the_focus() {
    let mut game = eight();
    assert_eq!(game.focus(), None);
    game.press(Key::ArrowDown);
    let first = game.focus().expect("the first arrow shows the focus");
    for (arrow, back) in [(Key::ArrowUp, Key::ArrowDown), (Key::ArrowLeft, Key::ArrowRight)] {
        game.press(arrow);
        assert_ne!(game.focus(), Some(first.clone()));
        game.press(back);
        assert_eq!(game.focus(), Some(first.clone()));
    }
}

#[test]
fn arrows_reach_every_corner_and_stop_there() {
    let mut game = eight();
    for (arrows, corner) in [
        ([Key::ArrowUp, Key::ArrowLeft], "a1"),
        ([Key::ArrowUp, Key::ArrowRight], "h1"),
        ([Key::ArrowDown, Key::ArrowRight], "h8"),
        ([Key::ArrowDown, Key::ArrowLeft], "a8"),
    ] {
        for arrow in arrows {
            (0..10).for_each(|_| game.press(arrow.clone()));
        }
        assert_eq!(game.focus().as_deref(), Some(corner));
    }
}

#[test]
fn the_focus_starts_at_the_last_move() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6"));
    game.press(Key::ArrowUp);
    assert_eq!(game.focus().as_deref(), Some("d6"));
}

#[test]
fn the_focus_steps_over_holes() {
    let holes = "name: Holes\nplayers: black white\nboard:\n....\n.WB.\n.BW.\n.##.\n.##.\n....\n";
    let start = Match::new(holes.parse().expect("a variant"), humans(), 1);
    let mut game = TestGame::with(start);
    game.type_keys("b3");
    assert_eq!(game.focus().as_deref(), Some("b3"));
    game.press(Key::ArrowDown);
    assert_eq!(game.focus().as_deref(), Some("b6"));
    game.press(Key::ArrowUp);
    assert_eq!(game.focus().as_deref(), Some("b3"));
}

#[test]
fn enter_and_space_play_the_focused_square() {
    let mut game = eight();
    game.press(Key::ArrowDown);
    game.press(Key::ArrowRight);
    game.press(Key::Enter);
    assert_eq!(game.moves(), "f5");
    game.press(Key::ArrowUp);
    game.press(Key::Space);
    assert_eq!(game.moves(), "f5 f4");
}

#[test]
fn the_focused_square_is_previewed() {
    let mut game = eight();
    assert_eq!(game.legal_moves().preview, None);
    game.press(Key::ArrowDown);
    game.press(Key::ArrowRight);
    assert_eq!(game.focus().as_deref(), Some("f5"));
    let preview = game.legal_moves().preview.expect("a preview of a legal square");
    let captured: Vec<String> = preview.captured().map(|square| square.to_string()).collect();
    assert_eq!((preview.square().to_string(), captured), ("f5".to_owned(), vec!["e5".to_owned()]));
    game.press(Key::ArrowRight);
    assert_eq!(game.legal_moves().preview, None, "g5 captures nothing");
}

#[test]
fn a_typed_name_is_played_at_once_if_it_cannot_be_longer() {
    let mut game = eight();
    game.type_keys("d3");
    assert_eq!(game.moves(), "d3");
}

#[test]
fn a_name_can_be_typed_in_capitals() {
    let mut game = eight();
    game.type_keys("D3");
    assert_eq!(game.moves(), "d3");
}

#[test]
fn a_typed_square_that_cannot_be_played_is_refused() {
    let mut game = eight();
    game.type_keys("a1");
    game.step();
    assert_eq!((game.take_messages().refusals.len(), game.moves().as_str()), (1, ""));
}

#[test]
fn a_mistyped_letter_is_replaced_by_the_next() {
    let mut game = eight();
    game.type_keys("cd3");
    assert_eq!(game.moves(), "d3");
    assert_eq!(game.take_messages().refusals, []);
}

#[test]
fn backspace_forgets_a_typed_letter() {
    let mut game = eight();
    game.type_keys("d");
    game.press(Key::Backspace);
    game.type_keys("3");
    game.pass(A_MOMENT);
    assert_eq!(game.moves(), "");
}

#[test]
fn a_letter_without_a_shortcut_waits_for_its_number_without_limit() {
    let mut game = eight();
    game.type_keys("d");
    (0..5).for_each(|_| game.frame_of(A_MOMENT * 10));
    game.type_keys("3");
    assert_eq!(game.moves(), "d3");
}

#[test]
fn a_letter_with_a_shortcut_waits_for_its_number_for_the_chosen_time() {
    for wait in Settings::TYPING_WAITS {
        assert!(wait >= Duration::from_secs(2), "{wait:?}");
        let on_time = |late: bool| {
            let mut game = TestGame::with_settings(classic(8, humans()), Settings { typing_wait: wait, ..at_once() });
            game.type_keys("h");
            game.frame_of(if late { wait } else { wait.saturating_sub(FRAME * 5) });
            game.steps(2);
            game.type_keys("3");
            game.step();
            game.take_messages().refusals.len() == 1
        };
        assert_eq!((on_time(false), on_time(true)), (true, false), "h3 is tried within {wait:?}, not later");
    }
}

#[test]
fn a_number_typed_while_the_frame_that_ends_the_wait_is_drawn_still_counts() {
    let mut game = eight();
    game.type_keys("h");
    game.frame_of(Duration::from_secs(2));
    game.type_keys("3");
    game.step();
    assert_eq!(game.take_messages().refusals.len(), 1, "h3 was tried");
}

#[test]
fn a_letter_typed_twice_runs_its_shortcut_at_once() {
    let mut game = TestGame::with_settings(classic(8, cpu_plays(Player::White, Character::Greedy)), at_once());
    game.type_keys("hh");
    game.step();
    assert_eq!(game.advice().kind(), Some(AdviceKind::Hint));
    game.pass(A_MOMENT);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Hint), "nothing waits any more");
}

#[test]
fn another_action_discards_a_waiting_letter() {
    let ways: [fn(&mut TestGame); 3] = [
        |game| game.press(Key::ArrowDown),
        |game| {
            game.press(Key::Escape);
            game.press(Key::Escape);
        },
        |game| {
            game.put_finger_on("a1");
            game.slide_finger_to("a1");
        },
    ];
    for go_on in ways {
        let mut game = eight();
        game.type_keys("d");
        go_on(&mut game);
        game.steps(3);
        game.type_keys("3");
        game.pass(A_MOMENT);
        assert_eq!(game.moves(), "");
    }
}

#[test]
fn m_toggles_the_marks_of_legal_squares() {
    let mut game = eight();
    assert!(game.settings().legal_marks);
    game.type_keys("m");
    assert!(!game.settings().legal_marks);
    game.type_keys("m");
    assert!(game.settings().legal_marks);
}

#[test]
fn s_mutes() {
    let mut game = eight();
    assert!(!game.settings().sound.muted);
    game.type_keys("s");
    assert!(game.settings().sound.muted);
    game.type_keys("s");
    assert!(!game.settings().sound.muted);
}

#[test]
fn h_alone_asks_for_a_hint_after_a_moment() {
    let mut game = TestGame::with_settings(classic(8, cpu_plays(Player::White, Character::Greedy)), at_once());
    game.type_keys("h");
    assert_eq!(game.advice().kind(), None, "it could still be a square's name");
    game.pass(A_MOMENT);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Hint));
    game.type_keys("h");
    game.pass(A_MOMENT);
    assert_eq!(game.advice().kind(), None);
}

#[test]
fn h_and_a_number_name_a_square() {
    let mut game = eight();
    game.type_keys("h3");
    game.pass(A_MOMENT);
    assert!(game.settings().legal_marks);
    assert_eq!(game.focus().as_deref(), Some("h3"));
    assert_eq!(game.take_messages().refusals.len(), 1, "h3 was tried");
}

#[test]
fn u_undoes_and_r_redoes() {
    let mut game = eight();
    game.type_keys("d3c3");
    assert_eq!(game.moves(), "d3 c3");
    for (key, moves) in [("u", "d3"), ("u", ""), ("u", ""), ("r", "d3"), ("r", "d3 c3"), ("r", "d3 c3")] {
        game.type_keys(key);
        game.step();
        assert_eq!(game.moves(), moves, "after {key}");
    }
}

#[test]
fn n_opens_a_new_game() {
    let mut game = eight();
    game.type_keys("n");
    game.steps(3);
    assert_eq!(game.screen(), Screen::NewGame);
}

#[test]
fn n_waits_if_it_is_a_column() {
    let mut game = sixteen();
    game.type_keys("n");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Match);
    game.pass(A_MOMENT);
    assert_eq!(game.screen(), Screen::NewGame);
}

#[test]
fn escape_opens_and_closes_the_menu_from_which_the_title_is_reached() {
    let mut game = eight();
    for is_open in [true, false, true] {
        game.press(Key::Escape);
        game.steps(3);
        assert_eq!(game.text_below("match menu").is_some(), is_open);
        assert_eq!(game.screen(), Screen::Match);
    }
    assert_eq!(game.focused_button().as_deref(), Some("button menu-continue"));
    // The first arrow key shows the focus. The switches are the last group, below the entries that leave the match.
    for _ in 0..12 {
        game.press(Key::ArrowUp);
        if game.focused_button().as_deref() == Some("button menu-title") {
            break;
        }
    }
    assert_eq!(game.focused_button().as_deref(), Some("button menu-title"));
    game.press(Key::Enter);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(3);
    assert_eq!(game.screen(), Screen::NewGame);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title);
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title, "there is nothing behind the title");
}

#[test]
fn escape_closes_a_question_first() {
    let mut game = eight();
    game.type_keys("d3");
    game.act(AskToRestart);
    game.steps(3);
    assert!(game.names().contains(&"button restart-keep-playing".to_owned()));
    game.press(Key::Escape);
    game.steps(3);
    assert!(!game.names().contains(&"button restart-keep-playing".to_owned()));
    assert_eq!((game.screen(), game.moves().as_str()), (Screen::Match, "d3"));
}

#[test]
fn keys_do_not_reach_through_a_question() {
    let mut game = eight();
    game.type_keys("d3");
    game.act(AskToRestart);
    game.steps(3);
    game.type_keys("c3u");
    game.press(Key::ArrowDown);
    game.pass(A_MOMENT);
    assert_eq!(game.moves(), "d3");
}

#[test]
fn a_question_discards_a_waiting_letter() {
    let mut game = eight();
    game.type_keys("d3");
    game.type_keys("h");
    game.act(AskToRestart);
    game.pass(A_MOMENT);
    assert!(game.names().contains(&"button restart-keep-playing".to_owned()), "no other question takes its place");
}

#[test]
fn a_name_that_could_be_longer_waits_before_it_is_played() {
    let mut game = sixteen_with_a1_and_a10();
    game.type_keys("a1");
    game.steps(5);
    assert_eq!(game.moves(), "", "a10 to a16 begin like this");
    assert_eq!(game.focus().as_deref(), Some("a1"), "the typed text is visible");
    game.pass(A_MOMENT);
    assert_eq!(game.moves(), "a1");
}

#[test]
fn a_name_of_three_characters_is_played_at_once() {
    let mut game = sixteen_with_a1_and_a10();
    game.type_keys("a10");
    game.step();
    assert_eq!(game.moves(), "a10");
    game.pass(A_MOMENT);
    assert_eq!((game.moves().as_str(), game.take_messages().refusals.len()), ("a10", 0), "a1 was not meant");
}

#[test]
fn enter_plays_a_name_that_could_be_longer() {
    let mut game = sixteen_with_a1_and_a10();
    game.type_keys("a1");
    game.press(Key::Enter);
    assert_eq!(game.moves(), "a1");
    game.pass(A_MOMENT);
    assert_eq!((game.moves().as_str(), game.take_messages().refusals.len()), ("a1", 0), "it is played once");
}

#[test]
fn a_name_typed_while_stones_turn_completes_them_and_is_played() {
    let mut game = TestGame::with(classic(8, humans()));
    game.type_keys("d3");
    assert!(game.is_moving());
    game.type_keys("c3");
    assert_eq!(game.moves(), "d3 c3");
    game.rest();
    game.assert_shows_record();
}

#[test]
fn enter_on_a_square_that_cannot_be_played_only_completes_the_motions() {
    let mut game = TestGame::with(classic(8, humans()));
    game.type_keys("d3");
    assert_eq!((game.focus().as_deref(), game.phase()), (Some("d3"), MatchPhase::Flipping));
    game.press(Key::Enter);
    assert_eq!((game.is_moving(), game.phase()), (false, MatchPhase::Waiting));
    assert_eq!((game.moves().as_str(), game.take_messages().refusals.len()), ("d3", 0), "impatience is no mistake");
    game.assert_shows_record();
    game.press(Key::Enter);
    assert_eq!(game.take_messages().refusals.len(), 1, "with the stones at rest it is one");
}

#[test]
fn shortcuts_of_the_browser_do_nothing_in_the_game() {
    for modifier in [Key::Control, Key::Alt, Key::Super] {
        let mut game = TestGame::with_settings(played(classic(8, humans()), "f5 d6"), at_once());
        for key in ["u", "r", "n", "h", "a", "m", "f", "4"].map(|letter| Key::Character(letter.into())) {
            game.press_together(&[modifier.clone(), key]);
            game.steps(3);
        }
        game.press_together(&[modifier.clone(), Key::ArrowLeft]);
        game.press_together(&[modifier.clone(), Key::Escape]);
        game.pass(A_MOMENT);
        game.steps(3);
        assert_eq!((game.moves(), game.screen()), ("f5 d6".to_owned(), Screen::Match), "{modifier:?}");
        assert_eq!((game.advice().kind(), game.focus()), (None, None), "{modifier:?}");
        assert!(game.settings().legal_marks, "{modifier:?}");
    }
}

#[test]
fn leaving_discards_a_waiting_letter() {
    let mut game = TestGame::with_settings(played(classic(8, humans()), "f5 d6"), at_once());
    game.press(Key::Character("h".into()));
    game.act(Navigate::To(Screen::Title));
    game.run_until("the title is shown", 5, |game| game.screen() == Screen::Title);
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.pass(A_MOMENT);
    game.steps(3);
    assert_eq!(game.advice().kind(), None);
}

#[test]
fn a_device_that_only_writes_intents_plays_a_match() {
    let mut game = eight();
    game.act(Intent::Navigate { direction: Direction::East, paints: false });
    let first = game.focus().expect("the first step shows the focus");
    assert_eq!(first, "e5");
    for direction in [Direction::East, Direction::South] {
        game.act(Intent::Navigate { direction, paints: false });
    }
    game.act(Intent::Navigate { direction: Direction::North, paints: false });
    assert_eq!(game.focus().as_deref(), Some("f5"));
    game.act(Intent::Choose);
    game.steps(2);
    assert_eq!(game.moves(), "f5");
    game.act(Intent::Undo);
    game.steps(2);
    assert_eq!(game.moves(), "");
    game.act(Intent::Redo);
    game.steps(2);
    assert_eq!(game.moves(), "f5");
    game.act(Intent::Back);
    game.steps(3);
    assert!(game.text_below("match menu").is_some());
}

#[test]
fn the_systems_undo_shortcut_works_in_a_match() {
    let mut game = eight();
    game.type_keys("d3");
    game.press_together(&[Key::Control, Key::Character("z".into())]);
    assert_eq!(game.moves(), "");
    game.press_together(&[Key::Control, Key::Character("y".into())]);
    assert_eq!(game.moves(), "d3");
}
