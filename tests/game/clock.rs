//! Matches with time: who runs out when, how the match goes on, and what is saved of it.

use std::time::Duration;

use bevy::prelude::{AppExit, Text};
use bevy::time::TimeUpdateStrategy;
use irogaeshi::cpu::{Character, CpuPlayer, TreeLevel};
use irogaeshi::game::{
    Entry, Kind, LessonCommand, Match, MatchChange, MatchCommand, MatchPhase, MatchTime, MemoryStore, Navigate,
    Overlay, Pace, Screen, Seat, Settings, SetupCommand, SoundCue, StoragePlugin, Store,
};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::Clock;
use irogaeshi::rules::{ByPlayer, Ending, Player, Variant};

use crate::harness::{FRAME, MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans};

const SECOND: Duration = Duration::from_secs(1);

/// This many seconds for each player, and an increment for each move.
fn fischer(base: u64, increment: u64) -> TimeControl {
    TimeControl::Fischer { base_ms: base * 1000, increment_ms: increment * 1000 }
}

const BYO_YOMI: TimeControl = TimeControl::ByoYomi { base_ms: 10_000, period_ms: 20_000 };

fn timed(game: Match, control: TimeControl) -> Match {
    Match { clock: Clock::new(Some(control)), ..game }
}

fn five(seats: ByPlayer<Seat>, control: TimeControl) -> Match {
    timed(Match::new(Variant::built_in("five").expect("is built in"), seats, 1), control)
}

/// Time that a player has left now.
fn left(game: &mut TestGame, player: Player) -> Duration {
    let now = game.world_mut().resource::<MatchTime>().now_ms;
    Duration::from_millis(game.game().clock.remaining(player, now).expect("there is a clock"))
}

/// Lets time pass at ten frames a second.
fn pass(game: &mut TestGame, time: Duration) {
    let frame = SECOND / 10;
    game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    game.steps(time.div_duration_f32(frame).ceil() as usize);
    game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
}

/// Lets time pass in one frame, as while the game sleeps.
fn sleep_for(game: &mut TestGame, time: Duration) {
    game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(time));
    game.step();
    game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
}

/// Compares two times, up to the frames that a test takes.
fn is_about(one: Duration, other: Duration) -> bool {
    one.abs_diff(other) < SECOND / 2
}

#[test]
fn the_clock_runs_for_the_player_to_move_from_the_start() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(60, 2)), at_once());
    pass(&mut game, 3 * SECOND);
    assert!(is_about(left(&mut game, Player::Black), 57 * SECOND));
    assert_eq!(left(&mut game, Player::White), 60 * SECOND);
    game.play("f5");
    pass(&mut game, 5 * SECOND);
    assert!(is_about(left(&mut game, Player::Black), 59 * SECOND));
    assert!(is_about(left(&mut game, Player::White), 55 * SECOND));
    assert!(game.game().time_of(0).is_some_and(|time| is_about(time, 3 * SECOND)));
    assert_eq!(game.game().time_of(1), None);
}

#[test]
fn clocks_run_while_discs_turn() {
    let mut game = TestGame::with(timed(classic(8, humans()), fischer(60, 0)));
    game.play("f5");
    game.steps(5);
    assert!(game.is_moving());
    assert!(left(&mut game, Player::White) < 60 * SECOND);
}

#[test]
fn a_match_for_two_ends_when_a_player_runs_out_of_time() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(20, 0)), at_once());
    game.play("f5");
    pass(&mut game, 19 * SECOND);
    assert_eq!(game.game().ending(), None);
    pass(&mut game, 2 * SECOND);
    assert_eq!(game.game().ending(), Some(Ending::OutOfTime(Player::White)));
    game.steps(3);
    assert_eq!((game.phase(), game.status().as_str()), (MatchPhase::Over, "White ran out of time"));
    assert!(game.names().contains(&"result".to_owned()));
    let ranks = game.game().ranks().expect("it is over");
    assert_eq!((ranks[0].player, ranks[1].player), (Player::Black, Player::White));
}

