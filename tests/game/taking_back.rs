//! Undo, redo, restart and jumps, at any moment, even while stones turn.

use irogaeshi::cpu::Character;
use irogaeshi::game::{AskToRestart, MatchChange, MatchCommand, MatchPhase, Navigate, Screen};
use irogaeshi::rules::{Player, Variant};

use crate::harness::{MAX_MOTION_STEPS, TestGame, at_once, classic, cpu_plays, humans, played, random_game};

#[test]
fn an_undo_while_stones_turn_shows_the_board_before() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6 c3"));
    let before = game.shown();
    // Tries several moments of the motion.
    for frames in (0..90).step_by(7) {
        game.play("d3");
        game.steps(frames);
        game.act(MatchCommand::now(MatchChange::TakeBack));
        game.rest();
        assert_eq!(game.shown(), before, "undone {frames} frames after the move");
        game.assert_shows_record();
    }
}

#[test]
fn a_redo_plays_the_undone_moves_again() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6 c3 d3"));
    let whole = game.game().record.clone();
    for expected in ["f5 d6 c3", "f5 d6", "f5", "", ""] {
        game.act(MatchCommand::now(MatchChange::TakeBack));
        assert_eq!(game.moves(), expected);
    }
    for expected in ["f5", "f5 d6", "f5 d6 c3", "f5 d6 c3 d3", "f5 d6 c3 d3"] {
        game.act(MatchCommand::now(MatchChange::Redo));
        assert_eq!(game.moves(), expected);
    }
    game.rest();
    game.assert_shows_record();
    assert_eq!(game.game().record, whole);
}

#[test]
fn a_new_move_replaces_undone_moves() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6"));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.play("f6");
    game.act(MatchCommand::now(MatchChange::Redo));
    game.rest();
    assert_eq!(game.moves(), "f5 f6");
    game.assert_shows_record();
}

#[test]
fn undone_turns_do_not_count_as_moves() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6"));
    game.take_messages();
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    assert_eq!(game.take_messages().cues, [], "a disc that is taken away makes no sound");
    game.act(MatchCommand::now(MatchChange::Redo));
    game.rest();
    let received = game.take_messages();
    assert_eq!((received.sounds(), received.turns), (vec!["Placed".to_owned(), "Turned".to_owned()], Vec::new()));
}

#[test]
fn an_undo_against_the_cpu_returns_to_the_humans_turn() {
    let mut game = TestGame::with_settings(classic(8, cpu_plays(Player::White, Character::Greedy)), at_once());
    for ply in [2, 4] {
        let square = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        game.play(&square);
        game.until_ply(ply);
    }
    for ply in [2, 0, 0] {
        game.act(MatchCommand::now(MatchChange::TakeBack));
        assert_eq!((game.ply(), game.position().to_move()), (ply, Some(Player::Black)));
        game.steps(50);
        assert_eq!(game.ply(), ply, "the CPU does not move in a human's turn");
        game.assert_shows_record();
    }
    for ply in [2, 4, 4] {
        game.act(MatchCommand::now(MatchChange::Redo));
        assert_eq!((game.ply(), game.position().to_move()), (ply, Some(Player::Black)));
    }
    game.assert_shows_record();
}

#[test]
fn an_undo_while_the_cpu_thinks_returns_to_the_humans_turn() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Greedy)));
    game.play("f5");
    game.rest();
    assert_eq!(game.phase(), MatchPhase::Thinking);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    game.steps(200);
    assert_eq!((game.ply(), game.phase()), (0, MatchPhase::Waiting));
    game.assert_shows_record();
}

#[test]
fn an_undo_never_goes_before_the_cpus_first_move() {
    let mut game = TestGame::with_settings(classic(8, cpu_plays(Player::Black, Character::Minimum)), at_once());
    game.until_ply(1);
    let opening = game.moves();
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(50);
    assert_eq!(game.moves(), opening, "there is no turn of one's own to return to");
    let square = game.position().legal_squares().iter().next().expect("a legal move").to_string();
    game.play(&square);
    game.until_ply(3);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(50);
    assert_eq!(game.moves(), opening);
    game.assert_shows_record();
}

#[test]
fn a_restart_while_stones_turn_starts_a_new_match() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6 c3"));
    let start = TestGame::with(classic(8, humans())).shown();
    for frames in [0, 1, 20, 50] {
        game.play(if game.ply() == 0 { "f5" } else { "d3" });
        game.steps(frames);
        game.act(MatchCommand::now(MatchChange::Restart));
        game.rest();
        game.assert_shows_record();
        assert_eq!((game.ply(), game.shown()), (0, start.clone()));
        assert_eq!(game.phase(), MatchPhase::Waiting);
    }
}

#[test]
fn a_refused_command_does_not_close_the_result() {
    let over = random_game(&Variant::classic(4).expect("a side"), 6);
    let mut game = TestGame::with_settings(classic(4, humans()), at_once());
    for turn in over.played() {
        game.play(&turn.chosen().to_string());
        game.rest();
    }
    let shows_result = |game: &mut TestGame| game.names().iter().any(|name| name == "result");
    game.run_until("the result is shown", MAX_MOTION_STEPS, shows_result);
    game.act(MatchCommand::now(MatchChange::Redo));
    game.steps(3);
    assert!(shows_result(&mut game), "there was nothing to play again");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(3);
    assert!(!shows_result(&mut game));
}

#[test]
fn a_restart_asks_only_during_a_game() {
    let mut game = TestGame::with_settings(classic(4, humans()), at_once());
    let asks = |game: &mut TestGame| game.names().iter().any(|name| name == "button restart-keep-playing");
    game.act(AskToRestart);
    game.steps(3);
    assert!(!asks(&mut game), "there is nothing to lose before the first move");

    game.play("a2");
    game.act(AskToRestart);
    game.steps(3);
    assert!(asks(&mut game));
    assert_eq!(game.moves(), "a2");
    game.act(Navigate::Close);
    game.steps(3);
    assert!(!asks(&mut game));
    assert_eq!(game.moves(), "a2", "the game goes on");
    game.act(AskToRestart);
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(3);
    assert!(!asks(&mut game));
    assert_eq!(game.moves(), "");

    let record = random_game(&Variant::classic(4).expect("a side"), 6);
    for turn in record.played() {
        game.play(&turn.chosen().to_string());
    }
    game.act(AskToRestart);
    game.steps(3);
    assert!(!asks(&mut game), "there is nothing to lose after the last move");
    assert_eq!((game.moves().as_str(), game.screen()), ("", Screen::Match));
}

#[test]
fn a_jump_to_any_turn_shows_its_board() {
    let mut whole = classic(6, humans());
    whole.record = random_game(&Variant::classic(6).expect("a side"), 7);
    let last = whole.record.ply();
    let mut game = TestGame::with(whole);
    // A step that shares no factor with the number of plies visits them out of order, forwards and backwards.
    for ply in (0..=last).map(|index| index * 13 % (last + 1)) {
        game.game_mut().record.jump(ply);
        game.step();
        game.rest();
        assert_eq!(game.ply(), ply);
        game.assert_shows_record();
    }
}

#[test]
fn a_jump_while_stones_turn_shows_its_board() {
    let mut whole = classic(6, humans());
    whole.record = random_game(&Variant::classic(6).expect("a side"), 8);
    let last = whole.record.ply();
    let mut game = TestGame::with(whole);
    for (index, ply) in (0..=last).map(|index| index * 17 % (last + 1)).enumerate() {
        game.game_mut().record.jump(ply);
        game.steps(1 + index % 9);
    }
    game.rest();
    game.assert_shows_record();
}
