//! The pointer on the board: the square that it points at, and the effect of a click.

use irogaeshi::game::{MatchChange, MatchCommand, MatchPhase};
use irogaeshi::rules::Variant;

use crate::harness::{TestGame, classic, humans};

#[test]
fn the_pointer_points_at_the_square_drawn_there() {
    for side in Variant::classic_sides() {
        let mut game = TestGame::with(classic(side, humans()));
        let squares: Vec<String> = game.position().board().squares().map(|square| square.to_string()).collect();
        for square in squares.iter().step_by(5) {
            game.point_at(square);
            assert_eq!(game.focus().as_ref(), Some(square));
        }
    }
}

#[test]
fn a_click_plays_the_square_under_it() {
    let mut game = TestGame::with(classic(8, humans()));
    game.click("d3");
    game.step();
    assert_eq!(game.moves(), "d3");
    game.rest();
    game.assert_shows_record();
}

#[test]
fn pointing_previews_a_legal_square() {
    let mut game = TestGame::with(classic(8, humans()));
    game.point_at("f5");
    assert_eq!(game.legal_moves().preview.map(|preview| preview.square().to_string()).as_deref(), Some("f5"));
    game.point_at("a1");
    assert_eq!(game.legal_moves().preview, None);
}

#[test]
fn a_click_while_stones_turn_completes_them_at_once() {
    let mut game = TestGame::with(classic(8, humans()));
    game.click("d3");
    game.steps(3);
    assert_eq!(game.phase(), MatchPhase::Flipping);
    game.click("a1");
    assert!(!game.is_moving());
    game.assert_shows_record();
    game.steps(3);
    assert_eq!((game.moves().as_str(), game.phase()), ("d3", MatchPhase::Waiting));
    assert_eq!(game.take_messages().refusals, [], "impatience is no mistake");
}

#[test]
fn a_legal_click_while_stones_turn_is_also_played() {
    let mut game = TestGame::with(classic(8, humans()));
    for square in ["d3", "c3", "c4", "e3"] {
        game.click(square);
        game.steps(4);
    }
    assert_eq!(game.moves(), "d3 c3 c4 e3");
    game.rest();
    game.assert_shows_record();
}

#[test]
fn a_click_while_an_undo_turns_stones_completes_the_undo() {
    let mut game = TestGame::with(classic(8, humans()));
    game.click("d3");
    game.rest();
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(3);
    assert!(game.is_moving());
    game.click("a1");
    assert!(!game.is_moving());
    game.assert_shows_record();
    assert_eq!(game.moves(), "");
}

#[test]
fn a_held_finger_previews_and_plays_where_it_is_lifted() {
    let mut game = TestGame::with(classic(8, humans()));
    let previewed = |game: &TestGame| game.legal_moves().preview.map(|preview| preview.square().to_string());
    game.put_finger_on("d3");
    game.steps(100);
    assert_eq!((previewed(&game).as_deref(), game.ply()), (Some("d3"), 0));
    game.slide_finger_to("c4");
    assert_eq!((previewed(&game).as_deref(), game.ply()), (Some("c4"), 0));
    game.lift_finger_from("c4");
    game.step();
    assert_eq!(game.moves(), "c4");
    assert_eq!((previewed(&game), game.focus()), (None, None), "a finger that is lifted points at nothing");
}
