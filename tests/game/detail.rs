//! Less detail where drawing is slow: fewer discs move, the board is drawn coarsely, and stillness is offered once.

use std::time::Duration;

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::window::WindowOccluded;
use irogaeshi::game::{Detail, MemoryStore, Motion, Navigate, Pace, Screen, StoragePlugin};

use crate::harness::{TestGame, classic, humans, on_board};

const SLOW: Duration = Duration::from_millis(200);
const OFFER: &str = "Drawing is slow on this device. Without motion, discs change at once.";
/// As many turns as it takes at most until all detail that can be spared is.
const TURNS: usize = 8;

fn detail(game: &mut TestGame) -> Detail {
    *game.world_mut().resource::<Detail>()
}

/// Plays the first legal move and draws frames of this length until all discs lie.
fn turn(game: &mut TestGame, frame: Duration) {
    let square = game.position().legal_squares().iter().next().expect("a legal move");
    game.play(&square.to_string());
    while game.is_moving() {
        game.frame_of(frame);
    }
}

fn turns(game: &mut TestGame, frame: Duration) {
    (0..TURNS).for_each(|_| turn(game, frame));
}

/// The most discs that are on their way at once while a1 is played on this board.
fn most_moving(game: &mut TestGame, rows: &str) -> usize {
    game.act(Navigate::To(Screen::Title));
    game.run_until("the title is shown", 10, |game| game.screen() == Screen::Title);
    game.enter(on_board(rows, "black white"));
    game.play("a1");
    let mut most = 0;
    while game.is_moving() {
        game.step();
        let world = game.world_mut();
        let mut motions = world.query::<&Motion>();
        most = most.max(motions.iter(world).filter(|motion| (0.05..0.95).contains(&motion.progress())).count());
    }
    game.step();
    game.assert_shows_record();
    most
}

#[test]
fn fewer_discs_move_at_a_time_where_drawing_is_slow() {
    let star = ".WWWB/WW.../W.W../W..W./B...B";
    let mut game = TestGame::with(classic(8, humans()));
    let usual = most_moving(&mut game, star);
    let mut game = TestGame::with(classic(8, humans()));
    turns(&mut game, SLOW);
    assert_eq!(detail(&mut game), Detail::Sparse);
    let few = most_moving(&mut game, star);
    assert!(usual >= 6 && few <= 3, "{usual} become {few}");
}

#[test]
fn frames_that_the_system_withholds_take_no_detail() {
    let mut game = TestGame::with(classic(8, humans()));
    turns(&mut game, Duration::from_millis(40));
    assert_eq!(detail(&mut game), Detail::Full, "quick enough");
    let mut game = TestGame::with(classic(8, humans()));
    for _ in 0..TURNS {
        game.lose_keyboard();
        turn(&mut game, SLOW);
    }
    assert_eq!(detail(&mut game), Detail::Full, "the window was left and came back");
    let mut game = TestGame::with(classic(8, humans()));
    let window = game.window();
    game.act(WindowOccluded { window, occluded: true });
    turns(&mut game, SLOW);
    assert_eq!(detail(&mut game), Detail::Full, "nobody can see it");
}

/// The size of the picture that the board is drawn into; `None` for the window.
fn picture(game: &mut TestGame) -> Option<UVec2> {
    let world = game.world_mut();
    let mut cameras = world.query::<(&Name, &RenderTarget)>();
    let (_, target) = cameras.iter(world).find(|(name, _)| name.as_str() == "camera").expect("a camera");
    let image = target.as_image()?.clone();
    world.resource::<Assets<Image>>().get(&image).map(Image::size)
}

#[test]
fn the_board_is_drawn_coarsely_only_while_discs_move() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(classic(8, humans()));
    while detail(&mut game) == Detail::Full {
        turn(&mut game, SLOW);
        assert_eq!(picture(&mut game), None);
    }
    let square = game.position().legal_squares().iter().next().expect("a legal move");
    game.play(&square.to_string());
    game.steps(2);
    assert_eq!(picture(&mut game), Some(UVec2::new(640, 400)));
    game.resize(900, 600);
    game.step();
    assert!(game.is_moving());
    assert_eq!(picture(&mut game), Some(UVec2::new(450, 300)));
    game.rest();
    game.steps(2);
    assert_eq!(picture(&mut game), None, "what lies still is sharp");
}

/// Plays a match of one move to its end.
fn end_match(game: &mut TestGame) {
    game.act(Navigate::To(Screen::Title));
    game.run_until("the title is shown", 10, |game| game.screen() == Screen::Title);
    game.enter(on_board(".WB/.../...", "black white"));
    game.play("a1");
    game.rest();
    game.steps(3);
}

#[test]
fn the_offer_goes_with_the_match_and_leaves_escape_to_the_next_screen() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(classic(8, humans()));
    turns(&mut game, SLOW);
    end_match(&mut game);
    assert_eq!(game.notice().as_deref(), Some(OFFER));
    game.act(Navigate::To(Screen::Review));
    game.steps(2);
    assert_eq!((game.screen(), game.notice()), (Screen::Review, None));
}

#[test]
fn stillness_is_offered_once_on_a_device() {
    let store = MemoryStore::default();
    let play = || {
        let mut game = TestGame::in_window_with(1280, 800, StoragePlugin::with_store(store.clone()));
        game.enter(classic(8, humans()));
        turns(&mut game, SLOW);
        assert_eq!(game.notice(), None, "no match is interrupted");
        end_match(&mut game);
        game
    };
    let mut game = play();
    assert_eq!(game.notice().as_deref(), Some(OFFER));
    assert!(game.labels().contains(&"Turn off motion".to_owned()));
    game.click_on("OK");
    end_match(&mut game);
    assert_eq!(game.notice(), None, "it was refused");
    assert_ne!(game.settings().pace(), Pace::Still);
    game.steps(100);
    drop(game);
    let mut game = play();
    assert_eq!((game.notice(), detail(&mut game)), (None, Detail::Sparse), "nor is it offered at the next start");
}

#[test]
fn nothing_moves_once_the_offer_is_taken() {
    let mut game = TestGame::in_window(1280, 800);
    game.enter(classic(8, humans()));
    turns(&mut game, SLOW);
    end_match(&mut game);
    game.click_on("Turn off motion");
    assert_eq!((game.settings().pace(), game.notice()), (Pace::Still, None));
    game.enter(classic(8, humans()));
    let square = game.position().legal_squares().iter().next().expect("a legal move");
    game.play(&square.to_string());
    assert!(!game.is_moving());
}
