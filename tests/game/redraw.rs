//! Drawing frames: only if something has changed; otherwise the game sleeps as long as it can.

use std::time::Duration;

use bevy::time::TimeUpdateStrategy;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    FileOffered, Kind, MemoryStore, Navigate, Notice, Notices, Pace, Screen, SettingCommand, Settings, StoragePlugin,
    Store, StoreError,
};
use irogaeshi::rules::Player;

use crate::harness::{FRAME, MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans, on_board};

/// Maximum number of frames after the last motion.
const AFTERGLOW: usize = 20;
/// The longest sleep, when nothing is pending.
const AT_REST: Duration = Duration::from_mins(1);

/// Time that the game sleeps once every effect of an event is drawn.
fn sleep(game: &mut TestGame) -> Duration {
    game.run_until("the game sleeps", AFTERGLOW, |game| game.sleep().is_some());
    game.step();
    game.sleep().expect("it sleeps on")
}

/// Sleeps once, for this long.
fn pass_in_one_frame(game: &mut TestGame, time: Duration) {
    game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(time));
    game.step();
    game.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
}

#[test]
fn a_notice_lets_the_game_sleep_until_it_disappears() {
    let mut game = TestGame::new();
    *game.settings() = at_once();
    game.write(Notice::news("Saved"));
    let wait = sleep(&mut game);
    assert!(wait > Duration::from_secs(6) && wait <= Duration::from_secs(7), "{wait:?}");
    pass_in_one_frame(&mut game, wait);
    let shown = |game: &mut TestGame| game.world_mut().resource::<Notices>().shown().cloned();
    assert_eq!(shown(&mut game), None, "it went away in the frame for which the game slept");
    assert_eq!(game.sleep(), None, "which is followed by what shows that");
    assert_eq!(sleep(&mut game), AT_REST);
}

#[test]
fn waiting_for_a_scheduled_moment_draws_no_frames() {
    let mut game = TestGame::new();
    game.write(Notice::news("Saved"));
    let wait = sleep(&mut game);
    for _ in 0..10 {
        game.step();
        // A different wait would cause a frame, which would ask for another one.
        assert_eq!(game.sleep(), Some(wait));
    }
}

#[test]
fn notices_appear_even_after_a_long_absence() {
    let mut game = TestGame::new();
    sleep(&mut game);
    game.write(Notice::news("Saved"));
    pass_in_one_frame(&mut game, AT_REST);
    game.steps(10);
    assert_eq!(game.world_mut().resource::<Notices>().shown(), Some(&"Saved".into()));
}

#[test]
fn a_typed_letter_lets_the_game_sleep_until_it_acts_as_a_shortcut() {
    let mut game = TestGame::with(classic(8, humans()));
    game.type_keys("h");
    let wait = sleep(&mut game);
    assert!(wait > Duration::from_secs(1) && wait <= Duration::from_secs(2), "{wait:?}");
    pass_in_one_frame(&mut game, wait);
    game.steps(3);
    assert!(game.names().contains(&"question".to_owned()), "whether all agree to a hint");
    game.act(Navigate::Close);
    assert_eq!(sleep(&mut game), AT_REST);
}

#[test]
fn leaving_discards_a_waiting_letter() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.type_keys("h");
    game.act(Navigate::To(Screen::Title));
    game.run_until("the title is shown", 10, |game| game.screen() == Screen::Title);
    assert_eq!(sleep(&mut game), AT_REST);
    game.act(Navigate::To(Screen::Match));
    game.enter(classic(8, humans()));
    assert_eq!(sleep(&mut game), AT_REST, "it asks for no hint in another match");
    assert_eq!(game.status(), "Black to move");
}

