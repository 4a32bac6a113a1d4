//! Records of matches: read back as written, refused with a reason, and always checked.

use std::time::Duration;

use irogaeshi::notation::{GameRecord, GameRecordError, RecordedSeat, TimeControl};
use irogaeshi::rules::{Ending, MoveListError, Player, Record, Variant, VariantProblem};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use crate::cases;
use crate::random_games::{any_variant, random_record};

const DOCUMENT: &str = include_str!("../../docs/notation.md");

fn any_seat() -> impl Strategy<Value = Option<RecordedSeat>> {
    let cpu = |key: &str| RecordedSeat::Cpu(key.parse().expect("a key"));
    select(vec![None, Some(RecordedSeat::Human), Some(cpu("oracle")), Some(cpu("of-a-later-version-2"))])
}

fn any_clock() -> impl Strategy<Value = Option<TimeControl>> {
    prop_oneof![
        Just(None),
        any::<[u64; 2]>().prop_map(|[base_ms, period_ms]| Some(TimeControl::ByoYomi { base_ms, period_ms })),
        any::<u64>().prop_map(|limit_ms| Some(TimeControl::PerMove { limit_ms })),
        any::<[u64; 2]>().prop_map(|[base_ms, increment_ms]| Some(TimeControl::Fischer { base_ms, increment_ms })),
    ]
}

prop_compose! {
    fn any_game()(
        variant in any_variant(),
        seed: u64,
        plies in prop_oneof![Just(999), 0..40_usize],
        undone in 0..5_usize,
        seats in proptest::array::uniform5(any_seat()),
        names in proptest::array::uniform5("\\PC{0,70}|[a-z \\t\u{202e}]{0,9}"),
        clock in any_clock(),
        times in proptest::collection::vec(any::<Option<u32>>(), 30),
        dates: [Option<u64>; 2],
        ends: bool,
        how in 0..3_usize,
        who: Index,
    ) -> GameRecord {
        let mut record = random_record(variant, seed, plies);
        for _ in 0..undone {
            record.undo();
        }
        let (ply, is_over) = (record.ply(), record.position().to_move().is_none());
        let who = *who.get(&record.variant().everybody());
        let game = GameRecord::new(record)
            .with_seats(|player| seats[player as usize].clone())
            .with_names(|player| names[player as usize].clone())
            .with_clock(clock)
            .with_dates(dates[0], dates[1])
            .with_times(times.iter().cycle().take(ply).map(|time| time.map(|time| Duration::from_millis(time.into()))))
            .expect("a time for each move");
        if ends && !is_over {
            let ending = [Ending::Abandoned, Ending::Resigned(who), Ending::OutOfTime(who)][how];
            game.with_ending(ending).expect("somebody can move")
        } else {
            game
        }
    }
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn written_records_read_back(game in any_game()) {
        let text = game.to_string();
        prop_assert_eq!(text.lines().count(), 1);
        prop_assert_eq!(text.parse(), Ok(game.clone()));
        let value = serde_json::to_value(&game).expect("can be written");
        prop_assert_eq!(&serde_json::from_str::<Value>(&text).expect("is JSON"), &value);
        prop_assert_eq!(serde_json::from_value::<GameRecord>(value).ok(), Some(game));
    }

    #[test]
    fn a_game_that_is_over_says_so(game in any_game()) {
        let is_over = game.record().position().to_move().is_none();
        prop_assert_eq!(game.ending() == Some(Ending::PlayedOut), is_over);
    }

    #[test]
    fn damaged_text_is_refused_or_reads_back(game in any_game(), damage: Vec<(Index, char)>, cut: Index) {
        let mut letters: Vec<char> = game.to_string().chars().collect();
        for (index, letter) in damage.into_iter().take(4) {
            let index = index.index(letters.len());
            letters[index] = letter;
        }
        let text: String = letters.iter().collect();
        for text in [&text, &text.chars().take(cut.index(letters.len())).collect::<String>()] {
            if let Ok(read) = text.parse::<GameRecord>() {
                prop_assert_eq!(read.to_string().parse(), Ok(read));
            }
        }
    }

    #[test]
    fn a_move_list_of_anything_is_refused_or_legal(moves in "([a-h][1-8] ?){0,9}|\\PC{0,12}") {
        let variant = Variant::classic(8).expect("is played");
        let told = json!({ "format": 1, "variant": variant, "moves": moves });
        let mut record = Record::new(variant);
        let expected = record.play_moves(&moves).map_err(GameRecordError::Moves).map(|()| record);
        prop_assert_eq!(told.to_string().parse::<GameRecord>().map(GameRecord::into_record), expected);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,40}|[\\[\\]{}\":,0-9a-z ]{0,60}") {
        let _ = text.parse::<GameRecord>();
    }
}

