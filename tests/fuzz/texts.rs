//! Texts of games, positions and boards.

use std::fs;
use std::path::Path;

use irogaeshi::notation::{
    AnyText, Collection, Diagram, GameLink, GameRecord, Ggf, Pgn, Reading, Remark, Sgf, games_in, grid_of, read_ggf,
    read_obf, read_sgf, transcript_of,
};
use irogaeshi::rules::{Position, PositionText, Record, Turn, Variant};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dice::{any_legal_square, dice};
use crate::mutation::try_texts;

/// Texts that people have pasted.
fn pasted() -> Vec<String> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/texts"));
    let files = fs::read_dir(folder).expect("a folder");
    let mut texts: Vec<String> =
        files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text")).collect();
    texts.sort_unstable();
    texts
}

/// A game of a few moves on each of these boards.
fn records() -> Vec<Record> {
    let play = |key: &str| {
        let mut record = Record::new(Variant::built_in(key).expect("is built in"));
        let mut dice = dice(key.len() as u64);
        for _ in 0..12 {
            let Some(player) = record.position().to_move() else { break };
            let square = any_legal_square(record.position(), &mut dice).expect("somebody can move");
            record.play(player, square).expect("is legal");
        }
        record
    };
    ["classic", "classic-6", "octagon", "colour", "five"].map(play).into()
}

