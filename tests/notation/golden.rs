//! Files in tests/data/golden written by the version of November 2026: every later version must open them.

use std::fs;
use std::path::PathBuf;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{CpuKey, Ending, Record, Variant};

/// Files of one kind with their names, sorted by name.
fn files(kind: &str) -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden").join(kind);
    let mut files: Vec<(String, String)> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("the file is text"))
        })
        .collect();
    files.sort();
    assert!(files.len() > 3, "{kind}: {} files", files.len());
    files
}

/// Rest of the first line that begins with this key, by the simplest of readers.
fn said<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(key))
}

#[test]
fn variants_open_and_mean_what_they_meant() {
    for (name, text) in files("variants") {
        let variant: Variant = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(Some(variant.name()), said(&text, "name: "), "{name}");
        assert_eq!(variant.about(), said(&text, "about: ").unwrap_or_default(), "{name}");
        let players: Vec<&str> = variant.players().iter().map(|player| player.key()).collect();
        assert_eq!(Some(players.join(" ").as_str()), said(&text, "players: "), "{name}");
        let scored: Vec<&str> = variant.scored().iter().map(|player| player.key()).collect();
        assert_eq!(Some(scored.join(" ").as_str()), said(&text, "scored: "), "{name}");
        assert_eq!(variant.goal().key(), said(&text, "goal: ").unwrap_or("most"), "{name}");
        let (_, rows) = text.split_once("board:\n").expect("the board comes last");
        assert_eq!(variant.board().to_string(), rows, "{name}");
        assert_eq!(variant.to_string().parse(), Ok(variant.clone()), "{name}");
    }
}

#[test]
fn matches_open_with_all_that_is_known_of_them() {
    for (name, text) in files("games") {
        let game: GameRecord = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let told: serde_json::Value = serde_json::from_str(&text).expect("is JSON");
        let squares = game.record().played().iter().map(|turn| turn.chosen().to_string());
        assert_eq!(squares.collect::<Vec<_>>().join(" "), told["moves"], "{name}");
        let seats = game.seats().iter().filter(|(_, seat)| seat.is_some()).count();
        assert_eq!(seats, told["seats"].as_object().map_or(0, serde_json::Map::len), "{name}");
        for (player, called) in game.names().iter() {
            assert_eq!(called, told["names"][player.key()].as_str().unwrap_or_default(), "{name}");
        }
        assert_eq!(game.times().any(|time| time.is_some()), told.get("times_ms").is_some(), "{name}");
        assert_eq!(game.clock().is_some(), told.get("clock").is_some(), "{name}");
        assert_eq!(game.started(), told["started"].as_u64(), "{name}");
        assert_eq!(game.ending().map(Ending::key), told["ending"]["reason"].as_str(), "{name}");
    }
}

/// Saved matches of the game: JSON around a record.
#[test]
fn saved_matches_hold_records_and_seats_that_are_still_known() {
    for (name, text) in files("saved-matches") {
        let saved: serde_json::Value = serde_json::from_str(&text).expect("is JSON");
        let record = saved["record"].as_str().expect("a record as text");
        let record: Record = record.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(record.ply() > 0, "{name}");
        let seats = saved["seats"].as_array().expect("one seat for each player");
        assert_eq!((seats.len(), saved["names"].as_array().map(Vec::len)), (5, Some(5)), "{name}");
        for seat in seats.iter().filter(|seat| **seat != "person") {
            let key: CpuKey = seat["cpu"].as_str().expect("a CPU player's key").parse().expect("a key");
            assert!(CpuPlayer::try_from(&key).is_ok(), "{name}: {key}");
        }
    }
}

#[test]
fn records_open_and_can_be_stepped_through() {
    for (name, text) in files("records") {
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let squares = |turns: &[irogaeshi::rules::Turn]| {
            turns.iter().map(|turn| turn.chosen().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(squares(record.played()), said(&text, "moves:").expect("has moves").trim(), "{name}");
        assert_eq!(squares(record.undone()), said(&text, "undone:").unwrap_or_default().trim(), "{name}");
        assert_eq!(record.position().outcome().is_some(), name.contains("finished") && record.undone().is_empty());
        assert_eq!(record.to_string().parse(), Ok(record.clone()), "{name}");
    }
}