/// The document's example as a value.
fn example() -> Value {
    let (_, rest) = DOCUMENT.split_once("```json\n").expect("the document has an example");
    let (text, _) = rest.split_once("```").expect("the example ends");
    serde_json::from_str(text).expect("the example is JSON")
}

/// The example with some fields changed.
fn example_with(changes: Value) -> String {
    let mut value = example();
    let (Value::Object(fields), Value::Object(changes)) = (&mut value, changes) else { panic!("objects") };
    fields.extend(changes);
    value.to_string()
}

fn refusal(changes: Value) -> GameRecordError {
    example_with(changes).parse::<GameRecord>().expect_err("is refused")
}

#[test]
fn the_documented_match_is_what_a_match_writes() {
    let mut record = Record::new(Variant::classic(4).expect("4 x 4 is played"));
    record.play_moves("b1 a1 a2").expect("are legal");
    record.undo();
    let seats = |player| match player {
        Player::Black => Some(RecordedSeat::Human),
        _ => Some(RecordedSeat::Cpu("oracle".parse().expect("a key"))),
    };
    let game = GameRecord::new(record)
        .with_seats(seats)
        .with_names(|player| if player == Player::Black { "Anna".to_owned() } else { String::new() })
        .with_clock(Some(TimeControl::Fischer { base_ms: 300_000, increment_ms: 5_000 }))
        .with_times([Some(Duration::from_millis(1_250)), None])
        .expect("a time for each move")
        .with_dates(Some(1_795_327_200), Some(1_795_327_230))
        .with_ending(Ending::Resigned(Player::Black))
        .expect("Black can move");
    assert_eq!(serde_json::to_value(&game).expect("can be written"), example());
    assert_eq!(example().to_string().parse(), Ok(game));
}

#[test]
fn a_player_who_forfeited_is_written_and_ranked_last() {
    let forfeits = json!([{ "player": "black", "ply": 1, "reason": "out-of-time" }]);
    let game: GameRecord = example_with(json!({ "forfeits": forfeits })).parse().expect("is a match");
    assert_eq!(game.forfeits()[0].ply, 1);
    assert_eq!(game.ranks().expect("it ended").last().map(|rank| rank.player), Some(Player::Black));
    assert_eq!(serde_json::to_value(&game).expect("can be written")["forfeits"], forfeits);
    let refused = |players: [&str; 2]| {
        let forfeit = |player: &str| json!({ "player": player, "ply": 1, "reason": "resigned" });
        refusal(json!({ "forfeits": players.map(forfeit) }))
    };
    assert_eq!(refused(["black", "ash"]), GameRecordError::DoesNotPlay(Player::Ash));
    assert_eq!(refused(["black", "black"]), GameRecordError::ForfeitsTwice(Player::Black));
}

#[test]
fn optional_fields_may_be_left_out() {
    let variant = Variant::classic(4).expect("4 x 4 is played");
    let told = json!({ "format": 1, "variant": variant, "moves": "" });
    let game: GameRecord = told.to_string().parse().expect("is a match");
    assert_eq!(game, GameRecord::new(Record::new(variant)));
    assert_eq!(serde_json::to_value(&game).expect("can be written"), told, "nor is it written");
}

#[test]
fn fields_of_later_versions_are_read_over() {
    let more = json!({ "weather": { "rain": true }, "format": 1, "x-site": [1] });
    assert_eq!(example_with(more).parse::<GameRecord>(), example().to_string().parse());
}

