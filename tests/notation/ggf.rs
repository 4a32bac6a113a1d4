//! Games of Othello servers: round trips through this program.

use std::time::Duration;

use irogaeshi::notation::{Diagram, GameRecord, Ggf, TimeControl, read_ggf};
use irogaeshi::rules::{Ending, Goal, Player, Record, Variant};
use proptest::prelude::*;

use crate::cases;
use crate::random_games::random_record;

fn classic() -> Variant {
    Variant::classic(8).expect("is played")
}

fn duration_of(tenths: u8) -> Duration {
    Duration::from_millis(u64::from(tenths) * 100)
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_match_comes_back(
        seed: u64,
        start in 0..30_usize,
        plies in 0..61_usize,
        names in proptest::array::uniform2("[ -~あ]{0,12}"),
        tenths in proptest::collection::vec(any::<Option<u8>>(), 60),
        seconds: [u16; 2],
        ending in 0..4_usize,
    ) {
        let begun = random_record(classic(), seed, start);
        let variant = Diagram::of(begun.position()).expect("has a diagram").variant();
        let record = random_record(variant, seed ^ 1, plies);
        let (ply, is_over) = (record.ply(), record.position().to_move().is_none());
        let [base_ms, increment_ms] = seconds.map(|seconds| u64::from(seconds) * 1000);
        let mut game = GameRecord::new(record)
            .with_names(|player| names[player as usize].replace(['[', ']'], ""))
            .with_clock(Some(TimeControl::Fischer { base_ms, increment_ms }))
            // GGF cannot express that a move took no time at all.
            .with_times((0..ply).map(|index| tenths[index].filter(|tenths| *tenths > 0).map(duration_of)))
            .expect("a time for each move");
        if !is_over && ending > 0 {
            let endings = [Ending::Resigned(Player::White), Ending::OutOfTime(Player::Black), Ending::DrawAgreed];
            game = game.with_ending(endings[ending - 1]).expect("somebody can move");
        }
        let text = Ggf::of(&game).expect("Black against White").to_string();
        let read = read_ggf(&text).expect("is GGF").to_game_record();
        // GGF names players without a name by their colour.
        let named = game.clone().with_names(|player| match game.names()[player].as_str() {
            "" => player.to_string(),
            name => name.to_owned(),
        });
        prop_assert_eq!(read, named, "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in r"([0-9]{0,2} ?\(;)?((GM|BO|B|W|RE|TI|TB|PB|[A-Z]{0,2})\[([A-H][0-9]|PA|8 [-*O]{60,66} [*O]|[ -~]{0,9})\]|\PC){0,9}(;\))?") {
        if let Ok(game) = read_ggf(&text) {
            prop_assert_eq!(&game.to_game_record().into_record(), game.game.record());
        }
    }
}

/// A game of the Generic Game Server, from the description of the format, with a comment and a further game.
#[test]
fn names_clocks_times_the_date_and_the_end_are_taken_over() {
    let text = "2 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]\
        TI[05:00/00:10/02:00]TY[8]RE[-64.000:r]C[see (; and ;) here]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[d3//0.01]W[c3//0.02]B[c4];)(;GM[Othello]B[F5];)";
    let game = read_ggf(text).expect("is GGF").to_game_record();
    let mut record = Record::new(classic());
    record.play_moves("d3c3c4").expect("are legal");
    assert_eq!(game.record(), &record);
    assert_eq!(game.names()[Player::Black], "Saio1200");
    assert_eq!(game.names()[Player::White], "Saio3000");
    assert_eq!(game.clock(), Some(TimeControl::Fischer { base_ms: 300_000, increment_ms: 10_000 }));
    let times: Vec<Option<Duration>> = game.times().collect();
    assert_eq!(times, [Some(Duration::from_millis(10)), Some(Duration::from_millis(20)), None]);
    assert_eq!(game.ending(), Some(Ending::Resigned(Player::Black)));
    assert_eq!(game.started(), Some(1_071_519_843), "13:24:03 in the mountains is 20:24:03 in Greenwich");
}

#[test]
fn properties_are_read_in_every_way_that_they_are_written() {
    let usual = "(;GM[Othello]DT[945277754]PB[Anna]PW[Ben]RE[-64.000:r]TI[05:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1]W[D6//2]B[C3];)";
    let game = |text: &str| read_ggf(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_game_record();
    let expected = game(usual);
    assert_eq!((expected.record().ply(), expected.started()), (3, Some(945_277_754)));
    assert_eq!(expected.ending(), Some(Ending::Resigned(Player::Black)));
    let lower = usual.to_ascii_lowercase().replace("anna", "Anna").replace("ben", "Ben");
    for text in [
        lower.clone(),
        lower.replace("pb[", "Pb[").replace("]w[", "]W["),
        usual.replace(']', "] ").replace('[', " [ "),
        usual.replace("Othello", "OTHELLO"),
        usual.replace("]W[", "];W[").replace("]B[C", "];B[C"),
        usual.replace(";)", ")"),
        usual.replace("[8 ", "[8\r\n").replace("* *]", "*\n*]").replace("------*O", "------\n*O"),
        format!("1 {usual}"),
        format!("\n2\n{usual}{usual}"),
    ] {
        assert_eq!(game(&text), expected, "{text}");
    }
    // White can never move.
    let board = format!("BO[8 *O------{}*O------ *]", "-".repeat(48));
    for pass in ["PA", "pa", "pass", "PASS", "Pass", "--", "pass//0.01"] {
        assert_eq!(game(&format!("(;{board}B[C1]W[{pass}]B[C8];)")).record().ply(), 2, "{pass}");
    }
    let ending = |result: &str| game(&format!("(;RE[{result}]B[F5];)")).ending();
    for (result, told) in [
        ("-64.000:r", Some(Ending::Resigned(Player::Black))),
        ("+64:R", Some(Ending::Resigned(Player::White))),
        ("+12.00:t", Some(Ending::OutOfTime(Player::White))),
        ("0.000:s", Some(Ending::DrawAgreed)),
        ("+4.000:s", Some(Ending::Resigned(Player::White))),
        ("-40.00", Some(Ending::Resigned(Player::Black))),
        ("0", None),
        ("?", None),
        ("", None),
    ] {
        assert_eq!(ending(result), told, "{result}");
    }
}

#[test]
fn results_are_told_as_servers_do() {
    let told = |game: &GameRecord| Ggf::of(game).expect("Black against White").to_string();
    let record = random_record(classic(), 1, 20);
    let game = GameRecord::new(record);
    assert!(told(&game).contains("RE[?]"));
    let ended = |ending| told(&game.clone().with_ending(ending).expect("somebody can move"));
    assert!(ended(Ending::Resigned(Player::White)).contains("RE[+64.000:r]"));
    assert!(ended(Ending::OutOfTime(Player::Black)).contains("RE[-64.000:t]"));
    assert!(ended(Ending::Abandoned).contains("RE[?]"));
    // Black wins by a wipe-out in nine moves, and the empty squares count for the winner.
    let mut shortest = Record::new(classic());
    shortest.play_moves("f5d6c5f4e3f6g5e6e7").expect("are legal");
    assert!(told(&GameRecord::new(shortest)).contains("RE[+64.000]"));
}

#[test]
fn games_beyond_the_format_are_not_written() {
    for key in ["classic-6", "octagon", "colour"] {
        let variant = Variant::built_in(key).expect("is built in");
        let name = variant.name().to_owned();
        let why = Ggf::of(&GameRecord::new(Record::new(variant))).expect_err(key).to_string();
        assert!(why.starts_with(&name), "{why}");
    }
    let reverse = GameRecord::new(Record::new(classic().with_goal(Goal::Fewest)));
    assert!(Ggf::of(&reverse).is_err());
}
