//! Links that hold a whole game.

use std::collections::BTreeMap;
use std::fs;

use irogaeshi::notation::{AnyText, AnyTextError, GameLink, GameLinkError, GameRecord, Reading, TextKind};
use irogaeshi::rules::{
    DrawnBoard, Ending, Forfeit, ForfeitReason, Goal, Record, Square, Tint, Tints, Variant, parse_moves,
};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use crate::cases;
use crate::random_games::{any_variant, random_record};

fn classic() -> Variant {
    Variant::classic(8).expect("is played")
}

fn bare(record: Record) -> GameLink {
    GameLink::new(&GameRecord::new(record), None, "").expect("fits into a link")
}

/// A finished game of 60 random moves on 8 × 8.
fn usual_game(seed: u64) -> Option<Record> {
    let record = random_record(classic(), seed, usize::MAX);
    (record.ply() == 60).then_some(record)
}

fn any_ending() -> impl Strategy<Value = (u8, Index)> {
    (0..5_u8, any::<Index>())
}

fn end(game: GameRecord, (kind, player): (u8, Index)) -> GameRecord {
    if game.ending().is_some() {
        return game;
    }
    let player = *player.get(&game.variant().everybody());
    let ending = match kind {
        0 => return game,
        1 => Ending::Resigned(player),
        2 => Ending::OutOfTime(player),
        3 => Ending::DrawAgreed,
        _ => Ending::Abandoned,
    };
    game.with_ending(ending).expect("somebody can move")
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn a_link_keeps_the_game(
        variant in any_variant(),
        seed: u64,
        plies in 0..200_usize,
        names in proptest::collection::vec("\\PC{0,12}", 5),
        shown in proptest::option::of(0..220_usize),
        comment in "\\PC{0,30}",
        ending in any_ending(),
        forfeits in proptest::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..3),
    ) {
        let mut names = names.into_iter();
        let game = GameRecord::new(random_record(variant, seed, plies));
        let game = game.with_names(|_| names.next().unwrap_or_default());
        let mut lost: Vec<Forfeit> = Vec::new();
        for (player, ply, out_of_time) in forfeits {
            let player = *player.get(&game.variant().everybody());
            let reason = if out_of_time { ForfeitReason::OutOfTime } else { ForfeitReason::Resigned };
            if lost.iter().all(|earlier| earlier.player != player) {
                lost.push(Forfeit { player, ply: ply.index(game.record().ply() + 1), reason });
            }
        }
        let game = end(game.with_forfeits(lost).expect("they play"), ending);
        let link = GameLink::new(&game, shown, &comment).expect("fits into a link");
        prop_assert_eq!(link.game(), &game);
        prop_assert_eq!(link.shown(), shown.map(|shown| shown.min(game.record().ply())));
        for text in [link.to_string(), link.text().to_owned(), link.url("https://play.example.org/go/")] {
            prop_assert_eq!(text.parse::<GameLink>(), Ok(link.clone()));
        }
        let message = format!("% hello\nLook, {}. It was close!", link.url("http://localhost:7878/"));
        let reading = Reading::of(&message).expect("is read");
        prop_assert_eq!((reading.kind, reading.remark), (TextKind::GameLink, None));
        prop_assert_eq!(reading.content, AnyText::Game(Box::new(game)));
    }

    #[test]
    fn a_changed_letter_is_noticed_or_leads_to_a_game(seed: u64, at: Index, letter in "[A-Za-z0-9_-]") {
        let link = bare(random_record(classic(), seed, usize::MAX));
        let at = at.index(link.text().len());
        let mut changed = link.text().to_owned();
        changed.replace_range(at..=at, &letter);
        if let Ok(read) = changed.parse::<GameLink>() {
            prop_assert_eq!(read == link, changed == link.text());
            prop_assert_eq!(read.text(), changed.as_str());
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "(#game=)?[A-Za-z0-9_-]{0,80}|\\PC{0,40}") {
        let _ = text.parse::<GameLink>();
    }
}

