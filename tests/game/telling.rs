//! What the match tells by itself: passes by a banner that goes away, the end by a result.

use irogaeshi::game::{Action, Match, Phase, SoundCue};
use irogaeshi::rules::{Player, Turn, Variant};

use crate::harness::{SETTLED, TestGame, at_once, before_turn, classic, persons, random_game};

/// Three players on a board so small that two of them are often stuck.
const THREE_PLAYERS: &str = "
name: Three on sixteen
players: black white ash
board:
....
.WB.
.BA.
....
";

fn three_players() -> Variant {
    THREE_PLAYERS.parse().expect("a variant")
}

fn passes_and_goes_on(count: usize) -> impl Fn(&Turn) -> bool {
    move |turn| turn.passes.len() == count && turn.outcome.is_none()
}

/// A match right before a turn after which so many players must pass, and that turn's square.
fn match_before_passes(variant: &Variant, count: usize) -> (Match, String) {
    let (record, square) = before_turn(variant, passes_and_goes_on(count));
    let mut game = Match::new(variant.clone(), persons(), 1);
    game.record = record;
    (game, square.to_string())
}

fn banner(game: &mut TestGame) -> Option<String> {
    game.text_below("banner")
}

#[test]
fn a_pass_is_told_by_a_banner_once_the_stones_lie() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    let mover = game.position().to_move();
    game.play(&square);
    while game.is_moving() {
        assert_eq!(banner(&mut game), None, "the stones still turn");
        game.step();
    }
    game.step();
    let told = banner(&mut game).expect("a banner");
    let skipped = game.game().record.last_turn().expect("a turn").passes[0];
    assert!(told.starts_with(&format!("{skipped} ")), "{told}");
    assert_eq!(game.position().to_move(), mover, "whoever moved moves again");
    assert_eq!(game.heard().cues, [SoundCue::Placed, SoundCue::Passed]);
}

#[test]
fn the_banner_goes_away_by_itself() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", SETTLED, |game| banner(game).is_some());
    let shown = game.run_until("the banner is gone", SETTLED, |game| banner(game).is_none());
    assert!(shown > 50, "it was shown long enough to be read, and not for {shown} frames");
    game.steps(300);
    assert_eq!(banner(&mut game), None, "it does not come back");
}

#[test]
fn the_banner_stops_nobody_from_playing() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", SETTLED, |game| banner(game).is_some());
    let ply = game.ply();
    let next = game.position().legal_squares().iter().next().expect("a legal move").to_string();
    game.click(&next);
    game.step();
    assert_eq!(game.ply(), ply + 1);
}

#[test]
fn several_passes_are_told_in_turn_order() {
    let (game, square) = match_before_passes(&three_players(), 2);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", SETTLED, |game| banner(game).is_some());
    let told = banner(&mut game).expect("a banner");
    let passes = game.game().record.last_turn().expect("a turn").passes.clone();
    let places: Vec<_> = passes.iter().map(|player| told.find(&player.to_string())).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{passes:?} in \"{told}\"");
    game.assert_shows_record();
}

#[test]
fn an_undone_pass_is_no_longer_told() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", SETTLED, |game| banner(game).is_some());
    game.act(Action::Undo);
    game.step();
    assert_eq!(banner(&mut game), None);
    game.rest();
    game.steps(10);
    assert_eq!(banner(&mut game), None);
}

#[test]
fn a_pass_that_is_undone_while_stones_turn_is_never_told() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.steps(5);
    game.act(Action::Undo);
    game.rest();
    for _ in 0..50 {
        assert_eq!(banner(&mut game), None);
        game.step();
    }
    assert_eq!(game.heard().cues, [SoundCue::Placed]);
}

