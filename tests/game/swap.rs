//! Swapping sides after two moves.

use irogaeshi::cpu::{Answer, Character, ThinkNews, ThinkReply};
use irogaeshi::game::{
    ColourAssignment, CpuNews, Match, MatchChange, MatchCommand, MatchPhase, MemoryStore, Navigate, Notices, Screen,
    Seat, StoragePlugin, Terms,
};
use irogaeshi::rules::{ByPlayer, Player, Record, Start};

use crate::harness::{MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans};

const TAKE: &str = "Play Black";
const STAY: &str = "Stay White";

fn swapping(seats: ByPlayer<Seat>) -> Match {
    let mut game = classic(8, seats);
    game.terms = Terms { sides: ColourAssignment::Swap, ..Terms::default() };
    game.names = ByPlayer::from_fn(|player| if player == Player::Black { "Anna" } else { "Ben" }.to_owned());
    game
}

/// A match of two humans after two moves.
fn asked() -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(swapping(humans()));
    for name in ["f5", "d6"] {
        game.play(name);
        game.rest();
    }
    game.steps(4);
    game
}

fn names(game: &mut TestGame) -> [String; 2] {
    [Player::Black, Player::White].map(|player| game.game().names[player].clone())
}

fn offers(game: &TestGame, label: &str) -> bool {
    game.report().buttons.iter().any(|button| button.label == label)
}

#[test]
fn the_second_player_is_asked_and_moves_wait_for_the_answer() {
    let mut game = asked();
    assert!(offers(&game, TAKE) && offers(&game, STAY));
    game.play("c3");
    assert_eq!((game.ply(), game.phase()), (2, MatchPhase::Waiting));
    game.click_on(TAKE);
    game.steps(4);
    assert_eq!(names(&mut game), ["Ben", "Anna"]);
    assert!(!offers(&game, TAKE));
    game.play("c3");
    game.rest();
    assert_eq!(game.ply(), 3);
}

#[test]
fn a_player_who_declines_to_swap_keeps_their_side() {
    let mut game = asked();
    game.click_on(STAY);
    game.steps(4);
    assert_eq!((names(&mut game), game.game().swapped), (["Anna".to_owned(), "Ben".to_owned()], Some(false)));
    assert!(!offers(&game, STAY));
}

#[test]
fn an_undo_takes_back_the_answer_before_the_moves() {
    let mut game = asked();
    game.act(MatchCommand::now(MatchChange::DecideSwap(true)));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    assert_eq!((game.ply(), game.game().swap_question().is_some()), (2, true));
    assert_eq!(names(&mut game), ["Anna", "Ben"]);
    game.act(MatchCommand::now(MatchChange::DecideSwap(true)));
    game.play("c3");
    game.rest();
    for (ply, expected) in [(2, ["Ben", "Anna"]), (2, ["Anna", "Ben"]), (1, ["Anna", "Ben"]), (0, ["Anna", "Ben"])] {
        game.act(MatchCommand::now(MatchChange::TakeBack));
        assert_eq!((game.ply(), names(&mut game)), (ply, expected.map(str::to_owned)));
    }
    for ply in [1, 2, 2] {
        game.act(MatchCommand::now(MatchChange::Redo));
        assert_eq!(game.ply(), ply, "the question is not passed over");
    }
    game.act(MatchCommand::now(MatchChange::DecideSwap(false)));
    game.act(MatchCommand::now(MatchChange::Redo));
    assert_eq!((game.ply(), names(&mut game)), (3, ["Anna", "Ben"].map(str::to_owned)));
}

#[test]
fn the_question_is_asked_once_and_only_if_agreed() {
    let mut game = TestGame::with_settings(swapping(humans()), at_once());
    game.act(MatchCommand::now(MatchChange::DecideSwap(true)));
    assert_eq!(game.game().swapped, None, "before two moves nothing is decided");
    let mut usual = TestGame::with_settings(classic(8, humans()), at_once());
    for name in ["f5", "d6"] {
        usual.play(name);
    }
    assert!(usual.game().swap_question().is_none());
}

