//! Games in PGN: the dialects of sites and programs, and round trips through this one.

use irogaeshi::notation::{AnyText, Diagram, GameRecord, Pgn, Reading, TextKind, TimeControl, transcript_of};
use irogaeshi::rules::{Ending, Player, Record, Variant};
use proptest::prelude::*;

use crate::cases;
use crate::random_games::random_record;

fn game(text: &str) -> GameRecord {
    match Reading::of(text) {
        Ok(Reading { kind: TextKind::Pgn, content: AnyText::Game(game), remark: None }) => *game,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_dialect_has_the_same_moves() {
    for text in [
        "[Site \"PlayOK\"]\n[Result \"47-17\"]\n[BlackElo \"1200\"]\n[TimeControl \"300\"]\n\n1. f5 d6 2. c3 d3 47-17",
        "[Site \"FlyOrDie\"]\n[Black \"Anna\"]\n[BlackRating \"?144\"]\n[WhiteTime \"R0:07:43\"]\n[Result \"0-1\"]\n\n\
         1. f5 d6 2. c3 d3 {Anna wins 33-31} 0-1",
        "[Event \"Cup\"]\n[Date \"1977\"]\n[Result \"33-31\"]\n1. F5 D6\n2. C3 D3\n",
        "[Event \"Cup\"]\n[Date \"1977\"]\n1. F5 D6 3. C3 D3",
        "[Site \"other\"]\n[FEN \"8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1\"]\n\n1. f5 d6 2. c3 d3 1-0",
        "[Variant \"Othello\"]\n[FEN \"8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1\"]\n\n1. f5 d6 2. c3 d3 *",
        "[Variant \"Othello\"]\n\n1. P@f4 P@d3 2. P@c6 P@d6 *",
        "[Variant \"xot\"]\n\n1. f5 d6 $1 2. c3 (2. c4 e3) ; a comment\nd3 1/2-1/2",
    ] {
        assert_eq!(transcript_of(game(text).record()), "f5d6c3d3", "{text}");
    }
    for pass in ["--", "pass", "PASS", "Pass", "PA", ""] {
        let text = format!("[FEN \"pP6/8/8/8/8/8/8/pP6 b\"]\n\n1. c1 {pass} 2. c8 *");
        assert_eq!(transcript_of(game(&text).record()), "c1c8", "{pass}");
    }
}

#[test]
fn tags_are_taken_over() {
    let text = "[Black \"Anna \\\"A\\\" \\\\ B\"]\n[White \"?\"]\n[UTCDate \"2014.02.21\"]\n[UTCTime \"20:52:27\"]\n\
        [TimeControl \"300+5\"]\n[Result \"*\"]\n\n1. f5 *";
    let read = game(text);
    assert_eq!((read.names()[Player::Black].as_str(), read.names()[Player::White].as_str()), ("Anna \"A\" \\ B", ""));
    assert_eq!(read.started(), Some(1_393_015_947));
    assert_eq!(read.clock(), Some(TimeControl::Fischer { base_ms: 300_000, increment_ms: 5000 }));
    let why = AnyText::read("[FEN \"rnbqkbnr/8/8/8/8/8/8/8 w\"]\n\n1. e4").expect_err("is chess").to_string();
    assert!(why.starts_with("it begins with the position \"rnbqkbnr"), "{why}");
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_match_comes_back(
        seed: u64,
        start in 0..30_usize,
        plies in 0..61_usize,
        names in proptest::array::uniform2("[!-~あ]{1,12}"),
        started in proptest::option::of(0..4_000_000_000_u64),
        seconds in proptest::option::of([1..9000_u64, 0..60_u64]),
        ending in 0..5_usize,
    ) {
        let classic = || Variant::classic(8).expect("is played");
        let begun = random_record(classic(), seed, start);
        let record = random_record(Diagram::of(begun.position()).expect("has a diagram").variant(), seed ^ 1, plies);
        let is_over = record.position().to_move().is_none();
        let clock = seconds.map(|[base, increment]| TimeControl::Fischer {
            base_ms: base * 1000,
            increment_ms: increment * 1000,
        });
        let mut game = GameRecord::new(record)
            .with_names(|player| names[player as usize].replace('?', "!"))
            .with_clock(clock)
            .with_dates(started, None);
        if !is_over && ending > 0 {
            let loser = Player::White;
            let endings = [Ending::Resigned(loser), Ending::OutOfTime(loser), Ending::DrawAgreed, Ending::Abandoned];
            game = game.with_ending(endings[ending - 1]).expect("somebody can move");
        }
        let text = Pgn::of(&game).expect("Black against White").to_string();
        prop_assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() < 80));
        match Reading::of(&text) {
            Ok(Reading { kind: TextKind::Pgn, content: AnyText::Game(read), remark: None }) => {
                prop_assert_eq!(*read, game, "{}", text);
            }
            other => prop_assert!(false, "{}: {:?}", text, other),
        }
    }
}

#[test]
fn games_beyond_the_format_are_not_written() {
    for key in ["classic-6", "octagon", "colour"] {
        let variant = Variant::built_in(key).expect("is built in");
        assert!(Pgn::of(&GameRecord::new(Record::new(variant))).is_err(), "{key}");
    }
}
