//! Replay of a review: the game plays itself at the chosen speed, until its end or a step by hand.

use std::time::Duration;

use bevy::input::keyboard::Key;
use irogaeshi::game::{
    Match, MatchPhase, Navigate, Replay, ReplayCommand, ReviewStep, Reviewing, Screen, Settings, WatchSpeed,
};
use irogaeshi::rules::Variant;

use crate::harness::{FRAME, MAX_THINKING_STEPS, TestGame, at_once, classic, humans, random_game};

/// Opens the review of a match of random moves on the smallest board, without motion.
fn open_review(game: &mut TestGame) {
    let variant = Variant::classic(4).expect("an even side");
    game.enter(Match { record: random_game(&variant, 3), ..classic(4, humans()) });
    game.run_until("the match is over", 1_000, |game| game.phase() == MatchPhase::Over);
    game.act(Navigate::To(Screen::Review));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.run_until("everything is found out", MAX_THINKING_STEPS, |game| !reviewing(game).is_open());
    game.steps(3);
}

fn reviewed() -> TestGame {
    let mut game = TestGame::new();
    *game.settings() = at_once();
    open_review(&mut game);
    game
}

fn reviewing(game: &mut TestGame) -> &Reviewing {
    game.world_mut().resource::<Reviewing>()
}

fn ply(game: &mut TestGame) -> usize {
    reviewing(game).ply()
}

fn is_playing(game: &mut TestGame) -> bool {
    game.world_mut().resource::<Replay>().is_playing()
}

/// Runs frames until the ply is reached, and returns how long that took.
fn until(game: &mut TestGame, wanted: usize) -> Duration {
    FRAME * u32::try_from(game.run_until("the ply is reached", 300, |game| ply(game) == wanted)).expect("few frames")
}

#[test]
fn a_game_plays_itself_at_the_chosen_speed_and_stops_at_its_end() {
    let mut game = reviewed();
    let plies = reviewing(&mut game).plies();
    for (speed, interval_ms) in
        [(WatchSpeed::Usual, 1_000), (WatchSpeed::Double, 500), (WatchSpeed::Fourfold, 250), (WatchSpeed::Half, 2_000)]
    {
        assert_eq!(game.world_mut().resource::<Replay>().speed, speed);
        game.act(ReviewStep::First);
        game.act(ReplayCommand::Toggle);
        assert_eq!(ply(&mut game), 1, "the first move follows at once");
        for next in 2..=plies {
            assert!(is_playing(&mut game));
            let took = until(&mut game, next);
            assert!(took.abs_diff(Duration::from_millis(interval_ms)) <= FRAME * 2, "{speed:?}: {took:?}");
        }
        assert!(!is_playing(&mut game), "it stops at the end");
        game.act(ReplayCommand::NextSpeed);
    }
    game.act(ReplayCommand::Toggle);
    assert_eq!((ply(&mut game), is_playing(&mut game)), (0, true), "from the end it begins again");
    until(&mut game, 1);
}

#[test]
fn space_starts_and_stops_the_replay() {
    for key in [Key::Space, Key::Character("p".into())] {
        let mut game = reviewed();
        game.press(Key::Home);
        game.press(key.clone());
        assert!(is_playing(&mut game), "{key:?}");
        until(&mut game, 2);
        game.press(key.clone());
        assert!(!is_playing(&mut game), "{key:?}");
        game.pass(Duration::from_secs(5));
        assert_eq!(ply(&mut game), 2);
    }
}

#[test]
fn a_step_by_hand_stops_the_replay() {
    for (step, at) in [(ReviewStep::Back, 1), (ReviewStep::On, 3), (ReviewStep::First, 0), (ReviewStep::To(5), 5)] {
        let mut game = reviewed();
        game.act(ReviewStep::First);
        game.act(ReplayCommand::Toggle);
        until(&mut game, 2);
        game.act(step);
        game.steps(2);
        assert!(!is_playing(&mut game), "{step:?}");
        game.pass(Duration::from_secs(5));
        assert_eq!(ply(&mut game), at, "{step:?}");
    }
}

#[test]
fn a_better_line_is_replayed_to_its_end() {
    let mut game = reviewed();
    let worst = reviewing(&mut game).found().worst(3).into_iter().find(|worst| worst.best_line.len() > 1);
    let worst = worst.expect("a line").clone();
    game.act(ReviewStep::To(worst.ply));
    game.act(ReviewStep::Better);
    game.act(ReplayCommand::Toggle);
    game.run_until("it stops", 3_000, |game| !is_playing(game));
    let line = reviewing(&mut game).line().expect("the line is shown");
    assert!(line.undone().is_empty() && line.ply() >= worst.ply + worst.best_line.len());
}

#[test]
fn the_game_sleeps_between_the_moves_of_a_replay() {
    let mut game = reviewed();
    game.act(ReviewStep::First);
    game.act(ReplayCommand::Toggle);
    game.run_until("the game sleeps", 30, |game| game.sleep().is_some());
    let wait = game.sleep().expect("it sleeps");
    assert!(wait > Duration::from_millis(500) && wait <= Duration::from_secs(1), "{wait:?}");
    game.frame_of(wait);
    assert_eq!(ply(&mut game), 2, "the move is played in the frame for which the game slept");
}

#[test]
fn discs_turn_at_the_speed_of_the_replay_and_as_usual_afterwards() {
    let mut game = TestGame::new();
    open_review(&mut game);
    let usual = Settings::default().pace();
    game.act(ReplayCommand::NextSpeed);
    game.act(ReviewStep::First);
    assert_eq!(game.settings().pace(), usual);
    game.act(ReplayCommand::Toggle);
    assert_ne!(game.settings().pace(), usual, "twice as fast");
    game.act(ReplayCommand::Toggle);
    assert_eq!(game.settings().pace(), usual);
    game.act(ReplayCommand::Toggle);
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is back", 10, |game| game.screen() == Screen::Match);
    game.steps(2);
    assert!(!is_playing(&mut game));
    assert_eq!(game.settings().pace(), usual);
    assert_eq!(game.world_mut().resource::<Replay>().speed, WatchSpeed::Double, "the speed stays for the next review");
}

#[test]
fn buttons_start_stop_and_speed_up_the_replay() {
    for (width, height) in [(1280, 800), (844, 390), (390, 844), (320, 568)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = at_once();
        open_review(&mut game);
        game.act(ReviewStep::First);
        game.steps(3);
        game.press_on("Moves a second: 1");
        game.press_on("Play the game");
        assert!(is_playing(&mut game), "{width} x {height}");
        game.press_on("Stop");
        assert!(!is_playing(&mut game), "{width} x {height}");
        assert!(game.labels().contains(&"Moves a second: 2".to_owned()));
    }
}

#[test]
fn space_presses_a_focused_button_instead() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    open_review(&mut game);
    while game.focused().as_deref() != Some("Go to the start") {
        game.press(Key::Tab);
    }
    game.press(Key::Space);
    game.steps(3);
    assert_eq!((ply(&mut game), is_playing(&mut game)), (0, false));
}
