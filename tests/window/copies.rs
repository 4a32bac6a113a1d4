//! Two windows on one data folder at once: neither loses what the other has saved.

use std::collections::BTreeSet;

use irogaeshi::rules::{Record, Variant};
use serde_json::Value;

use crate::game::{Folder, Game, Options};
use crate::saved_files::{SavedFiles, choose_for_persons};
use crate::{any_legal, square};

/// Plays one move in each window at the same time.
fn play_together(games: &mut [Game]) {
    let moves: Vec<_> = games.iter().map(|game| (game.report().ply(), any_legal(game))).collect();
    let typing: Vec<_> =
        games.iter().zip(&moves).map(|(game, (_, square))| game.begin_to_type(&square.to_string())).collect();
    drop(typing);
    for (game, (ply, _)) in games.iter_mut().zip(moves) {
        game.wait_for_ply(ply + 1);
    }
}

fn texts<'a>(records: impl IntoIterator<Item = &'a Record>) -> BTreeSet<String> {
    records.into_iter().map(ToString::to_string).collect()
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn two_windows_at_once_save_both_matches_both_settings_and_both_boards() {
    let home = Folder::new();
    let data = home.path("irogaeshi");
    let options = Options { home: Some(&home), size: (1000, 700), ..Options::default() };
    choose_for_persons(&data, "classic-6");
    // Start both before either saves something, so that both have read the same files.
    let mut games = [Game::start(&options), Game::start(&options)];
    games[0].show_match();
    games[1].choose_match(&["Disc colours: High contrast"]);
    for _ in 0..5 {
        play_together(&mut games);
    }
    let played = games.each_ref().map(|game| game.report().record());
    let saved = SavedFiles::read(&data);
    assert_eq!(texts(&saved.records()), texts(&played), "each plays its own match");
    games[0].press_keys(&["m"]);
    games[0].press_keys(&["Escape"]);
    games[0].wait("the hints are gone", |game| game.report().button("Show moves").is_some_and(|button| !button.chosen));
    games[0].press_button("Continue");
    games[0].wait("the menu is closed", |game| game.report().button("Continue").is_none());
    let settings = SavedFiles::read(&data).settings;
    let names = ["pace", "palette", "legal_marks"];
    let chosen = ["brisk".into(), "high-contrast".into(), Value::Bool(false)];
    assert_eq!(names.map(|name| settings[name].clone()), chosen, "each has chosen something");

    // Draw a different board in each, under the same name.
    for (game, row) in games.iter_mut().zip(["1", "2"]) {
        game.press_keys(&["Escape"]);
        game.press_button("Main menu");
        // Wait first, because the menu had a button of the same name.
        game.wait("the title is shown", |game| game.report().screen == "title");
        game.press_button("New game");
        game.press_button("Board editor");
        game.wait("the editor is shown", |game| {
            game.report().draft.is_some() && game.report().board.as_ref().is_some_and(|board| board.area.cell > 1.0)
        });
        for (colour, column) in [("Black", "a"), ("White", "b")] {
            game.press_button(&format!("Paint: {colour}"));
            game.wait("the brush is chosen", |game| {
                game.report().button(&format!("Paint: {colour}")).is_some_and(|button| button.chosen)
            });
            let before = game.report().draft.clone();
            game.click_square(square(&format!("{column}{row}")));
            game.wait("a disc is painted", |game| game.report().draft != before);
        }
    }
    for game in &mut games {
        game.press_button("Save");
    }
    let drawn = games.each_mut().map(|game| {
        game.wait("the board is saved", |game| game.report().button("Save").is_some_and(|button| button.disabled));
        game.report().draft.clone().expect("the editor is shown")
    });
    let boards = SavedFiles::read(&data).boards;
    let rows = |board: &Variant| board.board().row_texts().collect::<Vec<_>>();
    assert_eq!(boards.keys().collect::<Vec<_>>(), ["My Classic 6 - 6 2.txt", "My Classic 6 - 6.txt"]);
    assert_eq!(boards.values().map(rows).collect::<BTreeSet<_>>(), BTreeSet::from(drawn));
    drop(games);

    // A third start finds all of it.
    let mut game = Game::start(&options);
    game.show_match();
    assert!(played.contains(&game.report().record()));
    game.press_keys(&["Escape"]);
    game.press_button("Main menu");
    game.wait("the title is shown", |game| game.report().screen == "title");
    game.press_button("New game");
    game.wait("both boards are offered", |game| {
        game.report().buttons.iter().filter(|button| button.label.starts_with("Board: My Classic 6 × 6")).count() == 2
    });
    assert_eq!(game.report().notice, None, "nothing is wrong");
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn two_windows_that_continue_one_match_save_both_even_if_one_is_killed() {
    let home = Folder::new();
    let options = Options { home: Some(&home), size: (800, 600), ..Options::default() };
    choose_for_persons(&home.path("irogaeshi"), "classic-6");
    let mut game = Game::start(&options);
    game.show_match();
    let first = any_legal(&game);
    game.type_square(first);
    game.wait_for_ply(1);
    drop(game);

    let mut games = [Game::start(&options), Game::start(&options)];
    games.iter_mut().for_each(Game::show_match);
    // From here on the two matches differ.
    let legal: Vec<_> = games[0].report().board().legal().collect();
    for (game, square) in games.iter_mut().zip(legal) {
        game.type_square(square);
        game.wait_for_ply(2);
    }
    for _ in 0..3 {
        play_together(&mut games);
    }
    let saved = SavedFiles::read(&home.path("irogaeshi"));
    assert_eq!(texts(&saved.records()), texts(&games.each_ref().map(|game| game.report().record())));

    let [killed, mut other] = games;
    let reported = killed.kill().record();
    let (ply, square) = (other.report().ply(), any_legal(&other));
    other.type_square(square);
    other.wait_for_ply(ply + 1);
    let saved = SavedFiles::read(&home.path("irogaeshi"));
    assert_eq!(texts(&saved.records()), texts([&reported, &other.report().record()]));
    assert_eq!(other.report().notice, None, "nothing is wrong");
}
