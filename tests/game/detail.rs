//! Less detail where drawing is slow: fewer discs move, and the board is drawn coarsely.

use std::time::Duration;

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::window::WindowOccluded;
use irogaeshi::game::{Detail, Motion, Navigate, Screen};

use crate::harness::{TestGame, classic, humans, on_board};

const SLOW: Duration = Duration::from_millis(200);
/// Maximum number of turns until detail is lowest.
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
fn fewer_discs_move_at_once_if_drawing_is_slow() {
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
fn frames_withheld_by_the_system_do_not_reduce_detail() {
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
    assert_eq!(detail(&mut game), Detail::Full, "it is invisible");
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