#[test]
fn in_byo_yomi_each_move_has_its_seconds_until_somebody_is_too_slow() {
    let store = MemoryStore::default();
    let start = || TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    let mut game = start();
    *game.settings() = at_once();
    game.enter(timed(classic(8, humans()), BYO_YOMI));
    let shown = |game: &mut TestGame, player| {
        let now = game.world_mut().resource::<MatchTime>().now_ms;
        game.game().shown_time(player, Some(now)).map(|time| (time.left_ms.div_ceil(1000), time.is_period))
    };
    assert_eq!(shown(&mut game, Player::White), Some((10, false)), "the main time");
    pass(&mut game, 15 * SECOND);
    assert!(shown(&mut game, Player::Black).is_some_and(|(left, is_period)| (14..=16).contains(&left) && is_period));
    game.play("f5");
    assert_eq!(shown(&mut game, Player::Black), Some((20, true)), "the next move has a whole period");
    pass(&mut game, 12 * SECOND);
    game.play("d6");
    game.steps(3);
    let faces: Vec<String> = game.all::<Text>().iter().map(|text| text.0.clone()).collect();
    assert!(faces.iter().any(|face| face == "19 s") && faces.iter().any(|face| face == "20 s"), "{faces:?}");
    game.type_keys("t");
    game.steps(3);
    assert!(game.spoken().news.contains("20 seconds left for this move."), "{}", game.spoken().news);
    pass(&mut game, 5 * SECOND);
    game.act(AppExit::Success);
    drop(game);

    // A saved match goes on in the same period.
    let mut game = start();
    *game.settings() = at_once();
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    assert_eq!(game.game().clock.control(), Some(BYO_YOMI));
    assert!(shown(&mut game, Player::Black).is_some_and(|(left, is_period)| (13..=16).contains(&left) && is_period));
    pass(&mut game, 17 * SECOND);
    assert_eq!(game.game().ending(), Some(Ending::OutOfTime(Player::Black)));
}

#[test]
fn the_game_sleeps_until_time_is_up_and_a_move_in_that_frame_still_counts() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(20, 0)), at_once());
    game.play("f5");
    let wait = game.game().clock.deadline().expect("White's time runs").at_ms;
    let now = game.world_mut().resource::<MatchTime>().now_ms;
    let player = game.position().to_move().expect("the game goes on");
    let square = "d6".parse().expect("a square");
    let command = MatchCommand::place(game.game(), player, square);
    game.write(command);
    sleep_for(&mut game, Duration::from_millis(wait - now));
    assert_eq!((game.moves().as_str(), game.game().ending()), ("f5 d6", None));
    pass(&mut game, SECOND);
    assert_eq!(game.game().ending(), None, "it is Black's turn");
}

#[test]
fn among_five_a_cpu_player_takes_the_seat_and_the_player_is_last() {
    let mut game = TestGame::with_settings(five(humans(), fischer(5, 60)), at_once());
    let slow = game.position().to_move().expect("the game begins");
    pass(&mut game, 6 * SECOND);
    assert_eq!(game.game().ending(), None);
    assert!(game.game().has_lost(slow) && matches!(game.game().seats[slow], Seat::Cpu(_)));
    let notice = game.report_json()["notice"].as_str().map(str::to_owned).expect("a notice is shown");
    assert!(notice.starts_with("Black ran out of time.") && notice.contains("plays on"), "{notice}");
    game.until_ply(1);
    // The others play on, and no clock runs for the player who has forfeited.
    for seat in 0..5 {
        let player = [Player::Black, Player::White, Player::Ash, Player::Cyan, Player::Yamabuki][seat];
        if player != slow {
            game.game_mut().seats[player] = Seat::Cpu(Character::Greedy.into());
        }
    }
    game.until_over();
    assert_eq!(game.game().ending(), Some(Ending::PlayedOut));
    assert_eq!(game.game().ranks().expect("it is over").last().map(|rank| rank.player), Some(slow));
}

#[test]
fn every_cpu_player_moves_within_its_time() {
    let long = CpuPlayer::Tree(TreeLevel::Master);
    let byo_yomi = TimeControl::ByoYomi { base_ms: 2_000, period_ms: 3_000 };
    for control in [TimeControl::PerMove { limit_ms: 10_000 }, fischer(3, 1), byo_yomi] {
        for delay in [Duration::ZERO, Duration::MAX] {
            let settings = Settings { cpu_delay: delay, ..Settings::default() };
            let seats = ByPlayer::from_fn(|_| Seat::Cpu(long));
            // Frames are too short for a thread to have thought of anything.
            let mut game = TestGame::with_settings(timed(classic(16, seats), control), settings);
            pass(&mut game, 40 * SECOND);
            assert_eq!(game.game().ending(), None, "{control:?}");
            assert!(game.ply() > 2, "{} turns with {control:?}", game.ply());
        }
    }
}

#[test]
fn a_cpu_player_stops_thinking_in_time() {
    let long = CpuPlayer::Tree(TreeLevel::Master);
    let control = TimeControl::PerMove { limit_ms: 1_200 };
    let mut game = TestGame::with_settings(timed(classic(16, cpu_plays(Player::Black, long)), control), at_once());
    game.run_until("a move is played", MAX_THINKING_STEPS, |game| game.ply() == 1);
    assert_eq!(game.game().ending(), None);
}

