//! Printed boards of move numbers, and positions in FEN and as hexadecimal numbers.

use irogaeshi::notation::{AnyText, Diagram, GameRecord, Reading, Remark, TextKind, grid_of, transcript_of};
use irogaeshi::rules::{Player, Record, Variant};
use proptest::prelude::*;

use crate::cases;
use crate::random_games::random_record;

fn game(text: &str, kind: TextKind) -> (GameRecord, Option<Remark>) {
    match Reading::of(text) {
        Ok(Reading { kind: read, content: AnyText::Game(game), remark }) if read == kind => (*game, remark),
        other => panic!("{text}: {other:?}"),
    }
}

/// A grid with these numbers, the middle as given.
const SHEET: &str = "\
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  3  4  .  .  .  .
    .  .  5  O  X  6  .  .
    .  .  .  X  O  1  .  .
    .  .  .  2  .  7  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
";

#[test]
fn sheets_are_read_with_and_without_coordinates_and_the_middle() {
    let moves = "f5d6c3d3c4f4f6";
    let rows: Vec<&str> = SHEET.lines().map(str::trim).collect();
    let numbered = |after: bool| -> String {
        let row = |(row, number): (&&str, usize)| {
            if after { format!("{number} {row} {number}") } else { format!("{number}  {row}") }
        };
        rows.iter().zip(1..).map(row).collect::<Vec<_>>().join("\n")
    };
    let framed: Vec<String> =
        rows.iter().map(|row| format!("| {} |", row.split_whitespace().collect::<Vec<_>>().join(" | "))).collect();
    let ruler = format!("\n+{}\n", "--+".repeat(8));
    let commas = SHEET.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(",")).collect::<Vec<_>>();
    let blank = commas.join("\n").replace(['.', 'O', 'X'], "");
    for text in [
        SHEET.to_owned(),
        SHEET.replace(['O', 'X'], " "),
        SHEET.replace(['O', 'X'], "0"),
        SHEET.replace('O', "○").replace('X', "●"),
        SHEET.replace('.', "-").replace('\n', "\r\n"),
        SHEET.replace('.', "0").replace(['O', 'X'], "0"),
        format!("    a  b  c  d  e  f  g  h\n{}", numbered(false)),
        format!("    A  B  C  D  E  F  G  H\n{}\n    A  B  C  D  E  F  G  H\n", numbered(true)),
        numbered(false).replace(['O', 'X'], " "),
        numbered(true).replace(['O', 'X'], " "),
        framed.join("\n"),
        format!("{ruler}{}{ruler}", framed.join(&ruler)),
        commas.join("\n"),
        commas.join("\n").replace(',', "\t"),
        blank,
        format!("Anna - Ben\n\n{SHEET}\nBlack 33, White 31\n"),
    ] {
        let (read, remark) = game(&text, TextKind::Grid);
        assert_eq!((transcript_of(read.record()).as_str(), remark), (moves, None), "{text}");
    }
}

#[test]
fn the_first_impossible_number_is_named() {
    for (sheet, moves, why) in [
        (SHEET.replace('7', "8"), "f5d6c3d3c4f4", "move 7 is on no square"),
        (SHEET.replacen(".  3", "3  3", 1), "f5d6", "move 3 is on several squares"),
        (SHEET.replacen('.', "8", 1), "f5d6c3d3c4f4f6", "move 8, a1: a disc on a1 would capture nothing"),
    ] {
        let (read, remark) = game(&sheet, TextKind::Grid);
        assert_eq!(transcript_of(read.record()), moves, "{sheet}");
        assert_eq!(remark.expect(why).to_string(), format!("reading stopped there: {why}"));
    }
    let why = AnyText::read(&SHEET.replace('1', "9")).expect_err("has no first move");
    assert_eq!((why.to_string().as_str(), why.code()), ("move 1 is on no square", "missing"));
    let why = AnyText::read(&SHEET.replacen('.', "1", 1)).expect_err("has two first moves");
    assert_eq!(why.code(), "twice");
    // Digits for discs, and numbers beyond a game, are no grids.
    for other in [SHEET.replace('7', "61"), "1 2 0 0 0 0 0 0\n".repeat(8)] {
        assert_ne!(TextKind::of(&other), Some(TextKind::Grid), "{other}");
    }
}

