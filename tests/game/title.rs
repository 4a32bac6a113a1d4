//! The title: a board that plays by itself, and ways to play that ask nothing of newcomers.

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::window::{WindowEvent, WindowFocused, WindowOccluded};
use irogaeshi::cpu::{CpuPlayer, EngineLevel};
use irogaeshi::game::{
    BoardPicture, LessonCommand, Match, Navigate, Pace, PictureTurn, Screen, Seat, Settings, SetupCommand,
};
use irogaeshi::rules::{Board, Player, Variant};

use crate::harness::{TestGame, at_once, classic, humans, played, random_game};

/// The board that plays by itself.
fn live_board(game: &mut TestGame) -> Board {
    let world = game.world_mut();
    let mut pictures = world.query::<(&Name, &BoardPicture)>();
    let live = pictures.iter(world).find(|(name, _)| name.as_str() == "live board");
    live.expect("there is a live board").1.0.clone()
}

fn turns_seen(game: &mut TestGame) -> Vec<f32> {
    game.all::<PictureTurn>().iter().map(|turn| turn.progress).collect()
}

#[test]
fn the_board_of_the_title_plays_by_itself_and_sleeps_between_moves() {
    let mut game = TestGame::in_window(1280, 800);
    let before = live_board(&mut game);
    // Waits until the stone beside the name has turned once.
    game.run_until("the game sleeps", 240, |game| game.sleep().is_some());
    let wait = game.sleep().expect("it sleeps");
    assert!(wait > Duration::from_millis(300) && wait < Duration::from_secs(4), "{wait:?}");
    assert_eq!(live_board(&mut game), before);
    // The game sleeps for the rest of a move's time.
    let moves = |game: &mut TestGame| live_board(game) != before;
    game.run_until("the next move is made", 300, moves);
    let after = live_board(&mut game);
    assert_eq!(after.empties().count() + 1, before.empties().count(), "a disc was placed");
    game.steps(10);
    assert!(matches!(turns_seen(&mut game)[..], [progress] if progress > 0.0 && progress < 1.0), "discs turn");
    assert_eq!(game.sleep(), None, "what turns is drawn");
    game.run_until("the game sleeps again", 200, |game| game.sleep().is_some());
    assert_eq!(turns_seen(&mut game), [1.0]);
}

#[test]
fn the_title_is_still_without_motion_or_while_hidden() {
    let at_rest = Some(Duration::from_mins(1));
    let mut still = TestGame::in_window(1280, 800);
    *still.settings() = at_once();
    let mut hidden = TestGame::in_window(1280, 800);
    *hidden.settings() = Settings { pace: Some(Pace::CALM), ..Settings::default() };
    let window = hidden.window();
    hidden.write(WindowOccluded { window, occluded: true });
    for mut game in [still, hidden] {
        let before = live_board(&mut game);
        game.steps(20);
        game.pass(Duration::from_secs(10));
        game.steps(20);
        assert_eq!((live_board(&mut game), game.sleep()), (before, at_rest));
        assert!(turns_seen(&mut game).is_empty());
    }
}

/// Runs the title for this many tenths of a second, and counts the frames in which the game did not sleep.
fn frames_drawn(game: &mut TestGame, tenths: usize) -> usize {
    let mut is_drawn = || {
        game.frame_of(Duration::from_millis(100));
        game.sleep().is_none()
    };
    (0..tenths).filter(|_| is_drawn()).count()
}

#[test]
fn the_title_draws_no_frames_after_a_while_without_input() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = Settings { pace: Some(Pace::CALM), ..Settings::default() };
    assert!(frames_drawn(&mut game, 100) > 20, "it plays");
    // Plays the last move to its end.
    frames_drawn(&mut game, 120);
    let before = live_board(&mut game);
    assert_eq!(frames_drawn(&mut game, 300), 0);
    assert_eq!((live_board(&mut game), game.sleep()), (before.clone(), Some(Duration::from_mins(1))));
    game.move_mouse(Vec2::new(5.0, 5.0));
    game.run_until("it plays again after input", 400, |game| live_board(game) != before);
}

#[test]
fn the_title_draws_no_frames_while_another_window_has_the_keyboard() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = Settings { pace: Some(Pace::CALM), ..Settings::default() };
    game.lose_keyboard();
    frames_drawn(&mut game, 30);
    let before = live_board(&mut game);
    assert_eq!(frames_drawn(&mut game, 100), 0);
    assert_eq!(live_board(&mut game), before);
    let window = game.window();
    game.write::<WindowEvent>(WindowFocused { window, focused: true }.into());
    game.run_until("it plays on", 400, |game| live_board(game) != before);
}

#[test]
fn the_title_explains_the_game_to_newcomers() {
    for (width, height) in [(1280, 800), (390, 844), (844, 390)] {
        let mut game = TestGame::in_window(width, height);
        game.steps(3);
        let shown_text = game.text_below("screen Title").unwrap_or_default();
        assert!(
            shown_text.contains("Reversi for one to five players, here or online"),
            "{width} x {height}: {shown_text}"
        );
    }
}

