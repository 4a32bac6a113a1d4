//! Games that come back as they were added.

use irogaeshi::library::{Library, NewGame};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Goal, Record, Variant};
use proptest::prelude::*;

use crate::dice::dice;
use crate::random_games::{any_variant, random_record};
use crate::{BLACK, Kept, cases, contents, dressed, shelved};

#[test]
fn games_of_every_built_in_board_come_back() {
    let mut kept = Kept::new();
    let mut games = Vec::new();
    for (key, seed) in Variant::built_in_keys().zip(0..) {
        let variant = Variant::built_in(&key).expect("is built in");
        let plies = if variant.board().columns() > 16 { 40 } else { usize::MAX };
        let mut dice = dice(seed);
        games.push(dressed(random_record(variant.clone(), seed, plies), &mut dice));
        let renamed = variant.renamed("Own").with_goal(Goal::Fewest);
        games.push(dressed(random_record(renamed.clone().with_free_pass(true), seed, 30), &mut dice));
        games.push(GameRecord::new(Record::new(renamed)).with_dates(Some(seed), None));
    }
    let ids = kept.add(games.iter().map(NewGame::of));
    assert_eq!(ids.len(), games.len());
    for library in [&kept.library, &kept.reopened()] {
        for (id, game) in ids.iter().zip(&games) {
            assert_eq!(library.game(*id).expect("it was added").to_record().as_ref(), Ok(game));
        }
    }
    let (compacted, opening) = Library::open(&kept.library.compacted()).expect("it is a library");
    assert!(opening.is_whole());
    assert_eq!(contents(&compacted), contents(&kept.library));
}

#[test]
fn names_of_every_script_come_back_and_are_found_without_accents() {
    let record = Record::new(Variant::classic(8).expect("is a side"));
    let names = ["Zoë Ångström", "Łukasz", "為則 英司", "Ωmega", "Наталья", "가나다", "Ğül"];
    let games = names.map(|name| GameRecord::new(record.clone()).with_names(|_| name.to_owned()));
    let mut kept = Kept::new();
    kept.add(games.iter().map(NewGame::of));
    let library = kept.reopened();
    let back: Vec<&str> = library.games().map(|game| game.name(BLACK)).collect();
    assert_eq!(back, names);
    for (typed, name) in
        [("zoe ang", 0), ("LUKASZ", 1), ("英司", 2), ("ωMEGA", 3), ("наталь", 4), ("나", 5), ("gul", 6)]
    {
        let query = format!("player:\"{typed}\"").parse().expect("is a query");
        let search = irogaeshi::library::Search::whole(&library, query);
        let found: Vec<&str> =
            search.found().iter().map(|found| library.game(found.id).expect("is there").name(BLACK)).collect();
        assert_eq!(found, [names[name]], "{typed}");
    }
}

#[test]
fn a_game_of_the_database_takes_about_its_own_size() {
    let mut kept = Kept::new();
    let games = (0..500).map(|seed| {
        let record = random_record(Variant::classic(8).expect("is a side"), seed, usize::MAX);
        GameRecord::new(record).with_names(|player| format!("Player {} {player}", seed % 50))
    });
    let games: Vec<GameRecord> = games.collect();
    kept.add(games.iter().map(|game| NewGame::of(game).in_collection("WTHOR 1999").in_year(Some(1999))));
    assert!(kept.file.len() < 500 * 90, "{} bytes", kept.file.len());
    assert!(kept.reopened().memory() < 500 * 250, "{} bytes", kept.reopened().memory());
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn games_of_any_board_come_back(variant in any_variant(), seed: u64, undone in 0..9_usize) {
        let mut record = random_record(variant, seed, 300);
        record.jump(record.ply().saturating_sub(undone));
        let mut dice = dice(seed);
        let game = dressed(record, &mut dice);
        let mut kept = Kept::new();
        let ids = kept.add([shelved(&game, &mut dice)]);
        prop_assert_eq!(kept.library.game(ids[0]).expect("it was added").to_record(), Ok(game));
        prop_assert_eq!(contents(&kept.library), contents(&kept.reopened()));
    }
}
