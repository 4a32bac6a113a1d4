//! The library of games in the real window: filled by a database, killed while games come in, searched by typing.

use std::fs;

use irogaeshi::library::Library;
use irogaeshi::notation::{GameRecord, WthorFiles};
use irogaeshi::rules::{Player, Record, Variant};

use crate::game::{Folder, Game, Options};

/// Games of Anna against three others.
fn database() -> Vec<u8> {
    let mut games = Vec::new();
    for (moves, white) in [("f5d6c3", "Ben"), ("f5f6e6f4", "Cora"), ("f5f4e3", "Dora")] {
        let mut record = Record::new(Variant::classic(8).expect("a board"));
        record.play_moves(moves).expect("legal moves");
        let names = |player| if player == Player::Black { "Anna" } else { white };
        games.push(GameRecord::new(record).with_names(|player| names(player).to_owned()));
    }
    WthorFiles::of(&games, 2019, (2026, 11, 30)).expect("they fit").games
}

fn open_library(game: &mut Game, status: &str) {
    game.press_button("Games");
    game.wait("the list of games is shown", |game| game.report().button("Library").is_some());
    game.press_button("Library");
    game.wait("the games are there", |game| game.report().status == status);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_database_is_added_searched_and_survives_a_kill() {
    let home = Folder::new();
    let path = home.path("WTH_2019.wtb");
    fs::write(&path, database()).expect("it can be written");
    let arguments = [path.to_str().expect("a path in UTF-8")];
    let options = Options { home: Some(&home), arguments: &arguments, screen: "library", ..Options::default() };
    let mut game = Game::start(&options);
    game.wait("the games are shown", |game| game.report().status == "3 games");
    game.kill();

    let mut game = Game::start(&Options { home: Some(&home), ..Options::default() });
    open_library(&mut game, "3 games");
    // The field has the focus already.
    let keys: Vec<String> = "opening:f5f6e6".chars().map(|key| key.to_string().replace(':', "colon")).collect();
    game.press_keys(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    game.wait("one is found", |game| game.report().status == "1 of 3 games");
    let file = fs::read(home.path("irogaeshi/library.irg")).expect("the library has a file");
    let (library, report) = Library::open(&file).expect("it is a library");
    assert!(report.is_whole() && library.len() == 3);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn two_windows_change_one_library() {
    let home = Folder::new();
    let path = home.path("WTH_2019.wtb");
    fs::write(&path, database()).expect("it can be written");
    let arguments = [path.to_str().expect("a path in UTF-8")];
    let first = Options { home: Some(&home), arguments: &arguments, screen: "library", ..Options::default() };
    let mut first = Game::start(&first);
    first.wait("the games are shown", |game| game.report().status == "3 games");
    let mut second = Game::start(&Options { home: Some(&home), ..Options::default() });
    open_library(&mut second, "3 games");
    for (game, name) in [(&mut first, "Game 1 of 3"), (&mut second, "Game 3 of 3")] {
        let row = |game: &Game| {
            game.report()
                .buttons
                .iter()
                .find(|button| button.label.starts_with(name))
                .map(|button| button.label.clone())
        };
        game.wait("the row is shown", |game| row(game).is_some());
        let label = row(game).expect("it is shown");
        game.press_button(&label);
        game.wait("the card is shown", |game| game.report().button("Delete").is_some());
        game.press_button("Delete");
        // The second window has taken over what the first has done.
        game.wait("it is deleted", |game| game.report().button(&label).is_none());
    }
    second.wait("one game is left", |game| game.report().status == "1 game");
}
