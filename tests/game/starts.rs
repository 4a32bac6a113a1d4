//! Random starts of matches that leave the game about even.

use irogaeshi::cpu::{Answer, Character, NoAnswer, ThinkNews, ThinkReply};
use irogaeshi::game::{
    CpuNews, Match, MatchChange, MatchCommand, MatchPhase, MatchSetup, MemoryStore, Navigate, Screen, StoragePlugin,
    Terms, VariantChoice,
};
use irogaeshi::rules::{ByPlayer, Player, Start, Variant};

use crate::harness::{MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans};

fn setup() -> MatchSetup {
    let terms = Terms { start: Start::Even, ..Terms::default() };
    let choice = VariantChoice::BuiltIn("classic-6".to_owned());
    MatchSetup { terms, choice, ..MatchSetup::default() }
}

fn drawn(seats: ByPlayer<irogaeshi::game::Seat>, seed: u64) -> Match {
    let variant = Variant::classic(6).expect("a side");
    let setup = MatchSetup { seats: ByPlayer::from_fn(|player| Some(seats[player])), ..setup() };
    setup.new_match(variant, seed, None)
}

/// Waits until the start is drawn.
fn until_begun(game: &mut TestGame) {
    game.run_until("a start is drawn", MAX_THINKING_STEPS, |game| game.ply() > 0);
    game.rest();
}

#[test]
fn random_starts_differ_and_the_same_seed_draws_the_same_start() {
    let moves = |seed| {
        let mut game = TestGame::with_settings(drawn(humans(), seed), at_once());
        until_begun(&mut game);
        assert_eq!((game.ply(), game.phase()), (4, MatchPhase::Waiting));
        assert!(!game.game().has_begun() && !game.game().permissions().take_back);
        game.moves()
    };
    let drawn = [moves(1), moves(2), moves(3)];
    assert!(drawn.iter().any(|other| *other != drawn[0]), "{drawn:?}");
    assert_eq!(moves(1), drawn[0]);
}

#[test]
fn moves_wait_until_the_start_is_drawn() {
    let mut game = TestGame::with_settings(drawn(cpu_plays(Player::Black, Character::Greedy), 1), at_once());
    let square = game.position().legal_squares().iter().next().expect("a legal square").to_string();
    game.intend(Player::Black, &square);
    until_begun(&mut game);
    game.until_ply(5);
    game.steps(20);
    assert_eq!(game.ply(), 5, "a human is to move");
}

/// A match that has just been put on the board and waits for its start, after every request got this answer.
fn answered(answer: &Result<Answer, NoAnswer>) -> TestGame {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.write(MatchCommand::now(MatchChange::Replace(Box::new(drawn(humans(), 1)))));
    game.step();
    assert!(game.game().awaits_start());
    for id in 0..9 {
        game.write(CpuNews(ThinkNews::Reply(ThinkReply { id, answer: answer.clone() })));
    }
    game.steps(5);
    game
}

#[test]
fn if_no_start_can_be_drawn_the_match_starts_as_usual() {
    for answer in [Err(NoAnswer::Failed), Ok(Answer::Start(Vec::new()))] {
        let game = answered(&answer);
        assert_eq!((game.ply(), game.phase()), (0, MatchPhase::Waiting), "{answer:?}");
        assert!(!game.game().awaits_start());
    }
}

#[test]
fn a_random_start_is_not_undone_and_a_restart_draws_a_new_one() {
    let mut game = TestGame::with_settings(drawn(humans(), 1), at_once());
    until_begun(&mut game);
    let square = game.position().legal_squares().iter().next().expect("a legal square").to_string();
    game.play(&square);
    game.act(MatchCommand::now(MatchChange::GoTo(0)));
    assert_eq!(game.ply(), 4, "the start is not taken back");
    game.act(MatchCommand::now(MatchChange::Restart));
    assert!(game.game().awaits_start());
    until_begun(&mut game);
    assert_eq!(game.ply(), 4);
}

#[test]
fn a_drawn_start_is_saved_and_shown_again() {
    let store = MemoryStore::default();
    let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    *game.settings() = at_once();
    game.enter(drawn(humans(), 7));
    until_begun(&mut game);
    let square = game.position().legal_squares().iter().next().expect("a legal square").to_string();
    game.play(&square);
    game.rest();
    let moves = game.moves();
    let mut again = TestGame::with_plugin(StoragePlugin::with_store(store));
    again.act(Navigate::To(Screen::Match));
    again.steps(5);
    assert_eq!((again.moves(), again.game().first_ply()), (moves, 4));
}

#[test]
fn no_start_is_drawn_for_a_board_that_is_too_small() {
    let variant = Variant::classic(4).expect("a side");
    let game = setup().new_match(variant, 1, None);
    assert!(!game.awaits_start());
    assert!(!classic(8, humans()).awaits_start(), "nor if none was chosen");
}