#[test]
fn positions_in_fen_are_read_with_either_kind_of_pawn() {
    let start = Diagram::start();
    for text in [
        "8/8/8/3Pp3/3pP3/8/8/8 b - - 0 1",
        "8/8/8/3Pp3/3pP3/8/8/8 b",
        "8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1",
        "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1",
        "FEN: 8/8/8/3pP3/3Pp3/8/8/8[PPPPPPppppp] w - - 0 1",
        "position 8/8/8/3pP3/3Pp3/8/8/8/PPPPPPppppp w",
    ] {
        let (read, remark) = game(text, TextKind::Fen);
        assert!(read.variant().is_same_game(&start.variant()) && remark.is_none(), "{text}");
    }
    let (bare, remark) = game("8/8/8/3Pp3/3pP3/8/8/8", TextKind::Fen);
    assert!(bare.variant().is_same_game(&start.variant()));
    assert_eq!(remark, Some(Remark::NobodyToMove));
    // After f5, White moves.
    let mut after = Record::new(Variant::classic(8).expect("is played"));
    after.play_moves("f5").expect("is legal");
    for text in ["8/8/8/3Pp3/3ppp2/8/8/8 w - - 0 1", "8/8/8/3pP3/3PPP2/8/8/8[PPPppp] b - - 0 1"] {
        let (read, _) = game(text, TextKind::Fen);
        assert_eq!(read.record().position().board(), after.position().board(), "{text}");
        assert_eq!(read.record().position().to_move(), Some(Player::White), "{text}");
    }
    for wrong in ["8/8/8/3pP3/3Pp3/8/8 w", "8/8/8/3pP3/3Pp3/8/8/9 w", "8/8/8/8/8/8/8/8 w", "8/8/8/3pP4/3Pp3/8/8/8 w"] {
        assert_ne!(TextKind::of(wrong), Some(TextKind::Fen), "{wrong}");
    }
}

#[test]
fn two_hexadecimal_numbers_are_a_position() {
    for text in [
        "0x0000000810000000 0x0000001008000000",
        "0000000810000000 0000001008000000",
        "0000000810000000\n0000001008000000\n",
        "player=0x0000000810000000, opponent=0X0000001008000000",
    ] {
        let (read, remark) = game(text, TextKind::Bitboards);
        assert!(read.variant().is_same_game(&Diagram::start().variant()), "{text}");
        assert_eq!(remark, Some(Remark::NobodyToMove), "{text}");
    }
    for wrong in ["0000000810000000", "0000000810000000 0000000810000000", "0000000000000000 0000000000000000"] {
        assert_ne!(TextKind::of(wrong), Some(TextKind::Bitboards), "{wrong}");
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_game_comes_back_from_its_grid(seed: u64, plies in 4..61_usize) {
        let record = random_record(Variant::classic(8).expect("is played"), seed, plies);
        let grid = grid_of(&record).expect("is ordinary");
        let (read, remark) = game(&grid, TextKind::Grid);
        prop_assert_eq!(remark, None, "{}", grid);
        prop_assert_eq!(read.into_record(), record, "{}", grid);
    }

    #[test]
    fn no_text_makes_it_panic(text in "(([0-9]{1,2}|[.XO-])[ |,]{1,2}){0,70}|([1-8pP/]{0,3}){0,30} [wb]|([|,. \n0-9-]){0,200}") {
        let _ = Reading::of(&text);
    }
}

#[test]
fn other_boards_have_no_grid() {
    for key in ["classic-6", "colour"] {
        assert_eq!(grid_of(&Record::new(Variant::built_in(key).expect("is built in"))), None, "{key}");
    }
}