#[test]
fn the_game_sleeps_while_a_cpu_player_pauses_before_its_move() {
    let delay = Duration::from_millis(1500);
    let settings = Settings { cpu_delay: delay, ..at_once() };
    let mut game = TestGame::with_settings(classic(8, cpu_plays(Player::Black, Character::Maximum)), settings);
    let asleep = |game: &mut TestGame| game.sleep().is_some_and(|wait| wait > Duration::from_millis(100));
    game.run_until("the move is decided", MAX_THINKING_STEPS, asleep);
    let wait = game.sleep().expect("it sleeps");
    assert!(wait <= delay, "{wait:?}");
    assert_eq!(game.ply(), 0);
    pass_in_one_frame(&mut game, wait);
    game.step();
    assert_eq!(game.ply(), 1, "it plays in the frame for which the game slept");
}

#[test]
fn a_banner_and_a_refusal_let_the_game_sleep() {
    let mut game = TestGame::with_settings(on_board(".AB#", "white black ash"), at_once());
    game.steps(3);
    assert!(game.names().contains(&"banner".to_owned()), "White must pass");
    let wait = sleep(&mut game);
    assert!(wait > Duration::from_secs(1) && wait <= Duration::from_millis(2400), "{wait:?}");
    pass_in_one_frame(&mut game, wait);
    game.steps(2);
    assert!(!game.names().contains(&"banner".to_owned()));
    assert_eq!(sleep(&mut game), AT_REST);

    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    game.play("a1");
    let wait = sleep(&mut game);
    assert!(wait > Duration::ZERO && wait <= Duration::from_millis(450), "{wait:?}");
    pass_in_one_frame(&mut game, wait);
    assert_eq!(sleep(&mut game), AT_REST);
}

#[test]
fn turning_stones_are_drawn_continuously_and_screens_at_rest_never() {
    let settings = Settings { pace: Some(Pace::CALM), ..Settings::default() };
    let mut game = TestGame::with_settings(classic(8, humans()), settings);
    game.play("d3");
    while game.is_moving() {
        assert_eq!(game.sleep(), None, "a stone turns");
        game.step();
    }
    assert_eq!(sleep(&mut game), AT_REST);
    for place in [Navigate::To(Screen::NewGame), Navigate::To(Screen::Editor)] {
        game.act(place);
        game.steps(AFTERGLOW);
        assert_eq!(sleep(&mut game), AT_REST, "after {place:?}");
    }
}

#[test]
fn screens_come_to_rest_after_their_layout() {
    let mut game = TestGame::in_window(1280, 800);
    for place in [Navigate::To(Screen::NewGame), Navigate::To(Screen::Editor)] {
        game.act(place);
        game.steps(2 * AFTERGLOW);
        for _ in 0..50 {
            game.step();
            assert_eq!(game.sleep(), Some(AT_REST), "after {place:?}");
        }
    }
}

#[test]
fn failed_saves_are_retried_without_input() {
    let board = "name: Ring\nplayers: white ash\nboard:\n....\n.WA.\n.AW.\n....\n";
    let setting = |game: &mut TestGame| game.act(SettingCommand::ChoosePace(Pace::Still));
    let file = |game: &mut TestGame| {
        game.act(FileOffered { name: "ring.txt".to_owned(), content: Ok(board.as_bytes().to_vec()) });
    };
    let changes: [(Kind, &dyn Fn(&mut TestGame)); 2] = [(Kind::State, &setting), (Kind::Board, &file)];
    for (kind, change) in changes {
        let store = MemoryStore::default();
        let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
        store.refuse(Some(StoreError::Full));
        change(&mut game);
        for _ in 0..3 {
            let wait = sleep(&mut game);
            assert!(wait > Duration::ZERO && wait <= Duration::from_secs(5), "{kind:?}: {wait:?}");
            pass_in_one_frame(&mut game, wait);
        }
        store.refuse(None);
        let wait = sleep(&mut game);
        pass_in_one_frame(&mut game, wait);
        game.step();
        assert_eq!(store.list(kind).map(|names| names.len()), Ok(1), "{kind:?}");
    }
}
