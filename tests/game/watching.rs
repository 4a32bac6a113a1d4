//! Watching a match of CPU players: pausing, stepping in both directions and changing its speed, by buttons and keys.

use std::time::Duration;

use bevy::input::keyboard::Key;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    Match, MatchChange, MatchCommand, MatchPhase, Seat, Settings, ShowMove, WatchCommand, WatchSpeed, Watching,
};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::Clock;
use irogaeshi::rules::ByPlayer;

use crate::harness::{TestGame, at_once, classic, cpu_plays};

fn of_computers() -> Match {
    classic(8, ByPlayer::from_fn(|_| Seat::Cpu(Character::Greedy.into())))
}

/// No motion, but CPU players take their time.
fn unhurried() -> Settings {
    Settings { cpu_delay: Duration::from_millis(300), ..at_once() }
}

fn watched() -> TestGame {
    let mut game = TestGame::with_settings(of_computers(), unhurried());
    game.until_ply(3);
    game
}

/// Enough frames for several moves.
const LONG: usize = 400;

#[test]
fn a_paused_match_waits_until_it_is_resumed() {
    let mut game = watched();
    game.act(WatchCommand::TogglePause);
    game.steps(5);
    let ply = game.ply();
    game.steps(LONG);
    assert_eq!((game.ply(), game.status()), (ply, "Paused".to_owned()));
    game.act(WatchCommand::TogglePause);
    game.until_ply(ply + 2);
}

#[test]
fn a_step_plays_one_move_and_first_redoes_undone_ones() {
    let mut game = watched();
    game.act(WatchCommand::Step);
    let ply = game.ply();
    game.until_ply(ply + 1);
    game.steps(LONG);
    assert_eq!(game.ply(), ply + 1, "no further");
    let moves = game.moves();
    for back in [ply, ply - 1] {
        game.press(Key::ArrowLeft);
        game.until_ply(back);
    }
    game.steps(LONG);
    assert_eq!(game.ply(), ply - 1, "it stays after a step back");
    for on in [ply, ply + 1] {
        game.press(Key::ArrowRight);
        game.until_ply(on);
    }
    assert_eq!(game.moves(), moves);
    game.press(Key::ArrowRight);
    game.until_ply(ply + 2);
    game.act(ShowMove(0));
    game.until_ply(1);
    game.steps(LONG);
    assert_eq!(game.ply(), 1, "the list of moves leads there and stays");
}

#[test]
fn keys_pause_and_step() {
    for pause in [Key::Space, Key::Enter, Key::Character("p".into())] {
        let mut game = watched();
        let is_paused = |game: &mut TestGame| {
            let now = game.game().clone();
            game.world_mut().resource::<Watching>().is_paused(&now)
        };
        game.press(pause.clone());
        game.steps(3);
        assert!(is_paused(&mut game), "{pause:?}");
        let ply = game.ply();
        game.press(Key::Character(".".into()));
        game.until_ply(ply + 1);
        game.press(pause);
        game.steps(3);
        assert!(!is_paused(&mut game));
        game.until_ply(ply + 3);
    }
}

#[test]
fn a_pause_ends_with_its_match_and_needs_cpu_players_alone() {
    let mut game = watched();
    game.act(WatchCommand::TogglePause);
    game.act(MatchCommand::now(MatchChange::Restart));
    game.until_ply(2);
    let seats = cpu_plays(irogaeshi::rules::Player::Black, Character::Greedy);
    let mut game = TestGame::with_settings(classic(8, seats), at_once());
    game.act(WatchCommand::TogglePause);
    game.until_ply(1);
    assert_eq!(game.phase(), MatchPhase::Waiting);
}

#[test]
fn the_chosen_speed_applies_only_to_watched_matches() {
    let mut game = TestGame::with(of_computers());
    let usual = Settings::default();
    let mut seen = Vec::new();
    for _ in 0..4 {
        game.act(WatchCommand::NextSpeed);
        game.steps(3);
        seen.push((game.settings().cpu_pause().as_millis(), game.settings().pace()));
    }
    let pauses: Vec<u128> = seen.iter().map(|(pause, _)| *pause).collect();
    assert_eq!(pauses, [300, 150, 1200, 600]);
    assert!(seen[0].1 != usual.pace() && seen[3].1 == usual.pace());
    assert_eq!(game.world_mut().resource::<Watching>().speed, WatchSpeed::Usual);
    game.act(WatchCommand::NextSpeed);
    game.enter(classic(8, crate::harness::humans()));
    game.steps(5);
    assert_eq!((game.settings().cpu_pause(), game.settings().pace()), (usual.cpu_delay, usual.pace()));
}

#[test]
fn a_pause_stops_the_clocks_of_cpu_players() {
    let clock = Clock::new(Some(TimeControl::Fischer { base_ms: 600_000, increment_ms: 0 }));
    let mut game = TestGame::with_settings(Match { clock, ..of_computers() }, unhurried());
    game.until_ply(1);
    game.act(WatchCommand::TogglePause);
    game.steps(3);
    assert!(game.game().clock.running().is_none());
    let ply = game.ply();
    game.act(WatchCommand::Step);
    game.until_ply(ply + 1);
    game.steps(3);
    assert!(game.game().clock.running().is_none(), "nor does a step start it");
    game.act(WatchCommand::TogglePause);
    game.until_ply(ply + 2);
}

#[test]
fn buttons_to_pause_step_and_speed_up_are_only_for_spectators() {
    for (width, height) in [(1280, 800), (390, 844)] {
        let mut game = TestGame::in_window(width, height);
        *game.settings() = unhurried();
        game.enter(of_computers());
        game.until_ply(2);
        game.click_on("Pause");
        game.steps(5);
        let ply = game.ply();
        game.click_on("One move on");
        game.until_ply(ply + 1);
        game.steps(3);
        game.click_on("One move back");
        game.until_ply(ply);
        game.click_on("Speed: 1×");
        game.steps(3);
        assert!(game.control("Speed: 2×").is_seen());
        assert_eq!(game.ply(), ply);
        game.click_on("Play");
        game.until_ply(ply + 2);
        game.enter(classic(8, crate::harness::humans()));
        game.steps(5);
        let labels: Vec<String> = game.report().buttons.iter().map(|button| button.label.clone()).collect();
        assert!(labels.contains(&"Hint".to_owned()) && !labels.contains(&"Pause".to_owned()));
    }
}
