//! Games in SGF: what other programs write, and round trips through this one.

use irogaeshi::notation::{
    AnyText, Diagram, GameRecord, Reading, Remark, Sgf, TextKind, TimeControl, read_sgf, transcript_of,
};
use irogaeshi::rules::{Ending, Goal, Player, Record, Variant};
use proptest::prelude::*;

use crate::cases;
use crate::random_games::random_record;

fn game(text: &str) -> GameRecord {
    read_sgf(text).unwrap_or_else(|error| panic!("{text}: {error}")).game
}

fn moves(text: &str) -> String {
    transcript_of(game(text).record())
}

#[test]
fn squares_are_read_as_each_program_writes_them() {
    // The first as Edax writes it, with the first move in the root; then as Cassio, and in two letters as in Go.
    for text in [
        "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]B[f5];W[d6];B[c3])",
        "(;GM[2]FF[4]SZ[8]B[f5]\n;\nW[d6]\n;\nB[c3]\n;)",
        "(;GM[2]SZ[8];B[F5];W[D6];B[C3])",
        "(;GM[2]SZ[8];B[fe];W[df];B[cc])",
        "(;GM[2]SZ[8:8];B[f5]W[d6]B[c3])",
        "( ;GaMe[2];Black[f5];White[d6];Black[c3])",
        "(;FF[4]SZ[8];B[f5];W[d6];B[c3])",
        "(;gm[2];b[f5];w[d6];b[c3])",
        "(;GM[2]C[not ;B[a1\\] (;] (;B[f5](;W[d6];B[c3])(;W[f6])(;W[f4];B[c3\\])]))",
        "\u{feff}\n(;GM[2]AW[d4]AW[e5]AB[d5:d5][e4];B[f5];W[d6];B[c3]",
    ] {
        assert_eq!(moves(text.trim_start_matches('\u{feff}')), "f5d6c3", "{text}");
        let reading = Reading::of(text).expect(text);
        assert_eq!(reading.kind, TextKind::Sgf, "{text}");
    }
}

#[test]
fn passes_are_read_as_each_program_writes_them() {
    // White can never move.
    let start = "(;GM[2]SZ[8]AB[a1][a8]AW[b1][b8];B[c1]";
    for pass in ["tt", "TT", "PA", "pass", "", "--"] {
        assert_eq!(moves(&format!("{start};W[{pass}];B[c8])")), "c1c8", "{pass}");
    }
    assert_eq!(moves(&format!("{start};B[c8])")), "c1c8", "left out");
    let stopped = read_sgf("(;GM[2];B[f5];W[];B[c3])").expect("is a game").stopped.expect("White can move");
    assert_eq!(stopped.to_string(), "move 2: White has a legal move and must not pass");
}

#[test]
fn boards_have_their_size_and_their_discs() {
    for side in [4_u8, 6, 10, 14, 26] {
        let variant = Variant::classic(side).expect("is played");
        let read = game(&format!("(;GM[2]SZ[{side}])"));
        assert!(read.variant().is_same_game(&variant), "{side}");
    }
    // On 26 x 26 squares, tt is a square.
    assert!(read_sgf("(;GM[2]SZ[26];B[tt])").is_err());
    let white = game("(;GM[2]SZ[6]AB[c4][d3]AW[c3][d4]PL[W];W[e3])");
    assert_eq!((white.variant().players()[0], white.record().ply()), (Player::White, 1));
    let unsaid = game("(;GM[2]AB[d4][e5]AW[d5][e4];W[c4])");
    assert_eq!(unsaid.variant().players()[0], Player::White, "the first move says who begins");
    let handicap = game("(;GM[2]AB[a1][h8];W[f4])");
    assert_eq!(handicap.record().position_at(0).expect("a start").counts()[Player::Black], 4);
}

#[test]
fn names_the_date_the_clock_and_the_end_are_taken_over() {
    let text = "(;GM[2]PB[Anna \\] \\\\ B]PW[ Ben ]DT[2014-02-21]TM[300]EV[Cup]RE[W+Resign];B[f5])";
    let read = game(text);
    assert_eq!((read.names()[Player::Black].as_str(), read.names()[Player::White].as_str()), ("Anna ] \\ B", "Ben"));
    assert_eq!(read.started(), Some(1_392_940_800));
    assert_eq!(read.clock(), Some(TimeControl::Fischer { base_ms: 300_000, increment_ms: 0 }));
    assert_eq!(read.ending(), Some(Ending::Resigned(Player::Black)));
    for (result, ending) in [
        ("B+R", Some(Ending::Resigned(Player::White))),
        ("B+Time", Some(Ending::OutOfTime(Player::White))),
        ("w+t", Some(Ending::OutOfTime(Player::Black))),
        ("0", Some(Ending::DrawAgreed)),
        ("Draw", Some(Ending::DrawAgreed)),
        ("Void", Some(Ending::Abandoned)),
        ("B+12", None),
        ("?", None),
        ("", None),
    ] {
        assert_eq!(game(&format!("(;GM[2]RE[{result}];B[f5])")).ending(), ending, "{result}");
    }
    // Black wins by a wipe-out, whatever the text says.
    let whole = "f5d6c5f4e3f6g5e6e7";
    let squares = whole.as_bytes().chunks(2).map(|square| str::from_utf8(square).expect("ASCII"));
    let nodes: Vec<String> =
        squares.zip("BW".chars().cycle()).map(|(square, player)| format!(";{player}[{square}]")).collect();
    let nodes = nodes.concat();
    let read = game(&format!("(;GM[2]RE[W+3]{nodes})"));
    assert_eq!((read.ending(), transcript_of(read.record()).as_str()), (Some(Ending::PlayedOut), whole));
}

