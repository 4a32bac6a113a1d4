//! The real program in a real window on a virtual screen: played by pointer and keys, and checked by its colours.
//!
//! These tests need Xvfb and xdotool, some also dbus-daemon and at-spi2-core, and take minutes, so they run only on
//! request: `cargo test --features tools --test window -- --include-ignored`. Pictures are saved in the folder that
//! `IROGAESHI_SCREENSHOTS` names; `IROGAESHI_BINARY` names another program than the one that was just built, such as a
//! released one.

#![cfg(all(feature = "tools", target_os = "linux"))]

mod boards;
mod copies;
mod desktop;
mod disks;
mod game;
mod kills;
mod library;
mod loudspeakers;
mod measures;
mod mounts;
mod preferences;
mod report;
mod saved_files;
mod screen;
mod screen_reader;
mod session;
mod sounds;
mod start;

use std::collections::BTreeMap;

use bevy::math::Vec2;
use irogaeshi::rules::{Player, Square, Turn};

use crate::game::{Folder, Game, Options};

/// Choices that need no waiting: no CPU player, and highest speed.
const PERSONS_ON_6: [&str; 4] = ["Board: Classic 6 × 6", "Black: Human", "White: Human", "Speed: 200 %"];
const PERSONS_ON_4: [&str; 4] = ["Board: Classic 4 × 4", "Black: Human", "White: Human", "Speed: 200 %"];

fn size_of(size: (u32, u32)) -> Vec2 {
    Vec2::new(size.0 as f32, size.1 as f32)
}

/// Starts a match with hints off, so that empty squares show bare cloth.
fn without_hints(options: &Options, choices: &[&str]) -> Game {
    let mut game = Game::start_match(options, choices);
    let has_special_discs =
        game.report().board().cells.iter().any(|cell| cell.disc.is_some_and(|disc| disc.player().is_none()));
    if has_special_discs {
        game.wait("the lesson is offered", |game| game.report().button("Not now").is_some());
        // The button moves after its first frame.
        game.wait_for_stillness();
        game.press_button("Not now");
    }
    let hinted = any_legal(&game);
    game.point_at_nothing();
    game.wait("the board is drawn", |game| game.has_hint(hinted));
    game.press_keys(&["m"]);
    game.point_at_nothing();
    game.wait("the hints are gone", |game| !game.has_hint(hinted));
    game.wait_until_seen();
    // Hints fade, and tests compare later pictures with the one seen now.
    game.wait_for_stillness();
    game
}