#[test]
fn an_undo_does_not_return_thinking_time() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(60, 5)), at_once());
    pass(&mut game, 10 * SECOND);
    game.play("f5");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    assert!(is_about(left(&mut game, Player::Black), 50 * SECOND));
    game.act(MatchCommand::now(MatchChange::Redo));
    assert!(is_about(left(&mut game, Player::Black), 55 * SECOND));
    assert!(game.game().time_of(0).is_some_and(|time| is_about(time, 10 * SECOND)), "it was played in that time");
}

#[test]
fn the_clock_is_paused_while_the_match_is_not_on_the_screen() {
    let mut game =
        TestGame::with_settings(timed(classic(8, humans()), TimeControl::PerMove { limit_ms: 30_000 }), at_once());
    game.play("f5");
    pass(&mut game, 4 * SECOND);
    game.act(Navigate::To(Screen::Title));
    pass(&mut game, 60 * SECOND);
    assert_eq!(game.screen(), Screen::Title);
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    assert!(is_about(left(&mut game, Player::White), 26 * SECOND), "its turn goes on");
    game.act(LessonCommand::Open(0));
    pass(&mut game, 60 * SECOND);
    game.act(LessonCommand::End);
    game.steps(3);
    assert_eq!(game.moves(), "f5");
    assert!(is_about(left(&mut game, Player::White), 26 * SECOND), "also during the lesson");
    // The board is visible behind a question.
    game.act(Navigate::Open(Overlay::RestartQuestion));
    pass(&mut game, 6 * SECOND);
    assert!(is_about(left(&mut game, Player::White), 20 * SECOND));
    game.play("d6");
    assert!(game.game().time_of(1).is_some_and(|time| is_about(time, 10 * SECOND)), "{:?}", game.game().time_of(1));
}

#[test]
fn a_continued_match_has_the_remaining_time() {
    let store = MemoryStore::default();
    let start = || TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    let mut game = start();
    *game.settings() = at_once();
    game.enter(timed(classic(8, humans()), fischer(60, 2)));
    pass(&mut game, 10 * SECOND);
    game.play("f5");
    pass(&mut game, 7 * SECOND);
    // Closes the window.
    game.act(AppExit::Success);
    drop(game);

    let mut game = start();
    pass(&mut game, 100 * SECOND);
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    assert_eq!(game.game().clock.control(), Some(fischer(60, 2)));
    assert!(is_about(left(&mut game, Player::Black), 52 * SECOND));
    assert!(is_about(left(&mut game, Player::White), 53 * SECOND), "{:?}", left(&mut game, Player::White));
    assert!(game.game().time_of(0).is_some_and(|time| is_about(time, 10 * SECOND)));
    game.play("d6");
    assert!(game.game().time_of(1).is_some_and(|time| is_about(time, 7 * SECOND)), "all of the turn counts");
}

#[test]
fn a_kill_returns_at_most_a_few_seconds() {
    let store = MemoryStore::default();
    let start = || TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    let mut game = start();
    *game.settings() = at_once();
    game.enter(timed(classic(8, humans()), fischer(60, 0)));
    game.play("f5");
    pass(&mut game, 35 * SECOND);
    drop(game);
    let mut game = start();
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    let left = left(&mut game, Player::White);
    assert!(left >= 25 * SECOND && left < 36 * SECOND, "{left:?}");
}

#[test]
fn a_match_that_ends_on_time_before_its_first_move_is_saved() {
    let store = MemoryStore::default();
    let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    *game.settings() = at_once();
    game.enter(timed(classic(8, humans()), fischer(5, 0)));
    game.step();
    assert!(store.list(Kind::Match).expect("a list").is_empty(), "nothing has happened");
    pass(&mut game, 6 * SECOND);
    assert_eq!(game.game().ending(), Some(Ending::OutOfTime(Player::Black)));
    game.steps(3);
    let saved = store.list(Kind::Match).expect("a list");
    assert_eq!(saved.len(), 1);
    let text = store.text(&Entry::new(Kind::Match, saved[0].clone())).expect("it is there");
    assert!(text.contains("out-of-time"), "{text}");
    game.act(MatchCommand::now(MatchChange::Restart));
    game.play("f5");
    game.steps(3);
    assert_eq!(store.list(Kind::Match).expect("a list").len(), 2, "the next one is another");
}

