//! Leaving a match and continuing it: nothing of the board stays behind, and nothing of the match is lost.

use bevy::prelude::*;
use bevy_tweening::TweenAnim;
use irogaeshi::cpu::Character;
use irogaeshi::game::{BoardArea, Cell, MatchChange, MatchCommand, Motion, Navigate, Screen, Stone};
use irogaeshi::rules::Player;

use crate::harness::{TestGame, classic, cpu_plays, humans, played};

fn leave(game: &mut TestGame) {
    game.act(Navigate::To(Screen::Title));
    game.run_until("the title is shown", 5, |game| game.screen() == Screen::Title);
    // Waits until the title has risen into its place.
    game.steps(24);
}

fn assert_nothing_of_a_match(game: &mut TestGame) {
    let left = (
        game.count::<Stone>(),
        game.count::<Cell>(),
        game.count::<Motion>(),
        game.count::<TweenAnim>(),
        game.count::<BoardArea>(),
    );
    assert_eq!(left, (0, 0, 0, 0, 0), "stones, cells, motions, tweens and places for a board");
}

#[test]
fn every_entity_is_gone_after_leaving() {
    let mut game = TestGame::new();
    game.steps(3);
    let (names, entities) = (game.names(), game.entities());
    game.enter(classic(8, humans()));
    assert_eq!((game.count::<Stone>(), game.count::<Cell>()), (4, 64));
    game.steps(3);
    leave(&mut game);
    assert_nothing_of_a_match(&mut game);
    assert_eq!((game.names(), game.entities()), (names, entities));
}

#[test]
fn leaving_a_match_keeps_only_the_means_to_continue_it() {
    let mut game = TestGame::with(classic(8, humans()));
    game.play("f5");
    game.rest();
    leave(&mut game);
    assert!(game.names().contains(&"button title-continue".to_owned()));
    let (names, entities) = (game.names(), game.entities());
    for frames in [0, 1, 10, 40, 80] {
        let continued = game.game().clone();
        game.enter(continued);
        let legal = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        game.play(&legal);
        game.steps(frames);
        game.intend(Player::Black, "a1");
        game.steps(2);
        leave(&mut game);
        assert_nothing_of_a_match(&mut game);
        assert_eq!((game.names(), game.entities()), (names.clone(), entities), "left {frames} frames after a move");
    }
}

#[test]
fn no_tween_survives_its_stone() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6 c3 d3 c4"));
    for frames in (0..80).step_by(9) {
        let legal = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        for action in [
            None,
            Some(MatchCommand::now(MatchChange::TakeBack)),
            Some(MatchCommand::now(MatchChange::Redo)),
            Some(MatchCommand::now(MatchChange::TakeBack)),
        ] {
            match action.clone() {
                Some(action) => game.act(action),
                None => game.play(&legal),
            }
            for _ in 0..=frames {
                assert_eq!(game.orphaned_tweens(), 0, "{action:?}, {frames} frames apart");
                game.step();
            }
        }
        game.rest();
        assert_eq!(game.orphaned_tweens(), 0);
        game.assert_shows_record();
    }
}

#[test]
fn no_tween_survives_another_match() {
    let mut game = TestGame::with(classic(8, humans()));
    for moves in ["f5 d6 c3 d3 c4 f4", "d3", "", "e6 f4 e3"] {
        let legal = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        game.play(&legal);
        game.steps(15);
        *game.game_mut() = played(classic(8, humans()), moves);
        game.step();
        assert_eq!(game.orphaned_tweens(), 0);
        game.rest();
        assert_eq!(game.orphaned_tweens(), 0);
        game.assert_shows_record();
    }
}

#[test]
fn leaving_while_the_cpu_thinks_or_its_stones_turn_causes_no_error() {
    let mut game = TestGame::with(classic(8, cpu_plays(Player::White, Character::Maximum)));
    for frames in [1, 30, 70, 130] {
        let legal = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        if game.position().to_move() == Some(Player::Black) {
            game.play(&legal);
        }
        game.steps(frames);
        leave(&mut game);
        let left = game.moves();
        game.steps(150);
        assert_eq!(game.moves(), left, "no move is played while the match is off the screen");
        assert_nothing_of_a_match(&mut game);
        let continued = game.game().clone();
        game.enter(continued);
        game.rest();
        game.assert_shows_record();
    }
}

#[test]
fn a_match_is_continued_where_it_was_left() {
    let mut game = TestGame::with(classic(8, humans()));
    for square in ["f5", "d6", "c3"] {
        game.play(square);
        game.rest();
    }
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    let (record, shown) = (game.game().record.clone(), game.shown());
    leave(&mut game);
    assert_eq!(game.game().record, record);
    game.act(Navigate::To(Screen::Match));
    game.steps(3);
    assert_eq!((game.screen(), game.shown()), (Screen::Match, shown));
    assert_eq!(game.game().record, record, "what was undone can still be redone");
    assert!(!game.is_moving(), "a board that is taken up again lies there");
}

#[test]
fn a_match_left_while_stones_turn_is_continued_at_rest() {
    let mut game = TestGame::with(classic(8, humans()));
    game.play("f5");
    game.steps(10);
    assert!(game.is_moving());
    leave(&mut game);
    game.act(Navigate::To(Screen::Match));
    game.steps(3);
    assert!(!game.is_moving());
    game.assert_shows_record();
    assert_eq!(game.moves(), "f5");
}

#[test]
fn there_is_nothing_to_continue_before_the_first_move_or_after_the_last() {
    let mut game = TestGame::with(classic(4, humans()));
    leave(&mut game);
    assert!(!game.names().contains(&"button title-continue".to_owned()));
    game.enter(played(classic(4, humans()), "a2"));
    leave(&mut game);
    assert!(game.names().contains(&"button title-continue".to_owned()));
}
