//! Passes by choice, on boards that allow them: the button, the key, the words, the list of moves, reviews and rooms.

use bevy::input::keyboard::Key;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    Edit, EditorCommand, Match, MatchChange, MatchCommand, MatchPhase, Navigate, NewRoom, Reviewing, Screen, Seat,
    Sheet, Standing,
};
use irogaeshi::rules::{Move, Player, Record, Variant};

use crate::harness::{MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans, played};

fn free(side: u8) -> Variant {
    Variant::classic(side).expect("a side").with_free_pass(true)
}

/// A match between humans on a classic board with free passes.
fn match_with_passes(side: u8) -> Match {
    Match { record: Record::new(free(side)), ..classic(side, humans()) }
}

fn in_window(game: Match) -> TestGame {
    let mut shown = TestGame::in_window(1280, 800);
    *shown.settings() = at_once();
    shown.enter(game);
    shown.steps(5);
    shown
}

#[test]
fn the_button_passes_and_is_there_only_where_the_board_allows_it() {
    let usual = in_window(classic(4, humans()));
    assert!(!usual.labels().iter().any(|label| label == "Pass"));
    let mut game = in_window(match_with_passes(4));
    game.take_messages();
    game.click_on("Pass");
    assert_eq!((game.game().record.moves(), game.position().to_move()), (vec![Move::Pass], Some(Player::White)));
    assert_eq!(game.phase(), MatchPhase::Waiting);
    game.assert_shows_record();
    game.steps(3);
    assert_eq!(game.take_messages().sounds(), ["Pressed", "Passed"]);
    assert_eq!(game.text_below("banner").as_deref(), Some("Black passes"));
    let played = game.report_json()["played"].clone();
    assert_eq!((played["sentence"].as_str(), played["square"].is_null()), (Some("Black passed."), true));
    assert!(game.spoken().news.contains("Black passed."), "{}", game.spoken().news);
    assert_eq!(game.status(), "White to move");
    assert!(game.labels().iter().any(|label| label == "1. Black, pass"), "{:?}", game.labels());
    game.click_on("Undo");
    game.steps(3);
    assert_eq!(game.ply(), 0);
    game.click_on("Redo");
    game.steps(3);
    assert_eq!(game.ply(), 1);
    game.click_on("Pass");
    game.steps(3);
    assert_eq!(game.phase(), MatchPhase::Over, "both have passed");
}

#[test]
fn the_key_passes_and_does_nothing_elsewhere() {
    let mut usual = TestGame::with_settings(classic(4, humans()), at_once());
    usual.press(Key::Character("x".into()));
    assert_eq!((usual.ply(), usual.take_messages().sounds().len()), (0, 0));
    let mut game = TestGame::with_settings(match_with_passes(4), at_once());
    game.press(Key::Character("x".into()));
    game.steps(3);
    assert_eq!(game.game().record.moves(), [Move::Pass]);
}

#[test]
fn nobody_passes_for_a_cpu_player_and_it_answers_a_pass_with_a_disc() {
    let seats = cpu_plays(Player::White, Character::Greedy);
    let mut game = in_window(Match { seats, ..match_with_passes(4) });
    assert!(!game.control("Pass").disabled);
    game.act(MatchCommand::now(MatchChange::Pass));
    assert!(game.game().permissions().pass || game.position().to_move() == Some(Player::White));
    game.act(MatchCommand::now(MatchChange::Pass));
    game.until_ply(2);
    let moves = game.game().record.moves();
    assert!(moves[0] == Move::Pass && moves[1].square().is_some(), "{moves:?}");
}

#[test]
fn a_review_has_the_passes_but_judges_only_placements() {
    let mut game = played(match_with_passes(6), "e4 c5 pass e3 pass pass");
    game.seats = humans();
    let mut game = in_window(game);
    game.click_on("Review");
    game.run_until("the review is complete", MAX_THINKING_STEPS, |game| {
        game.world_mut().get_resource::<Reviewing>().is_some_and(Reviewing::is_complete)
    });
    game.steps(5);
    let reviewing = game.world_mut().resource::<Reviewing>();
    assert_eq!((reviewing.placements(), reviewing.plies(), reviewing.found().moves.len()), (3, 6, 3));
    let standings: Vec<Option<Standing>> = reviewing.standings();
    assert!(standings.iter().all(Option::is_some), "{standings:?}");
    assert!(!reviewing.is_open());
    assert!(game.labels().iter().any(|label| label == "3. Black, pass"), "{:?}", game.labels());
    assert_eq!(game.screen(), Screen::Review);
}

#[test]
fn the_editor_switches_free_passes_on_and_off() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::Editor));
    game.steps(6);
    game.act(EditorCommand::Show(Sheet::Name));
    game.steps(3);
    let label = "Free passes: players may pass although they can move";
    assert!(!game.control(label).chosen);
    game.click_on(label);
    game.steps(3);
    assert!(game.control(label).chosen);
    game.act(EditorCommand::Undo);
    game.steps(3);
    assert!(!game.control(label).chosen);
    game.act(EditorCommand::Edit(Edit::ToggleFreePass));
    game.act(EditorCommand::Play);
    game.run_until("the choice of a game is shown", 20, |game| game.screen() == Screen::NewGame);
    assert!(game.setup().choice.variant().is_ok_and(|variant| variant.free_pass()));
}

#[test]
fn a_pass_in_a_room_reaches_the_others() {
    crate::online::two_pass(NewRoom { variant: free(4).into(), ..crate::online::for_two() });
}

#[test]
fn a_seat_without_a_human_has_no_pass() {
    let game = in_window(Match {
        seats: irogaeshi::rules::ByPlayer::from_fn(|_| Seat::Cpu(Character::Random.into())),
        ..match_with_passes(4)
    });
    assert!(!game.labels().iter().any(|label| label == "Pass"), "CPU players never pass by choice");
}
