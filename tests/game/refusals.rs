//! Illegal squares: a message, a sound and a shake, and nothing changes.

use bevy_tweening::TweenAnim;
use irogaeshi::game::{MatchPhase, Motion, Pace, Settings};
use irogaeshi::rules::{PlayError, Player, Variant};

use crate::harness::{TestGame, classic, humans, played, random_game, square};

#[test]
fn a_square_that_captures_nothing_is_refused_and_nothing_changes() {
    let mut game = TestGame::with(classic(8, humans()));
    let before = (game.game().record.clone(), game.shown(), game.names());
    game.take_messages();
    game.play("a1");
    let received = game.take_messages();
    let reason = PlayError::CapturesNothing(square("a1"));
    assert_eq!(received.refusals, [(square("a1"), reason)]);
    assert_eq!(received.sounds(), ["Refused"]);
    assert_eq!(received.turns, []);
    assert_eq!((game.game().record.clone(), game.shown(), game.names()), before);
    assert_eq!(game.phase(), MatchPhase::Waiting);
}

#[test]
fn every_reason_for_a_refusal_is_shown() {
    let mut game = TestGame::with(played(classic(8, humans()), "f5"));
    let (player, to_move) = (Player::Black, Player::White);
    for (player, name, reason) in [
        (player, "f6", PlayError::NotYourTurn { player, to_move }),
        (to_move, "e5", PlayError::Taken(square("e5"))),
        (to_move, "p16", PlayError::NotOnTheBoard(square("p16"))),
        (to_move, "h8", PlayError::CapturesNothing(square("h8"))),
    ] {
        game.intend(player, name);
        assert_eq!(game.take_messages().refusals, [(square(name), reason)]);
        assert_eq!(game.moves(), "f5");
    }
}

#[test]
fn a_finished_game_refuses_every_move() {
    let record = random_game(&Variant::classic(4).expect("a side"), 5);
    let mut last = classic(4, humans());
    last.record.clone_from(&record);
    let mut game = TestGame::with(last);
    for player in [Player::Black, Player::White] {
        game.intend(player, "a1");
        assert_eq!(game.take_messages().refusals, [(square("a1"), PlayError::GameOver)],);
    }
    assert_eq!(game.game().record, record);
}

#[test]
fn a_refusal_shakes_the_board_and_leaves_it_in_place() {
    let mut game = TestGame::with(classic(8, humans()));
    let rest = game.board_at();
    game.play("a1");
    let mut reach = (0.0_f32, 0.0_f32);
    for _ in 0..100 {
        game.step();
        let offset = game.board_at() - rest;
        assert!(offset.y.abs() < f32::EPSILON, "the board shakes its head and does not nod");
        reach = (reach.0.min(offset.x), reach.1.max(offset.x));
    }
    assert!(reach.0 < -0.5 && reach.1 > 0.5, "{reach:?} pixels to the left and right");
    assert!(game.board_at().abs_diff_eq(rest, 0.01));
    assert_eq!(game.count::<TweenAnim>(), 0);
}

#[test]
fn a_second_refusal_shakes_again() {
    let mut game = TestGame::with(classic(8, humans()));
    let rest = game.board_at();
    game.play("a1");
    game.steps(20);
    game.play("h8");
    assert_eq!(game.take_messages().refusals.len(), 2);
    let still = |game: &mut TestGame| game.count::<TweenAnim>() == 0;
    let after_second = game.run_until("the shake is over", 100, still);
    assert!(after_second > 20, "the shake began again, but was over after {after_second} frames");
    game.steps(2);
    assert!(game.board_at().abs_diff_eq(rest, 0.01));
}

#[test]
fn without_motion_the_board_does_not_shake() {
    let settings = Settings { pace: Some(Pace::Still), ..Settings::default() };
    let mut game = TestGame::with_settings(classic(8, humans()), settings);
    // The screens were still moving when the game began.
    game.run_until("nothing moves", 20, |game| game.count::<TweenAnim>() == 0);
    let rest = game.board_at();
    game.play("a1");
    assert_eq!(game.take_messages().sounds(), ["Refused"]);
    for _ in 0..50 {
        game.step();
        assert_eq!(game.board_at(), rest);
        assert_eq!((game.count::<TweenAnim>(), game.count::<Motion>()), (0, 0));
    }
}