#[test]
fn the_decision_of_a_cpu_player_is_announced() {
    for (takes_over, human) in [(true, Player::White), (false, Player::Black)] {
        let mut game = TestGame::with_settings(swapping(cpu_plays(Player::White, Character::Greedy)), at_once());
        game.play("f5");
        game.run_until("the computer has moved", MAX_THINKING_STEPS, |game| game.ply() == 2);
        for id in 0..9 {
            let answer = Ok(Answer::SwapSides(takes_over));
            game.write(CpuNews(ThinkNews::Reply(ThinkReply { id, answer })));
        }
        game.run_until("it has decided", MAX_THINKING_STEPS, |game| game.game().swapped.is_some());
        assert_eq!((game.game().swapped, game.game().you()), (Some(takes_over), Some(human)));
        game.run_until("it is announced", 10, |game| game.world_mut().resource::<Notices>().shown().is_some());
    }
}

#[test]
fn a_cpu_player_answers_by_itself() {
    let mut game = TestGame::with_settings(swapping(cpu_plays(Player::White, Character::Greedy)), at_once());
    game.play("f5");
    game.run_until("it has decided", MAX_THINKING_STEPS, |game| game.game().swapped.is_some());
    let takes_over = game.game().swapped == Some(true);
    let before = game.game().record.position_at(2).expect("it was played").counts();
    assert_eq!(takes_over, before[Player::Black] > before[Player::White], "it counts discs");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    assert_eq!((game.ply(), game.game().swapped), (0, None), "to the turn of the human");
}

#[test]
fn the_question_and_its_answer_are_saved() {
    for decides in [None, Some(true)] {
        let store = MemoryStore::default();
        let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
        *game.settings() = at_once();
        game.enter(swapping(humans()));
        for name in ["f5", "d6"] {
            game.play(name);
            game.rest();
        }
        if let Some(takes_over) = decides {
            game.act(MatchCommand::now(MatchChange::DecideSwap(takes_over)));
        }
        game.steps(5);
        let mut again = TestGame::with_plugin(StoragePlugin::with_store(store));
        again.act(Navigate::To(Screen::Match));
        again.steps(5);
        assert_eq!((again.game().swapped, again.game().swap_question().is_some()), (decides, decides.is_none()));
        assert_eq!(names(&mut again), names(&mut game));
        if decides.is_some() {
            again.act(MatchCommand::now(MatchChange::TakeBack));
            assert_eq!(names(&mut again), ["Anna", "Ben"]);
        }
    }
}

#[test]
fn a_rematch_swaps_the_sides_back() {
    let mut game = asked();
    game.act(MatchCommand::now(MatchChange::DecideSwap(true)));
    game.act(MatchCommand::now(MatchChange::Restart));
    assert_eq!((names(&mut game), game.game().swapped), (["Anna", "Ben"].map(str::to_owned), None));
}

/// The record of a match up to this ply.
fn up_to(game: &Match, ply: usize) -> Record {
    let mut record = game.record.clone();
    record.jump(ply);
    record
}

#[test]
fn playing_on_from_a_review_keeps_the_side() {
    let mut game = asked();
    game.act(MatchCommand::now(MatchChange::DecideSwap(true)));
    game.play("c3");
    game.rest();
    let played = game.game().clone();
    let (at_first, after) = (["Anna", "Ben"], ["Ben", "Anna"]);
    for (ply, swapped, expected) in [(3, Some(true), after), (2, Some(true), after), (1, None, at_first)] {
        let on = played.played_on(up_to(&played, ply), 1);
        let names = [Player::Black, Player::White].map(|player| on.names[player].as_str());
        assert_eq!((on.swapped, names), (swapped, expected), "from ply {ply}");
    }
}

#[test]
fn playing_on_within_a_random_start_draws_no_new_one() {
    for start in [Start::Xot, Start::Even] {
        let mut game = classic(8, humans());
        game.terms = Terms { start, ..Terms::default() };
        game.record.play_moves("f5d6c3d3c4f4c5b3c2").expect("a known opening");
        for ply in [0, 3, 9] {
            let on = game.played_on(up_to(&game, ply), 1);
            assert!(!on.awaits_start() && on.first_ply() <= ply, "{start:?} from ply {ply}");
        }
    }
}
