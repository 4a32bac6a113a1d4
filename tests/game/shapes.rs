//! Boards of different shapes on the same screen, one after the other.

use irogaeshi::game::{Match, MatchChange, MatchCommand};
use irogaeshi::rules::Variant;

use crate::harness::{TestGame, classic, humans, on_board};

fn built_in(key: &str) -> Match {
    Match::new(Variant::built_in(key).expect("is built in"), humans(), 1)
}

/// Replaces the match on the screen, and checks that the new one is shown at rest.
fn replace(game: &mut TestGame, new: Match) {
    *game.game_mut() = new;
    game.step();
    assert!(!game.is_moving(), "a board that comes onto the screen lies there");
    game.assert_shows_record();
    game.steps(3);
    game.assert_shows_record();
}

#[test]
fn a_match_of_another_shape_replaces_the_shown_one() {
    let mut game = TestGame::with(classic(8, humans()));
    let entities = game.entities();
    for new in [built_in("colour"), classic(6, humans()), classic(16, humans()), built_in("five")] {
        replace(&mut game, new);
        let square = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        game.point_at(&square);
        assert_eq!(game.focus(), Some(square.clone()), "squares are hit where they are drawn");
        game.click(&square);
        game.rest();
        game.assert_shows_record();
        assert_eq!(game.ply(), 1);
    }
    replace(&mut game, classic(8, humans()));
    assert_eq!(game.entities(), entities, "nothing is left of the other boards");
}

#[test]
fn shapes_of_the_same_size_with_other_holes_are_different() {
    let mut game = TestGame::with(on_board("#WB.", "black white"));
    replace(&mut game, on_board(".WB#", "black white"));
    game.click("a1");
    game.rest();
    game.assert_shows_record();
}

#[test]
fn a_shape_can_change_while_discs_turn() {
    let mut game = TestGame::with(classic(8, humans()));
    for new in [built_in("five"), classic(8, humans()), built_in("colour")] {
        let square = game.position().legal_squares().iter().next().expect("a legal move").to_string();
        game.play(&square);
        game.steps(12);
        assert!(game.is_moving());
        replace(&mut game, new);
    }
}

#[test]
fn the_square_pointed_at_is_forgotten_on_another_shape() {
    let mut game = TestGame::with(classic(16, humans()));
    game.point_at("p16");
    replace(&mut game, built_in("colour"));
    assert_eq!(game.focus(), None);
}

#[test]
fn a_new_match_of_the_same_shape_turns_the_different_discs() {
    let mut game = TestGame::with(classic(8, humans()));
    game.play("d3");
    game.rest();
    game.act(MatchCommand::now(MatchChange::Restart));
    assert!(game.is_moving());
    game.rest();
    game.assert_shows_record();
}