fn written(write: impl Fn(&Record) -> Option<String>) -> Vec<String> {
    records().iter().filter_map(write).collect()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns whether JSON can be parsed, and checks that its written form parses to the same value.
fn reads_json<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(bytes: &[u8]) -> bool {
    let Ok(value) = serde_json::from_slice::<T>(bytes) else { return false };
    let json = serde_json::to_vec(&value).expect("can be written");
    assert_eq!(serde_json::from_slice::<T>(&json).expect("is read again"), value);
    true
}

#[test]
fn any_text_is_read_or_refused() {
    let mut seeds = pasted();
    seeds.extend(written(|record| Some(record.to_string())));
    seeds.extend(written(|record| Some(record.variant().to_string())));
    seeds.extend(written(|record| Some(record.variant().to_line())));
    seeds.extend(written(|record| Some(GameRecord::new(record.clone()).to_string())));
    try_texts("texts", &seeds, |bytes| {
        let _ = AnyText::read_bytes(bytes);
        let text = text_of(bytes);
        let Ok(Reading { content, remark, .. }) = Reading::of(&text) else { return false };
        match content {
            AnyText::Variant(variant) => assert_eq!(variant.to_string().parse::<Variant>(), Ok(*variant)),
            AnyText::Game(game) => {
                assert_eq!(game.to_string().parse::<GameRecord>().as_ref(), Ok(&*game));
                if matches!(remark, Some(Remark::Stopped(_))) {
                    assert!(game.record().ply() > 0, "something was read before reading stopped");
                }
            }
        }
        true
    });
}

#[test]
fn archives_fall_into_games_that_lie_in_them() {
    let archive = |text: String| [text.clone(), text].join("\n");
    let mut seeds: Vec<String> = pasted().into_iter().map(archive).collect();
    seeds.push(written(|record| Some(GameRecord::new(record.clone()).to_string())).join("\n"));
    try_texts("archives", &seeds, |bytes| {
        let text = text_of(bytes);
        let games = games_in(&text);
        assert!(!games.is_empty());
        assert!(games.iter().map(|game| game.text.len()).sum::<usize>() <= text.len());
        assert!(games.is_sorted_by_key(|game| game.line));
        let Collection { found, unread } = Collection::read(&text);
        assert_eq!(found.len() + unread.len(), games.len());
        found.len() > 1
    });
}

#[test]
fn boards_and_records_read_back() {
    let seeds = written(|record| Some(record.variant().to_string()));
    try_texts("boards", &seeds, |bytes| {
        let Ok(variant) = text_of(bytes).parse::<Variant>() else { return false };
        assert_eq!(variant.to_string().parse(), Ok(variant));
        true
    });
    let seeds = written(|record| Some(record.to_string()));
    try_texts("records", &seeds, |bytes| {
        let Ok(record) = text_of(bytes).parse::<Record>() else { return false };
        assert_eq!(record.to_string().parse(), Ok(record));
        true
    });
    let seeds = written(|record| Some(PositionText::of(record.position()).to_string()));
    try_texts("positions", &seeds, |bytes| {
        let Ok(position) = text_of(bytes).parse::<PositionText>() else { return false };
        for record in records() {
            if let Ok(on) = position.clone().on(record.variant().clone()) {
                assert_eq!(PositionText::of(&on), position);
            }
        }
        assert_eq!(position.to_string().parse(), Ok(position));
        true
    });
}

#[test]
fn games_and_positions_of_other_programs_read_back() {
    let mut seeds = pasted();
    seeds.extend(written(|record| Ggf::of(&GameRecord::new(record.clone())).ok().map(|ggf| ggf.to_string())));
    try_texts("GGF", &seeds, |bytes| {
        let Ok(game) = read_ggf(&text_of(bytes)) else { return false };
        let game = game.to_game_record();
        if let Ok(ggf) = Ggf::of(&game) {
            let again = read_ggf(&ggf.to_string()).expect("is read again").to_game_record();
            assert_eq!(transcript_of(again.record()), transcript_of(game.record()));
        }
        true
    });
    let mut seeds = pasted();
    seeds.extend(written(|record| Sgf::of(&GameRecord::new(record.clone())).ok().map(|sgf| sgf.to_string())));
    try_texts("SGF", &seeds, |bytes| {
        let Ok(read) = read_sgf(&text_of(bytes)) else { return false };
        if let Ok(sgf) = Sgf::of(&read.game) {
            let again = read_sgf(&sgf.to_string()).expect("is read again").game;
            assert_eq!(again.into_record(), read.game.into_record());
        }
        true
    });
    let pgn = written(|record| Pgn::of(&GameRecord::new(record.clone())).ok().map(|pgn| pgn.to_string()));
    let seeds: Vec<String> = pasted().into_iter().chain(pgn).chain(written(grid_of)).collect();
    try_texts("PGN and grids", &seeds, |bytes| {
        let Ok(AnyText::Game(game)) = AnyText::read(&text_of(bytes)) else { return false };
        if let Ok(pgn) = Pgn::of(&game)
            && game.record().ply() > 0
        {
            let Ok(AnyText::Game(again)) = AnyText::read(&pgn.to_string()) else { panic!("is read again: {pgn}") };
            assert_eq!(transcript_of(again.record()), transcript_of(game.record()));
        }
        true
    });
    let diagram = Diagram::start().to_string();
    let seeds = [diagram.clone(), format!("{diagram}; f5:+2; d6:-4; % comment")];
    try_texts("diagrams", &seeds, |bytes| {
        let text = text_of(bytes);
        let _ = text.parse::<Diagram>().map(|diagram| assert_eq!(diagram.to_string().parse(), Ok(diagram)));
        read_obf(&text).is_ok()
    });
}

#[test]
fn links_to_games_read_back() {
    let link = |record: &Record, names: &str| {
        let game = GameRecord::new(record.clone()).with_names(|_| names.to_owned());
        GameLink::new(&game, Some(5), names).ok().map(|link| link.url("https://play.example.org/"))
    };
    let mut seeds = written(|record| link(record, ""));
    seeds.extend(written(|record| link(record, "Zoë")));
    let named = |record: &Record| Record::from_moves(record.variant().renamed("Own"), record.moves()).ok();
    seeds.extend(written(|record| link(&named(record)?, "")));
    try_texts("links to games", &seeds, |bytes| {
        let Ok(link) = text_of(bytes).parse::<GameLink>() else { return false };
        assert_eq!(link.to_string().parse().as_ref(), Ok(&link));
        let again = GameLink::new(link.game(), link.shown(), link.comment()).expect("is written");
        assert_eq!(again.game(), link.game());
        true
    });
}

#[test]
fn values_as_json_read_back() {
    let seeds = written(|record| Some(GameRecord::new(record.clone()).to_string()));
    try_texts("matches as JSON", &seeds, reads_json::<GameRecord>);
    let seeds = written(|record| serde_json::to_string(record.position()).ok());
    try_texts("positions as JSON", &seeds, reads_json::<Position>);
    let seeds = written(|record| serde_json::to_string(&record.last_turn()?).ok());
    try_texts("turns as JSON", &seeds, reads_json::<Turn>);
}