#[test]
fn a_usual_game_takes_31_letters() {
    let mut lengths: Vec<usize> = (0..500).filter_map(usual_game).map(|game| bare(game).text().len()).collect();
    assert!(lengths.len() > 400, "{}", lengths.len());
    lengths.sort_unstable();
    let [least, median, most] = [0, lengths.len() / 2, lengths.len() - 1].map(|at| lengths[at]);
    println!("letters of {} games: {least} at least, {median} in the middle, {most} at most", lengths.len());
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for length in &lengths {
        *counts.entry(*length).or_default() += 1;
    }
    println!("{counts:?}");
    assert_eq!(median, 31);
    assert!(least >= 27 && most <= 34, "{least} to {most}");
}

#[test]
fn nearly_every_changed_or_missing_letter_is_noticed() {
    let (mut tried, mut missed) = (0, 0);
    for game in (0..40).filter_map(usual_game) {
        let text = bare(game).text().to_owned();
        for at in 0..text.len() {
            let mut changed = text.clone();
            changed.replace_range(at..=at, if &text[at..=at] == "B" { "C" } else { "B" });
            for other in [&changed, &text[..at]] {
                tried += 1;
                missed += usize::from(other.parse::<GameLink>().is_ok());
            }
        }
    }
    println!("{missed} of {tried} damaged links lead to another game");
    // A check of 5 to 10 bits lets one in 32 to one in 1024 pass.
    assert!(tried > 1000 && missed * 50 < tried, "{missed} of {tried}");
}

#[test]
fn built_in_boards_are_named_in_a_few_letters() {
    for key in Variant::built_in_keys() {
        let variant = Variant::built_in(&key).expect("is built in");
        for goal in Goal::ALL {
            let link = bare(Record::new(variant.clone().with_goal(goal)));
            assert_eq!(link.game().variant().as_ref(), &variant.clone().with_goal(goal), "{key}");
            assert!(link.text().len() <= 7, "{key}: {link}");
        }
    }
    for corners in 1..=Variant::MAX_GIVEN_CORNERS {
        let variant = classic().with_given_corners(corners).with_goal(Goal::Fewest);
        let link = bare(Record::new(variant.clone()));
        assert!(link.game().variant().as_ref() == &variant && link.text().len() <= 6, "{link}");
    }
    for kind in DrawnBoard::ALL {
        let link = bare(Record::new(kind.variant(123_456)));
        assert!(link.game().variant().as_ref() == &kind.variant(123_456) && link.text().len() <= 11, "{link}");
    }
}

#[test]
fn boards_that_are_not_built_in_come_as_text() {
    let own = classic().renamed("Évening 8 × 8").with_free_pass(true).with_about("Long.");
    let mut tints = Tints::default();
    tints.set("c3".parse().expect("a square"), Tint::all().next());
    for variant in [own, classic().with_tints(&tints)] {
        let mut record = Record::new(variant);
        record.play_moves("f5 d6 c3").expect("are legal");
        let link = bare(record.clone());
        assert_eq!(link.to_string().parse::<GameLink>().expect("is read").into_game().into_record(), record);
    }
    let mut tints = Tints::default();
    for (square, tint) in Square::all().zip(Tint::all().take(Tint::SQUARES).cycle()) {
        tints.set(square, Some(tint));
    }
    let large = Variant::classic(26).expect("is played").renamed("Large");
    let large = large.with_tints(&tints).with_about(&"色".repeat(500));
    let why = GameLink::new(&GameRecord::new(Record::new(large)), None, "").expect_err("too large");
    assert!(matches!(why, GameLinkError::BoardTooLarge { bytes } if bytes > GameLink::MAX_BOARD_BYTES), "{why}");
}

#[test]
fn moves_that_were_taken_back_times_and_seats_are_left_out() {
    let mut record = Record::new(classic());
    record.play_moves("f5 d6 c3 d3").expect("are legal");
    record.undo();
    let game = GameRecord::new(record).with_dates(Some(1), Some(2));
    let link = GameLink::new(&game, Some(9), " a\nb\u{202e} ").expect("fits into a link");
    assert_eq!(link.game().record().moves(), parse_moves("f5 d6 c3").expect("moves"));
    assert_eq!((link.game().record().undone().len(), link.game().started()), (0, None));
    assert_eq!((link.shown(), link.comment()), (Some(3), "a b"));
    let long = GameLink::new(&game, None, &"x".repeat(1000)).expect("fits into a link");
    assert_eq!(long.comment().len(), GameLink::MAX_COMMENT_LETTERS);
}

