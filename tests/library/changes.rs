//! Changes of a library, which a reopened file shows as the live library does.

use irogaeshi::library::{Change, GameId, Library, NewGame, StaleChange};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Record, Variant};
use proptest::prelude::*;
use rand::RngExt;

use crate::dice::dice;
use crate::{Kept, TEXTS, any_game, cases, contents, shelved};

fn record(moves: &str) -> GameRecord {
    let mut record = Record::new(Variant::classic(8).expect("is a side"));
    record.play_moves(moves).expect("is legal");
    GameRecord::new(record)
}

#[test]
fn the_same_game_is_added_once() {
    let mut kept = Kept::new();
    let named = |game: GameRecord, name: &str| game.with_names(|_| name.to_owned());
    let games = [
        record("f5d6"),
        record("f5d6"),
        record("f5f6"),
        named(record("f5d6"), "Anna"),
        record("f5d6").with_dates(Some(5), None),
        GameRecord::new(
            Record::from_squares(Variant::classic(8).expect("is a side").renamed("Own"), &[]).expect("empty"),
        ),
    ];
    let change = kept.library.adding(games.iter().map(NewGame::of));
    assert_eq!((change.added().len(), change.known()), (5, 1));
    kept.change(&change);
    let again = kept.library.adding(games.iter().map(|game| NewGame::of(game).in_collection("Again")));
    assert_eq!((again.added().len(), again.known(), again.is_empty()), (0, 6, true));
    // A removed game can be added again.
    let first = kept.library.games().next().expect("there are games").id();
    let change = kept.library.removing([first]);
    kept.change(&change);
    let change = kept.library.adding([NewGame::of(&games[0])]);
    assert_eq!(change.added().len(), 1);
    kept.change(&change);
    assert_eq!((kept.library.len(), kept.library.removed()), (5, 1));
    assert_eq!(contents(&kept.library), contents(&kept.reopened()));
}

#[test]
fn a_change_of_another_state_is_refused() {
    let mut kept = Kept::new();
    let (one, other) =
        (kept.library.adding([NewGame::of(&record("f5"))]), kept.library.adding([NewGame::of(&record("d3"))]));
    kept.change(&one);
    assert_eq!(kept.library.apply(&other), Err(StaleChange));
    assert_eq!(kept.library.len(), 1);
}

#[test]
fn numbers_are_never_given_again() {
    let mut kept = Kept::new();
    let ids = kept.add([NewGame::of(&record("f5")), NewGame::of(&record("d3"))]);
    let change = kept.library.removing(ids.clone());
    kept.change(&change);
    kept.file = kept.library.compacted();
    kept.library = kept.reopened();
    assert_eq!((kept.library.generation(), kept.library.removed()), (1, 0));
    assert_eq!(kept.library.game(ids[1]).map(|game| game.id()), None);
    assert!(kept.add([NewGame::of(&record("f5"))])[0] > ids[1]);
}

#[test]
fn changes_without_a_difference_are_empty() {
    let mut kept = Kept::new();
    let ids = kept.add([NewGame::of(&record("f5")).with_tags(["study"]).in_collection("Mine")]);
    let absent = GameId(99);
    let library = &kept.library;
    let changes = [
        library.restoring(ids.clone()),
        library.removing([absent]),
        library.marking(ids.clone(), false),
        library.tagging(ids.clone(), "study", true),
        library.tagging(ids.clone(), "other", false),
        library.tagging(ids.clone(), " \u{200b}", true),
        library.moving(ids.clone(), "Mine"),
        library.naming(ids, ""),
    ];
    assert!(changes.iter().all(Change::is_empty));
    let tags: Vec<String> = (0..80).map(|number| format!("tag {number}")).collect();
    for tag in &tags {
        let ids: Vec<GameId> = kept.library.games().map(|game| game.id()).collect();
        let change = kept.library.tagging(ids, tag, true);
        kept.change(&change);
    }
    assert_eq!(kept.library.games().next().expect("is there").tags().len(), 50);
}

#[test]
fn collections_tags_and_players_are_counted() {
    let mut kept = Kept::new();
    let named = record("d3").with_names(|_| "Anna".to_owned());
    let games =
        [NewGame::of(&record("f5")).in_collection("b").with_tags(["x", "y"]), NewGame::of(&named).in_collection("A")];
    let ids = kept.add(games);
    assert_eq!(kept.library.collections(), [("A", 1), ("b", 1)]);
    assert_eq!(kept.library.tags(), [("x", 1), ("y", 1)]);
    assert_eq!(kept.library.players(), [("Anna", 2)]);
    let change = kept.library.removing([ids[0]]);
    kept.change(&change);
    assert_eq!((kept.library.collections(), kept.library.tags()), (vec![("A", 1)], Vec::new()));
}

/// A random change, as a player could make it.
fn any_change(kept: &Kept, dice: &mut rand::rngs::Xoshiro256PlusPlus) -> Change {
    let library = &kept.library;
    let all: Vec<GameId> = (0..40).map(GameId).filter(|id| library.game(*id).is_some()).collect();
    let some: Vec<GameId> = all.into_iter().filter(|_| dice.random_range(0..3) == 0).collect();
    let text = TEXTS[dice.random_range(0..TEXTS.len())];
    let yes = dice.random();
    match dice.random_range(0..9) {
        0 => library.removing(some),
        1 => library.restoring(some),
        2 => library.naming(some, text),
        3 => library.moving(some, text),
        4 => library.marking(some, yes),
        5 => library.tagging(some, text, yes),
        _ => {
            let count = dice.random_range(0..4);
            let games: Vec<NewGame> = (0..count).map(|_| shelved(&any_game(dice), dice)).collect();
            library.adding(games)
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn a_reopened_library_is_the_live_one(seed: u64) {
        let mut dice = dice(seed);
        let mut kept = Kept::new();
        for _ in 0..25 {
            let change = any_change(&kept, &mut dice);
            kept.change(&change);
            if dice.random_range(0..10) == 0 {
                let before = contents(&kept.library);
                kept.file = kept.library.compacted();
                kept.library = kept.reopened();
                prop_assert_eq!(contents(&kept.library), before);
            }
        }
        let reopened = kept.reopened();
        prop_assert_eq!(contents(&reopened), contents(&kept.library));
        prop_assert_eq!(reopened.len(), kept.library.len());
        prop_assert_eq!(reopened.removed(), kept.library.removed());
        prop_assert_eq!(reopened.revision(), kept.library.revision());
        // A second window that reads what the first one appends.
        let cut = kept.file.len() / 2;
        let (mut second, opening) = Library::open(&kept.file[..cut]).expect("the header is there");
        let read = second.read_on(&kept.file[opening.end..]);
        prop_assert!(read.is_whole());
        prop_assert_eq!(contents(&second), contents(&kept.library));
    }
}