#[test]
fn a_newer_format_is_named_before_anything_else_is_looked_at() {
    let newer = json!({ "format": 3, "variant": ["a", "list"], "moves": null }).to_string();
    assert_eq!(newer.parse::<GameRecord>(), Err(GameRecordError::NewerFormat(3)));
    let text = newer.parse::<GameRecord>().expect_err("is newer").to_string();
    assert_eq!(text, "the match has format 3, but this version reads formats up to 2; update the program");
    assert!(serde_json::from_str::<GameRecord>(&newer).expect_err("is newer").to_string().starts_with(&text));
    for nonsense in [json!(0), json!(-1), json!("1"), json!(1.5), Value::Null] {
        assert_eq!(refusal(json!({ "format": nonsense })), GameRecordError::NoFormat);
    }
    assert_eq!("[]".parse::<GameRecord>(), Err(GameRecordError::NoFormat));
}

#[test]
fn invalid_records_are_refused_with_the_reason() {
    assert!(matches!(
        refusal(json!({ "moves": "b1 b1" })),
        GameRecordError::Moves(MoveListError::Illegal { number: 2, .. })
    ));
    assert!(matches!(refusal(json!({ "undone": "b1" })), GameRecordError::Undone(_)));
    let GameRecordError::Variant(error) = refusal(json!({ "variant": "name: x" })) else {
        panic!("the variant is wrong")
    };
    assert_eq!(error.problem, VariantProblem::Missing("players"));
    assert_eq!(refusal(json!({ "times_ms": [1] })), GameRecordError::TimeCount { times: 1, moves: 2 });
    assert_eq!(refusal(json!({ "seats": { "ash": "human" } })), GameRecordError::DoesNotPlay(Player::Ash));
    assert_eq!(refusal(json!({ "names": { "cyan": "Ben" } })), GameRecordError::DoesNotPlay(Player::Cyan));
    let ended =
        |reason: &str, player: Option<&str>| refusal(json!({ "ending": { "reason": reason, "player": player } }));
    assert_eq!(ended("resigned", Some("ash")), GameRecordError::DoesNotPlay(Player::Ash));
    assert_eq!(ended("played-out", None), GameRecordError::NotPlayedOut(Player::Black));
    let over = "name: x\nplayers: black white\nboard:\n.WB\n";
    let over = json!({ "format": 1, "variant": over, "moves": "a1", "ending": { "reason": "abandoned" } }).to_string();
    assert_eq!(over.parse::<GameRecord>(), Err(GameRecordError::PlayedOut));
    for (changes, why) in [
        (json!({ "moves": ["b1"] }), "invalid type: sequence"),
        (json!({ "times_ms": [-1, 2] }), "invalid value: integer `-1`"),
        (json!({ "seats": { "blue": "human" } }), "unknown variant `blue`"),
        (json!({ "seats": { "black": "ghost" } }), "unknown variant `ghost`"),
        (json!({ "seats": { "black": { "cpu": "Sage!" } } }), "\"Sage!\" is not the key of a CPU player"),
        (json!({ "clock": { "kind": "sand" } }), "unknown variant `sand`"),
        (json!({ "ending": { "reason": "rain" } }), "unknown variant `rain`"),
    ] {
        let told = refusal(changes.clone()).to_string();
        assert!(told.starts_with(why), "{changes}: {told}");
    }
    assert_eq!(
        "{".parse::<GameRecord>().expect_err("is cut").to_string(),
        "EOF while parsing an object at line 1 column 1"
    );
    assert!("[".repeat(100_000).parse::<GameRecord>().expect_err("is deep").to_string().starts_with("recursion limit"));
}

#[test]
fn names_are_fit_to_be_shown() {
    let name = |name: &str| {
        let record = Record::new(Variant::classic(4).expect("4 x 4 is played"));
        GameRecord::new(record).with_names(|_| name.to_owned()).names()[Player::White].clone()
    };
    assert_eq!(name("  Anna \n Lena\t"), "Anna Lena");
    assert_eq!(name("a \u{1b}\u{7} b\u{202e}c\u{0}"), "a bc");
    assert_eq!(name(&"あ".repeat(70)), "あ".repeat(64));
    assert_eq!(name("👩\u{200d}🚀"), "👩\u{200d}🚀", "joined emoji stay");
    let told = example_with(json!({ "names": { "white": "\u{1b}[31m Eve" } }));
    assert_eq!(told.parse::<GameRecord>().expect("is a match").names()[Player::White], "[31m Eve");
}