#[test]
fn variations_and_impossible_moves_are_remarked() {
    let remark = |text: &str| Reading::of(text).expect(text).remark.map(|remark| remark.to_string());
    assert_eq!(remark("(;GM[2];B[f5];W[d6])"), None);
    for text in ["(;GM[2](;B[f5];W[d6])(;B[d3]))", "(;GM[2];B[f5](;W[d6])(;W[f6]))"] {
        assert_eq!(Reading::of(text).expect(text).remark, Some(Remark::VariationsLeftOut), "{text}");
        assert!(remark(text).expect("a remark").ends_with("only the main line was read"));
    }
    for (text, why) in [
        ("(;GM[2];B[f5];W[d6];B[f5])", "move 3, f5: f5 is taken"),
        ("(;GM[2];B[f5];W[d6];B[k9])", "move 3: \"k9\" is not a square"),
        ("(;GM[2];B[f5];W[d6];W[c3])", "move 3, c3: it is Black's turn, not White's"),
        ("(;GM[2];B[f5];W[d6];B[zz](;W[c3])(;W[c4]))", "move 3, z26: z26 is not on the board"),
    ] {
        let said = remark(text).expect("a remark");
        assert!(said.starts_with("reading stopped there: ") && said.contains(why.split(':').next().unwrap()), "{said}");
        assert_eq!(moves(text), "f5d6", "{text}");
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_match_comes_back(
        seed: u64,
        side in (2..=13_u8).prop_map(|half| half * 2),
        start in 0..12_usize,
        plies in 0..80_usize,
        names in proptest::array::uniform2("[!-~あ]{0,12}"),
        days in proptest::option::of(0..60_000_u64),
        minutes in proptest::option::of(1..90_u64),
        ending in 0..5_usize,
    ) {
        let mut record = random_record(Variant::classic(side).expect("is played"), seed, plies);
        if side == 8 && start > 0 {
            let begun = random_record(Variant::classic(8).expect("is played"), seed, start);
            record = random_record(Diagram::of(begun.position()).expect("has a diagram").variant(), seed ^ 1, plies);
        }
        let is_over = record.position().to_move().is_none();
        let clock = minutes.map(|minutes| TimeControl::Fischer { base_ms: minutes * 60_000, increment_ms: 0 });
        let mut game = GameRecord::new(record)
            .with_names(|player| names[player as usize].clone())
            .with_clock(clock)
            .with_dates(days.map(|days| days * 24 * 60 * 60), None);
        if !is_over && ending > 0 {
            let loser = Player::White;
            let endings = [Ending::Resigned(loser), Ending::OutOfTime(loser), Ending::DrawAgreed, Ending::Abandoned];
            game = game.with_ending(endings[ending - 1]).expect("somebody can move");
        }
        let text = Sgf::of(&game).expect("Black against White").to_string();
        prop_assert_eq!(TextKind::of(&text), Some(TextKind::Sgf));
        let read = read_sgf(&text).expect("is SGF");
        prop_assert_eq!(read.stopped, None, "{}", text);
        prop_assert_eq!(read.game, game, "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(
        text in r"\( ?;((GM|SZ|AB|AW|PL|RE|B|W|C|[A-Za-z]{0,3})\[([a-h][1-8]|[a-z]{2}|2|8|B\+R|[ -~]{0,5})\]|[;()]|\PC){0,20}",
    ) {
        if let Ok(read) = read_sgf(&text) {
            let again = Sgf::of(&read.game).map(|sgf| read_sgf(&sgf.to_string()).expect("is read again").game);
            prop_assert_eq!(again.map(GameRecord::into_record), Ok(read.game.into_record()));
        }
    }
}

#[test]
fn games_beyond_the_format_are_not_written() {
    for key in ["octagon", "colour"] {
        let variant = Variant::built_in(key).expect("is built in");
        let name = variant.name().to_owned();
        let why = Sgf::of(&GameRecord::new(Record::new(variant))).expect_err(key).to_string();
        assert!(why.starts_with(&name), "{why}");
    }
    let reverse = Variant::classic(8).expect("is played").with_goal(Goal::Fewest);
    assert!(Sgf::of(&GameRecord::new(Record::new(reverse))).is_err());
    assert!(AnyText::read("(;GM[1]SZ[19];B[dd])").is_err());
}