#[test]
fn one_click_starts_a_match_against_an_easy_opponent() {
    let mut game = TestGame::in_window(1280, 800);
    game.click_on("Against the computer");
    game.run_until("the board is shown", 10, |game| game.screen() == Screen::Match);
    let seats = game.game().seats;
    assert_eq!(seats[Player::Black], Seat::Human);
    assert_eq!(seats[Player::White], Seat::Cpu(CpuPlayer::Engine(EngineLevel::GENTLE)));
    game.steps(3);
    let is_offered = |game: &mut TestGame| game.text_below("lesson offer").is_some_and(|text| !text.is_empty());
    assert!(is_offered(&mut game), "the lesson is offered");
    game.click_on("Learn");
    game.steps(4);
    assert!(game.names().contains(&"lesson".to_owned()));
    game.act(LessonCommand::End);
    game.steps(4);
    game.run_until("the match that waited is shown", 10, is_offered);
    game.play("f5");
    assert_eq!(game.moves(), "f5", "and nothing is in the way");
    game.steps(3);
    assert!(!is_offered(&mut game), "it goes with the first move");
}

#[test]
fn with_earlier_choices_the_new_game_screen_opens_first() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(SetupCommand::PlayHere);
    game.steps(4);
    assert_eq!(game.screen(), Screen::NewGame);
    let variant = game.setup().variant().expect("a variant");
    assert_eq!(game.setup().seats_in(&variant)[Player::White], Seat::Human);
    game.act(SetupCommand::PlayComputer);
    game.steps(4);
    assert_eq!(game.screen(), Screen::NewGame, "no match starts with changed choices");
    assert!(matches!(game.setup().seats_in(&variant)[Player::White], Seat::Cpu(_)));
    game.act(SetupCommand::PlayColour);
    game.steps(4);
    assert!(!game.setup().variant().expect("a variant").cut_ins().is_empty(), "colour reversi");
}

#[test]
fn an_unfinished_match_is_offered_first_with_its_board() {
    let mut game = TestGame::in_window(390, 844);
    *game.settings() = at_once();
    let unfinished = played(classic(6, humans()), "e4");
    let board = unfinished.record.position().board().clone();
    game.enter(unfinished);
    game.act(Navigate::To(Screen::Title));
    game.steps(5);
    assert_eq!(game.focused_button().as_deref(), Some("button title-continue"));
    assert!(game.all::<BoardPicture>().contains(&BoardPicture(board)));
    game.click_on("Continue");
    game.steps(5);
    assert_eq!((game.screen(), game.moves()), (Screen::Match, "e4".to_owned()));
}

#[test]
fn a_screen_rises_into_its_place_and_can_be_pressed_meanwhile() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = Settings { pace: Some(Pace::CALM), ..Settings::default() };
    let root = |game: &mut TestGame| {
        let world = game.world_mut();
        let mut roots = world.query::<(&Name, &UiGlobalTransform)>();
        let screen = roots.iter(world).find(|(name, _)| name.as_str() == "screen NewGame");
        screen.map(|(_, at)| at.translation.y)
    };
    game.act(Navigate::To(Screen::NewGame));
    game.steps(4);
    let rising = root(&mut game).expect("the screen is there");
    game.click_on("Back");
    game.steps(3);
    assert_eq!(game.screen(), Screen::Title, "nobody waits for it");
    game.act(Navigate::To(Screen::NewGame));
    game.steps(40);
    let risen = root(&mut game).expect("the screen is there");
    assert!(rising > risen, "{rising} is below {risen}");
    *game.settings() = at_once();
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(3);
    assert_eq!(root(&mut game), Some(risen), "without motion it is there at once");
}

/// Presses Tab until the control with this label has the focus.
fn walk_to(game: &mut TestGame, label: &str) {
    for _ in 0..20 {
        if game.focused().as_deref() == Some(label) {
            return;
        }
        game.press(Key::Tab);
        game.steps(2);
    }
    panic!("{label} is not reached; {game:?}");
}

#[test]
fn the_title_keeps_the_focus_on_the_last_used_button() {
    let mut game = TestGame::in_window(1280, 800);
    for (label, screen) in [
        ("Colour reversi", Screen::NewGame),
        ("Learn", Screen::Learn),
        ("Games", Screen::Games),
        ("Settings", Screen::Settings),
        ("Online", Screen::Lobby),
    ] {
        walk_to(&mut game, label);
        game.press(Key::Enter);
        game.steps(5);
        assert_eq!(game.screen(), screen, "{label}");
        game.act(Navigate::Back);
        game.steps(5);
        assert_eq!((game.screen(), game.focused().as_deref()), (Screen::Title, Some(label)));
    }
}

#[test]
fn if_the_last_used_button_is_gone_the_first_one_has_the_focus() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(4, humans()), "b1"));
    game.act(Navigate::To(Screen::Title));
    game.steps(5);
    walk_to(&mut game, "Continue");
    game.act(Navigate::To(Screen::Learn));
    game.steps(5);
    let over = random_game(&Variant::classic(4).expect("a side"), 1);
    game.world_mut().resource_mut::<Match>().record = over;
    game.act(Navigate::Back);
    game.steps(5);
    assert_eq!(game.focused().as_deref(), Some("Against the computer"));
}