#[test]
fn addresses_of_previews_are_links_but_not_within_other_texts() {
    let link = bare(usual_game(3).expect("60 moves"));
    let address = link.preview_url("https://play.example.org/reversi/");
    assert_eq!(address, format!("https://play.example.org/reversi/game/{}", link.text()));
    for text in [address.clone(), format!(" {address}\n"), format!("{address}.png")] {
        assert!(GameLink::is_in(&text), "{text}");
        assert_eq!(text.parse().as_ref(), Ok(&link), "{text}");
    }
    let elsewhere = "[Site \"https://reversi.example.org/game/A6LpOa\"]\n\n1. f5 d6 2. c3 d3";
    assert!(!GameLink::is_in(elsewhere));
    assert!(!GameLink::is_in("/game/A6LpOa"), "a path of a file");
}

#[test]
fn errors_say_how_to_go_on() {
    let game = bare(usual_game(3).expect("60 moves"));
    let text = game.text();
    let why = |text: &str| text.parse::<GameLink>().expect_err(text);
    for no_link in ["", " ", "#game=", "#game=?", "https://play.example.org/#/room/KQ7M2XRT", "f5 d6", "é"] {
        assert_eq!(why(no_link), GameLinkError::NotALink, "{no_link}");
    }
    assert_eq!(why("g"), GameLinkError::NewerVersion, "the first letter alone tells the version");
    assert_eq!(why("_AAAAAAAAA"), GameLinkError::NewerVersion);
    assert_eq!(why(&text[..12]), GameLinkError::CutOff);
    assert_eq!(why(&text[..1]), GameLinkError::CutOff);
    assert_eq!(why(&format!("{text}{text}")), GameLinkError::Damaged);
    assert_eq!(why(&"A".repeat(GameLink::MAX_LETTERS + 1)), GameLinkError::TooLong);
    // Another board, built in, of number 55.
    assert_eq!(why("BcHAAA"), GameLinkError::UnknownBoard(55));
    let text = format!("see #game={}", &text[..12]);
    assert_eq!(AnyText::read(&text), Err(AnyTextError::GameLink(GameLinkError::CutOff)));
    assert_eq!(AnyText::read(&text).expect_err("cut off").code(), "cut-off");
    for error in [why(""), why("g"), why("A"), why("BcHAAA")] {
        assert!(error.to_string().contains(match error.code() {
            "not-a-link" => "#game=",
            "newer-version" | "unknown-board" => "update the program",
            _ => "copy the whole link",
        }));
    }
}

/// The end of an address alone would be a comment.
#[test]
fn a_fragment_alone_is_a_link() {
    let link = bare(random_record(classic(), 1, 20));
    let AnyText::Game(game) = AnyText::read(&link.to_string()).expect("is read") else { panic!("a game") };
    assert_eq!(game.as_ref(), link.game());
    assert_eq!(TextKind::of("#game="), None);
    assert_eq!(TextKind::of("% from https://play.example.org/#game=AAAA\nf5 d6 c3 d3"), Some(TextKind::Transcript));
}

/// Links of the version of November 2026 for every built-in board, and with everything that a link can hold: every
/// later version must open them.
#[test]
fn links_open_for_ever() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/golden/links.jsonl");
    let lines = fs::read_to_string(path).expect("the file is there");
    let mut boards = Vec::new();
    for line in lines.lines() {
        let told: Value = serde_json::from_str(line).expect("JSON");
        let text = told["link"].as_str().expect("a link");
        let link: GameLink = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        if let Some(key) = told["board"].as_str() {
            boards.push(key.to_owned());
            assert_eq!(Some(link.game().variant().as_ref()), Variant::built_in(key).as_ref(), "{key}");
            let moves = parse_moves(told["moves"].as_str().expect("moves")).expect("moves");
            assert_eq!(link.game().record().moves(), moves, "{key}");
        } else {
            let game: GameRecord = serde_json::from_value(told["game"].clone()).expect("a match");
            assert_eq!(link.game(), &game, "{text}");
            assert_eq!(link.shown(), told["shown"].as_u64().map(|shown| shown as usize), "{text}");
            assert_eq!(link.comment(), told["comment"].as_str().unwrap_or_default(), "{text}");
        }
    }
    let missing: Vec<String> = Variant::built_in_keys().filter(|key| !boards.contains(key)).collect();
    assert!(missing.is_empty(), "add lines for {missing:?}");
    assert!(lines.lines().count() >= boards.len() + 8, "further cases are there");
}