#[test]
fn the_remaining_time_is_spoken_on_request() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(185, 0)), at_once());
    game.steps(3);
    game.type_keys("t");
    game.steps(3);
    assert_eq!(game.spoken().news, "Black has 3 minutes and 4 seconds left. White has 3 minutes and 5 seconds left.");
    let mut game = TestGame::with_settings(five(cpu_plays(Player::Ash, Character::Greedy), fischer(60, 0)), at_once());
    game.play("f5");
    game.type_keys("t");
    game.steps(3);
    assert!(!game.spoken().news.contains("Ash"), "{}", game.spoken().news);
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.steps(3);
    game.type_keys("t");
    game.steps(3);
    assert_eq!(game.spoken().news, "This match has no clock.");
}

#[test]
fn a_low_clock_is_announced_once() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(20, 0)), at_once());
    pass(&mut game, 9 * SECOND);
    assert!(!game.take_messages().cues.contains(&SoundCue::TimeIsShort));
    pass(&mut game, 2 * SECOND);
    let cues = game.take_messages().cues;
    assert_eq!(cues.iter().filter(|cue| **cue == SoundCue::TimeIsShort).count(), 1);
    pass(&mut game, 3 * SECOND);
    assert!(!game.take_messages().cues.contains(&SoundCue::TimeIsShort));
    game.play("f5");
    pass(&mut game, SECOND);
    assert!(!game.take_messages().cues.contains(&SoundCue::TimeIsShort));
}

#[test]
fn the_game_sleeps_between_the_seconds() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(60, 0)), at_once());
    game.run_until("the game sleeps", 20, |game| game.sleep().is_some());
    for _ in 0..5 {
        let wait = game.sleep().expect("it sleeps");
        assert!(wait > SECOND / 2 && wait <= SECOND + SECOND / 10, "{wait:?}");
        sleep_for(&mut game, wait);
    }
}

#[test]
fn a_card_shows_tenths_at_the_end_unless_motion_is_reduced() {
    let shown = |game: &mut TestGame| {
        let texts = game.all::<Text>().into_iter().map(|text| text.0);
        texts.filter(|text| text.contains([':', '.']) && text.len() < 6).collect::<Vec<_>>()
    };
    for (pace, little) in [(Pace::CALM, "9.8"), (Pace::Still, "0:09")] {
        let settings = Settings { pace: Some(pace), ..at_once() };
        let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(60, 0)), settings);
        game.steps(5);
        assert_eq!(shown(&mut game), ["0:59", "1:00"]);
        let now = game.world_mut().resource::<MatchTime>().now_ms;
        let at_ms = game.game().clock.deadline().expect("Black's time runs").at_ms - Clock::MAX_ALLOWANCE_MS;
        sleep_for(&mut game, Duration::from_millis(at_ms - now - 9_850));
        assert_eq!(shown(&mut game), [little, "1:00"]);
        game.step();
        let most = if pace == Pace::Still { SECOND } else { SECOND / 10 };
        game.run_until("the game sleeps", 20, |game| game.sleep().is_some());
        let wait = game.sleep().expect("it sleeps");
        assert!(wait > Duration::ZERO && wait <= most, "{pace:?}: {wait:?}");
    }
}

#[test]
fn a_report_contains_the_clocks_but_is_not_sent_each_second() {
    let mut game = TestGame::with_settings(timed(classic(8, humans()), fischer(30, 5)), at_once());
    game.steps(20);
    let report = game.report_json();
    assert_eq!(report["clocks"], serde_json::json!({"black": 30, "white": 30}));
    assert_eq!(report["standing"], "Black 2 with 0:30 left and White 2 with 0:30 left");
    pass(&mut game, 15 * SECOND);
    assert_eq!(game.report_json(), report);
    pass(&mut game, 6 * SECOND);
    assert_eq!(game.spoken().news, "Black has less than 10 seconds left.");
    game.play("f5");
    game.steps(3);
    assert_eq!(game.report_json()["clocks"], serde_json::json!({"black": 13, "white": 30}));
}

#[test]
fn a_clock_is_chosen_for_the_next_match_and_saved() {
    let store = MemoryStore::default();
    let start = || TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    let mut game = start();
    assert_eq!(game.setup().clock, None);
    game.act(SetupCommand::ChooseClock(Some(fischer(180, 2))));
    drop(game);
    let mut game = start();
    assert_eq!(game.setup().clock, Some(fischer(180, 2)));
    game.act(SetupCommand::Start);
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    assert_eq!(game.game().clock.control(), Some(fischer(180, 2)));
    game.act(MatchCommand::now(MatchChange::Restart));
    assert_eq!(game.game().clock.control(), Some(fischer(180, 2)));
}