fn any_legal(game: &Game) -> Square {
    game.report().board().legal().next().expect("a player can move")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn two_humans_play_a_whole_game_by_pointer_and_keys() {
    let options = Options::default();
    let mut game = without_hints(&options, &PERSONS_ON_6);
    game.keep_picture("match", options.size);
    while !game.report().is_in_phase("over") {
        let ply = game.report().ply();
        let square = any_legal(&game);
        match ply % 3 {
            0 => {
                game.click_square(square);
                game.point_at_nothing();
            }
            1 => game.type_square(square),
            _ => {
                game.walk_to(square);
                game.press_keys(&["Return"]);
            }
        }
        game.wait_for_ply(ply + 1);
        let last = game.report().record().last_turn().and_then(Turn::square);
        assert_eq!(last, Some(square));
        let marked = game.report().board().cells.iter().filter(|cell| cell.last).map(|cell| cell.square);
        assert_eq!(marked.collect::<Vec<_>>(), [square]);
        if !game.report().is_in_phase("over") {
            game.wait_until_seen();
        }
    }
    game.wait("the result is shown", |game| game.report().button("Rematch").is_some());
    game.keep_picture("result", options.size);
    assert_eq!(game.report().to_move, None);
    game.point_at_nothing();
    game.wait_until_seen();
    let counts = game.report().record().position().counts();
    for player in [Player::Black, Player::White] {
        assert_eq!(game.report().counts.get(&player), Some(&counts[player]));
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_human_plays_a_whole_game_against_the_cpu() {
    let choices = [
        "Board: Classic 6 × 6",
        "Black: Human",
        "CPU player for White",
        "White: Greedy",
        "Speed: 200 %",
        "Computer’s pause: 0 s",
    ];
    let mut game = without_hints(&Options::default(), &choices);
    while !game.report().is_in_phase("over") {
        let ply = game.report().ply();
        assert_eq!(game.report().to_move, Some(Player::Black));
        let square = any_legal(&game);
        game.click_square(square);
        game.point_at_nothing();
        game.wait("it is the human's turn again", |game| {
            let is_at_rest = game.report().is_in_phase("waiting") || game.report().is_in_phase("over");
            is_at_rest && game.report().ply() > ply
        });
        assert_eq!(game.report().record().played()[ply].square(), Some(square));
        if !game.report().is_in_phase("over") {
            game.wait_until_seen();
        }
    }
    game.press_button("Rematch");
    game.wait_for_ply(0);
    game.point_at_nothing();
    game.wait_until_seen();
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn the_square_under_the_pointer_is_previewed() {
    let mut game = without_hints(&Options::default(), &PERSONS_ON_6);
    let square = any_legal(&game);
    let captured = {
        let record = game.report().record();
        let placement = record.position().placement(Player::Black, square).expect("a legal square");
        placement.captured().next().expect("a placement captures")
    };
    let (bare, unturned) = (game.picture_of(square), game.picture_of(captured));
    game.point_at(game.report().board().middle(square));
    game.wait("the focus is under the pointer", |game| game.report().board().focus == Some(square));
    game.wait("the placement and what it turns are previewed", |game| {
        game.picture_of(square) != bare && game.picture_of(captured) != unturned
    });
    assert_eq!(game.report().ply(), 0);
    game.point_at_nothing();
    game.wait("the preview is gone with the pointer", |game| {
        game.picture_of(square) == bare && game.picture_of(captured) == unturned
    });
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn hints_mark_the_legal_squares_and_no_others() {
    let mut game = without_hints(&Options::default(), &PERSONS_ON_4);
    let (legal, other): (Vec<_>, Vec<_>) = game.report().board().cells.iter().cloned().partition(|cell| cell.legal);
    game.press_keys(&["m"]);
    game.wait("every legal square is marked", |game| legal.iter().all(|cell| game.has_hint(cell.square)));
    for cell in other.iter().filter(|cell| cell.disc.is_none()) {
        assert!(!game.has_hint(cell.square), "{} cannot be played", cell.square);
    }
    game.press_keys(&["m"]);
    game.wait("no square is marked", |game| legal.iter().all(|cell| !game.has_hint(cell.square)));
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn two_humans_and_three_cpu_players_play_a_whole_game_of_five() {
    let options = Options { size: (1280, 800), ..Options::default() };
    let humans = ["Board: Five", "Black: Human", "Ash: Human"];
    let cpus = [
        "CPU player for White",
        "White: Casual",
        "CPU player for Cyan",
        "Cyan: Greedy",
        "CPU player for Yamabuki",
        "Yamabuki: Minimum",
    ];
    let choices = [&humans[..], &cpus, &["Speed: 200 %", "Computer’s pause: 0 s"]].concat();
    let mut game = without_hints(&options, &choices);
    let mut moves = BTreeMap::<Player, usize>::new();
    while !game.report().is_in_phase("over") {
        let (ply, square) = (game.report().ply(), any_legal(&game));
        let player = game.report().to_move.expect("a player is to move");
        assert!([Player::Black, Player::Ash].contains(&player), "{player} is no human");
        let count = moves.entry(player).or_default();
        *count += 1;
        // One human uses the mouse, the other the keyboard.
        if player == Player::Black {
            game.click_square(square);
        } else {
            game.type_square(square);
        }
        game.point_at_nothing();
        game.wait("it is a human's turn again", |game| {
            let is_at_rest = game.report().is_in_phase("waiting") || game.report().is_in_phase("over");
            is_at_rest && game.report().ply() > ply
        });
        let turn = game.report().record().played()[ply].clone();
        assert_eq!((turn.player, turn.square()), (player, Some(square)));
        if !game.report().is_in_phase("over") {
            game.wait_until_seen();
        }
        if *count == 8 {
            game.keep_picture("five", options.size);
        }
    }
    assert!(moves.values().all(|count| *count >= 5) && moves.len() == 2, "{moves:?}");
    game.keep_picture("five-over", options.size);
    game.point_at_nothing();
    game.wait_until_seen();
    let counts = game.report().record().position().counts();
    assert_eq!(game.report().counts, Player::ALL.map(|player| (player, counts[player])).into());
    game.press_button("Review");
    game.wait("the review is shown", |game| game.report().screen == "review");
    let is_judged = |label: &str| label.ends_with(", the best move") || label.ends_with("% of the win");
    game.wait("moves are judged", |game| game.report().buttons.iter().any(|button| is_judged(&button.label)));
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_finished_match_is_reviewed_and_stepped_through() {
    let options = Options::default();
    let mut game = without_hints(&options, &PERSONS_ON_4);
    while !game.report().is_in_phase("over") {
        let ply = game.report().ply();
        game.type_square(any_legal(&game));
        game.wait_for_ply(ply + 1);
        game.wait("the stones lie", |game| game.report().is_in_phase("waiting") || game.report().is_in_phase("over"));
    }
    let (record, plies) = (game.report().record(), game.report().ply());
    game.press_button("Review");
    game.wait("the review is shown", |game| game.report().screen == "review");
    let is_first = |label: &str| label.starts_with("1. ") && label.contains(", ");
    game.wait("everything is found out", |game| game.report().buttons.iter().any(|button| is_first(&button.label)));
    game.press_keys(&["Home"]);
    game.wait("the beginning is shown", |game| game.report().ply() == 0);
    game.press_keys(&["Right", "Right"]);
    game.wait("two moves are shown", |game| game.report().ply() == 2);
    game.point_at_nothing();
    game.keep_picture("review", options.size);
    game.press_button("Go to the end");
    game.wait("the end is shown", |game| game.report().ply() == plies);
    game.wait_until_seen();
    game.press_keys(&["Escape"]);
    game.wait("the result is shown again", |game| game.report().button("Rematch").is_some());
    assert_eq!(game.report().record(), record);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_click_on_an_illegal_square_is_refused_and_changes_nothing() {
    let mut game = without_hints(&Options::default(), &PERSONS_ON_6);
    let (status, record) = (game.report().status.clone(), game.report().record());
    game.click_square("a1".parse().expect("a square"));
    game.point_at_nothing();
    game.wait("the status line says why", |game| game.report().status != status);
    assert_eq!(game.report().record(), record);
    game.wait_until_seen();
    let square = any_legal(&game);
    game.click_square(square);
    game.wait_for_ply(1);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn keys_work_without_a_click() {
    let mut game = Game::start(&Options::default());
    game.point_at_nothing();
    for button in ["Against the computer", "Friends here"] {
        game.walk_to_button(button, "Down");
    }
    for button in ["Online", "Colour reversi", "Learn", "New game"] {
        game.walk_to_button(button, "Tab");
    }
    game.press_keys(&["Return"]);
    game.wait("the choices are shown", |game| game.report().screen == "new-game");
    game.press_keys(&["Escape"]);
    game.wait("the title is shown", |game| game.report().screen == "title");
    // Going back keeps the focus where it was.
    for button in ["Games", "Settings", "Quit"] {
        game.walk_to_button(button, "Tab");
    }
    game.press_keys(&["space"]);
    game.wait_for_end();
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn keys_work_after_the_layout_was_changed_with_two_modifiers() {
    let mut game = without_hints(&Options::default(), &PERSONS_ON_6);
    let pairs = [("Alt_L", "Shift_L"), ("Shift_L", "Alt_L"), ("Control_L", "Shift_L"), ("Super_L", "Alt_L")];
    for (ply, (first, second)) in pairs.into_iter().enumerate() {
        // The first key is released first, while the second one still changes its name.
        game.change_keys(&[("keydown", first), ("keydown", second), ("keyup", first), ("keyup", second)]);
        game.type_square(any_legal(&game));
        game.wait_for_ply(ply + 1);
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn turns_are_undone_and_redone_by_buttons_and_keys() {
    let mut game = without_hints(&Options::default(), &PERSONS_ON_6);
    for ply in 1..=3 {
        let square = any_legal(&game);
        game.click_square(square);
        game.wait_for_ply(ply);
    }
    game.press_button("Undo");
    game.wait_for_ply(2);
    game.press_keys(&["u"]);
    game.wait_for_ply(1);
    game.point_at_nothing();
    game.wait_until_seen();
    game.press_button("Redo");
    game.wait_for_ply(2);
    game.press_keys(&["r"]);
    game.wait_for_ply(3);
    game.point_at_nothing();
    game.wait_until_seen();
    game.press_button("Menu");
    game.press_button("Restart");
    game.press_button("Start again");
    game.wait_for_ply(0);
    game.point_at_nothing();
    game.wait_until_seen();
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn the_board_fits_windows_of_every_size_and_clicks_hit_the_drawn_squares() {
    let first = (1280, 800);
    let mut game = without_hints(&Options { size: first, ..Options::default() }, &PERSONS_ON_6);
    for (ply, size) in [(390, 844), first, (360, 640), (768, 1024), (2560, 1440), (360, 560)].into_iter().enumerate() {
        game.resize(size.0, size.1);
        let window = size_of(size);
        game.wait(&format!("everything is inside {size:?}"), |game| {
            let is_inside = game.report().buttons.iter().all(|button| button.is_in_reach(window));
            is_inside && game.report().board().is_inside(window)
        });
        let square = any_legal(&game);
        game.click_square(square);
        game.wait_for_ply(ply + 1);
        let last = game.report().record().last_turn().and_then(Turn::square);
        assert_eq!(last, Some(square), "in {size:?}");
        game.point_at_nothing();
        game.wait_until_seen();
        game.keep_picture(&format!("match-{}x{}", size.0, size.1), size);
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn the_choices_of_a_new_game_are_reachable_in_every_window() {
    for size in [(1280, 800), (390, 844), (360, 640), (844, 390), (2560, 1440)] {
        let mut game = Game::start(&Options { size, ..Options::default() });
        game.press_button("New game");
        game.wait("every choice can be reached", |game| {
            let is_in_reach = game.report().buttons.iter().all(|button| button.is_in_reach(size_of(size)));
            game.report().screen == "new-game" && is_in_reach
        });
        game.keep_picture(&format!("new-game-{}x{}", size.0, size.1), size);
        game.press_button("Board: Heart");
        game.wait("the board is chosen", |game| {
            game.report().button("Board: Heart").is_some_and(|button| button.chosen)
        });
        game.press_button("Start");
        game.wait("the match is shown", |game| game.report().screen == "match");
        let heart = irogaeshi::rules::Variant::built_in("heart").expect("is built in");
        assert_eq!(game.report().record().variant().board(), heart.board());
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn three_clicks_lead_from_the_title_to_five() {
    let mut game = Game::start(&Options::default());
    for button in ["New game", "Board: Five", "Start"] {
        game.press_button(button);
    }
    game.wait("the match is shown", |game| game.report().screen == "match");
    assert_eq!(game.report().counts.len(), 5);
    assert_eq!(game.report().to_move, Some(Player::Black));
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn few_keys_lead_from_the_title_to_five() {
    let mut game = Game::start(&Options::default());
    game.point_at_nothing();
    for button in ["Against the computer", "Friends here", "Online", "Colour reversi", "Learn", "New game"] {
        game.walk_to_button(button, "Tab");
    }
    game.press_keys(&["Return"]);
    game.wait("the choices are shown", |game| game.report().screen == "new-game");
    let is_chosen = |game: &Game, label: &str| game.report().button(label).is_some_and(|button| button.chosen);
    for (arrow, board) in [("Up", "Colour (3+2)"), ("Right", "Five")] {
        game.press_keys(&[arrow]);
        game.wait("the arrow has chosen", |game| is_chosen(game, &format!("Board: {board}")));
        game.wait_for_stillness();
    }
    game.press_keys(&["Return"]);
    game.wait("the match is shown", |game| game.report().screen == "match");
    assert_eq!(game.report().counts.len(), 5);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn typed_names_are_reported_and_saved() {
    let home = Folder::new();
    let options = Options { home: Some(&home), ..Options::default() };
    let mut game = Game::start(&options);
    game.press_button("New game");
    game.wait("the choices are shown", |game| game.report().field("Black’s name").is_some());
    game.type_into("Black’s name", "Anna");
    game.press_button("All human");
    game.press_button("Start");
    game.wait("Anna is named", |game| game.report().status == "Anna to move");
    drop(game);
    let mut game = Game::start(&options);
    game.press_button("New game");
    game.wait("her name was kept", |game| {
        game.report().field("Black’s name").is_some_and(|field| field.text == "Anna")
    });
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_dense_screen_shows_and_hits_the_same_squares() {
    let options = Options { size: (640, 480), density: 2, ..Options::default() };
    let mut game = without_hints(&options, &PERSONS_ON_4);
    assert!(game.report().board().is_inside(size_of(options.size)), "sizes are reported in logical pixels");
    for ply in 1..=3 {
        let square = any_legal(&game);
        game.click_square(square);
        game.wait_for_ply(ply);
        game.point_at_nothing();
        game.wait_until_seen();
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_match_outlives_the_program() {
    let home = Folder::new();
    let options = Options { home: Some(&home), ..Options::default() };
    let mut game = without_hints(&options, &PERSONS_ON_6);
    for ply in 1..=2 {
        let square = any_legal(&game);
        game.click_square(square);
        game.wait_for_ply(ply);
    }
    let record = game.report().record();
    drop(game);

    let mut game = Game::start(&options);
    game.press_button("Continue");
    game.wait("the match is shown again", |game| {
        game.report().board.as_ref().is_some_and(|board| board.area.cell > 1.0)
    });
    assert_eq!(game.report().record(), record);
    game.point_at_nothing();
    // Hints are still off, so the middle of every square can be compared.
    game.wait_until_seen();
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn quit_ends_the_program() {
    let mut game = Game::start(&Options::default());
    game.press_button("Quit");
    game.wait_for_end();
}