#[test]
fn a_banner_does_not_outlive_the_match_screen() {
    let (game, square) = match_before_passes(&Variant::classic(4).expect("a side"), 1);
    let mut game = TestGame::with(game);
    game.play(&square);
    game.run_until("the banner is shown", SETTLED, |game| banner(game).is_some());
    game.act(Action::ShowTitle);
    game.steps(3);
    assert_eq!(banner(&mut game), None);
    let continued = game.game().clone();
    game.enter(continued);
    game.steps(10);
    assert_eq!(banner(&mut game), None, "what was told once is not told again");
}

/// A match right before its last move, and that move's square.
fn match_before_the_end(seed: u64) -> (Match, String) {
    let mut game = classic(4, persons());
    game.record = random_game(&Variant::classic(4).expect("a side"), seed);
    let last = game.record.last_turn().expect("a turn").placement.square().to_string();
    game.record.undo();
    (game, last)
}

#[test]
fn the_result_is_shown_over_the_board_when_the_stones_lie() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    while game.is_moving() {
        assert_eq!(game.text_below("result"), None, "the stones still turn");
        game.step();
    }
    game.step();
    let told = game.text_below("result").expect("a result");
    let counts = game.position().counts();
    for player in [Player::Black, Player::White] {
        assert!(told.contains(&counts[player].to_string()), "the score is in \"{told}\"");
    }
    game.assert_shows_record();
}

#[test]
fn the_result_names_the_winner_or_a_draw() {
    let mut said = Vec::new();
    for seed in 0..12 {
        let (game, last) = match_before_the_end(seed);
        let mut game = TestGame::with_settings(game, at_once());
        game.play(&last);
        game.steps(3);
        let told = game.text_below("result").expect("a result");
        let counts = game.position().counts();
        let first_line = told.lines().next().expect("a line").to_owned();
        let expected = match counts[Player::Black].cmp(&counts[Player::White]) {
            std::cmp::Ordering::Greater => "Black wins",
            std::cmp::Ordering::Less => "White wins",
            std::cmp::Ordering::Equal => "A draw",
        };
        assert_eq!(first_line, expected);
        said.push(first_line);
    }
    said.sort();
    said.dedup();
    assert!(said.len() > 1, "the games end in different ways, not all in {said:?}");
}

#[test]
fn the_end_sounds_once() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.heard();
    game.play(&last);
    game.rest();
    game.steps(300);
    assert_eq!(game.heard().cues, [SoundCue::Placed, SoundCue::Ended]);
}

#[test]
fn play_again_begins_anew() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    game.rest();
    game.step();
    game.act(Action::RestartNow);
    game.rest();
    game.step();
    assert_eq!((game.text_below("result"), game.phase(), game.ply()), (None, Phase::Waiting, 0));
    game.assert_shows_record();
    game.play("a2");
    game.rest();
    game.assert_shows_record();
    assert_eq!(game.moves(), "a2");
}

#[test]
fn the_result_can_be_put_away_and_does_not_come_back() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    game.rest();
    game.step();
    game.act(Action::Dismiss);
    game.steps(100);
    assert_eq!((game.text_below("result"), game.phase()), (None, Phase::Over));
    game.assert_shows_record();
}

#[test]
fn an_undo_of_the_last_move_takes_the_result_away_and_a_redo_brings_it_back() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with(game);
    game.play(&last);
    game.rest();
    game.step();
    game.act(Action::Undo);
    game.rest();
    game.step();
    assert_eq!((game.text_below("result"), game.phase()), (None, Phase::Waiting));
    game.act(Action::Redo);
    game.rest();
    game.step();
    assert!(game.text_below("result").is_some());
}

#[test]
fn a_new_match_after_a_finished_one_shows_no_result() {
    let (game, last) = match_before_the_end(9);
    let mut game = TestGame::with_settings(game, at_once());
    game.play(&last);
    game.steps(3);
    game.act(Action::ShowTitle);
    game.steps(3);
    game.enter(classic(4, persons()));
    for _ in 0..10 {
        assert_eq!(game.text_below("result"), None);
        game.step();
    }
    assert_eq!(game.phase(), Phase::Waiting);
}
