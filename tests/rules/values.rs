//! Small values of the rules: sets of squares, values by player, names, and positions made in code.

use std::collections::BTreeSet;

use irogaeshi::rules::{
    Board, ByPlayer, Goal, ParseGoalError, ParsePlayerError, Player, Position, PositionError, Square, SquareSet,
    Variant,
};
use proptest::prelude::*;

use crate::support::random_games::any_square;

fn squares() -> impl Strategy<Value = BTreeSet<Square>> {
    proptest::collection::btree_set(any_square(), 0..80)
}

fn set(squares: &BTreeSet<Square>) -> SquareSet {
    squares.iter().copied().collect()
}

proptest! {
    #[test]
    fn sets_of_squares_do_as_other_sets_do(one in squares(), other in squares(), square in any_square()) {
        let listed = |set: SquareSet| set.into_iter().collect::<Vec<_>>();
        prop_assert_eq!(listed(set(&one) | set(&other)), one.union(&other).copied().collect::<Vec<_>>());
        prop_assert_eq!(listed(set(&one) & set(&other)), one.intersection(&other).copied().collect::<Vec<_>>());
        prop_assert_eq!(listed(set(&one) - set(&other)), one.difference(&other).copied().collect::<Vec<_>>());
        prop_assert_eq!(set(&one).iter().len(), one.len());
        let mut without = set(&one);
        without.remove(square);
        prop_assert_eq!(without, set(&one.into_iter().filter(|other| *other != square).collect()));
    }
}

#[test]
fn every_player_has_one_value() {
    let places = ByPlayer::new([1, 2, 3, 4, 5]);
    assert_eq!(places.into_iter().collect::<Vec<_>>(), Player::ALL.into_iter().zip(1..).collect::<Vec<_>>());
    assert!((&places).into_iter().eq(places.iter()));
    assert_eq!(places.map(|place| place * 2)[Player::Yamabuki], 10);
}

#[test]
fn a_name_that_nobody_has_is_refused_with_a_reason() {
    let player: Box<dyn std::error::Error> = Box::new("blue".parse::<Player>().expect_err("nobody's"));
    assert_eq!(player.to_string(), ParsePlayerError("blue".to_owned()).to_string());
    assert_eq!(player.to_string(), "\"blue\" is not a player; the players are black, white, ash, cyan and yamabuki");
    assert_eq!("least".parse::<Goal>(), Err(ParseGoalError("least".to_owned())));
    assert_eq!("ASH".parse(), Ok(Player::Ash));
}

#[test]
#[should_panic(expected = "no board has so many columns")]
fn a_column_beyond_every_board_has_no_letter() {
    let _ = Square::column_letter(159);
}

#[test]
fn a_position_is_made_only_of_what_fits_the_variant() {
    let colour = Variant::built_in("colour").expect("is built in");
    let refusal = |board: &Board, move_number, next| {
        Position::in_progress(colour.clone(), board.clone(), move_number, next).expect_err("it does not fit")
    };
    let board = colour.board();
    assert_eq!(refusal(board, 1, Player::Cyan), PositionError::TakesNoTurns(Player::Cyan));
    assert_eq!(refusal(board, 0, Player::Black), PositionError::NoMoveNumber);
    let other = Variant::classic(10).expect("10 x 10 is a classic board");
    assert_eq!(refusal(other.board(), 1, Player::Black), PositionError::OtherSquares);
    let codes = [PositionError::TakesNoTurns(Player::Cyan), PositionError::NoMoveNumber, PositionError::OtherSquares]
        .map(|error| error.code());
    assert_eq!(codes, ["takes-no-turns", "no-move-number", "other-squares"]);
}

#[test]
fn the_variant_sets_which_discs_turn() {
    let board: Board = ".CB".parse().expect("a board");
    let everybody = Player::ALL.to_vec();
    let turning = board.clone().with_turning(ByPlayer::new([true; 5]));
    let variant = Variant::new("All", turning.clone(), everybody.clone(), Vec::new(), everybody).expect("a variant");
    let position = Position::in_progress(variant, board, 3, Player::Black).expect("it fits");
    assert_eq!(position.board(), &turning);
}
