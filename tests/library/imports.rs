//! Imports of databases and texts.

use std::sync::Arc;

use irogaeshi::library::{GameDate, Import, ImportNote, Library, WthorTables};
use irogaeshi::notation::{GameRecord, WthorFiles, WthorGames, WthorNames};
use irogaeshi::rules::{Ending, Player, Record, Variant};
use rand::RngExt;

use crate::dice::dice;
use crate::random_games::random_record;

fn imported(mut import: Import, step: usize) -> (Library, Import) {
    let mut library = Library::default();
    while !import.is_done() {
        let change = import.next_batch(&library, step);
        library.apply(&change).expect("nothing else changes it");
        import.count(&change);
    }
    (library, import)
}

/// Files with random games, some of which end early.
fn files() -> WthorFiles {
    let mut dice = dice(1);
    let games: Vec<GameRecord> = (0..60)
        .map(|seed| {
            let plies = if seed % 5 == 0 { dice.random_range(0..50) } else { usize::MAX };
            let record = random_record(Variant::classic(8).expect("is a side"), seed, plies);
            let game = GameRecord::new(record).with_names(|player| format!("Zoë {} {player}", seed % 7));
            match game.record().position().to_move() {
                Some(player) if seed % 2 == 0 => game.with_ending(Ending::Resigned(player)).expect("it fits"),
                _ => game,
            }
        })
        .collect();
    WthorFiles::of(&games, 1999, (2026, 11, 30)).expect("they fit")
}

#[test]
fn a_database_comes_in_as_its_records_say() {
    let mut files = files();
    // An impossible move in the fourth game.
    files.games[16 + 3 * 68 + 8 + 4] = 11;
    let players = Arc::new(WthorNames::read_players(&files.players).expect("names"));
    let tournaments = Arc::new(WthorNames::read_tournaments(&files.tournaments).expect("names"));
    let games = WthorGames::read(&files.games).expect("games");
    let expected: Vec<GameRecord> = games.games().map(|game| game.to_game_record(Some(&players)).0).collect();
    let names = WthorTables { players: Some(players), tournaments: Some(tournaments) };
    for step in [7, 1000] {
        let import = Import::of_wthor(files.games.clone(), names.clone()).expect("games");
        assert_eq!(import.total(), 60);
        let (library, import) = imported(import, step);
        assert_eq!((import.added(), import.known(), import.unread()), (60, 0, 0));
        for (game, expected) in library.games().zip(&expected) {
            assert_eq!(game.to_record().as_ref(), Ok(expected));
            // The result of a game that ended early, and of one that did not, as that of its record.
            let best = expected.ranks().map(|ranks| ranks.iter().filter(|rank| rank.place == 1).count());
            let winner = game.outcome().map(|outcome| matches!(outcome, irogaeshi::rules::Outcome::Win(_)));
            assert_eq!(winner, best.map(|best| best == 1));
            assert_eq!((game.date(), game.collection()), (Some(GameDate::Year(1999)), "WTHOR 1999"));
            assert_eq!(game.event(), "Diverses parties");
            assert!(game.perfect_discs().is_some());
        }
        let [ImportNote::Stopped { number: 4, .. }] = import.notes() else { panic!("{:?}", import.notes()) };
    }
    assert!(Import::of_wthor(files.games[..100].to_vec(), WthorTables::default()).is_err());
}

#[test]
fn texts_come_in_with_what_is_wrong_with_them() {
    let text = "[Black \"Anna\"]\n[White \"Ben\"]\n[Date \"2021.05.06\"]\n[Result \"33-31\"]\n\n1. f5 d6\n\n\
                [Black \"Ben\"]\n\n1. f5 f6 2. a1\n\n[Black \"Cleo\"]\n\n1. a1\n";
    let import = Import::of_text(text.to_owned()).into_collection("Pasted").with_tags(["new".to_owned()]);
    let (library, import) = imported(import, 1);
    let names: Vec<&str> = library.games().map(|game| game.name(Player::Black)).collect();
    assert_eq!(names, ["Anna", "Ben"]);
    assert_eq!((import.added(), import.unread()), (2, 1));
    assert!(matches!(import.notes(), [ImportNote::Remark { line: 8, .. }, ImportNote::Unread { line: 12, .. }]));
    assert!(library.games().all(|game| game.collection() == "Pasted" && game.tags().eq(["new"])));
    let nothing = Import::of_text(String::new());
    assert_eq!(imported(nothing, 5).1.unread(), 1, "an empty text is no game");
    let board = Variant::built_in("octagon").expect("is built in");
    let (library, _) = imported(Import::of_text(board.to_string()), 5);
    assert_eq!(library.games().next().expect("a game").to_record(), Ok(GameRecord::new(Record::new(board))));
}
