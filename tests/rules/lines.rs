//! Variants on one line, as documented in `docs/variants.md`.

use irogaeshi::notation::{AnyText, TextKind};
use irogaeshi::rules::{BoardError, CutIn, DrawnBoard, Goal, Player, Record, Variant, VariantProblem};
use proptest::prelude::*;

use crate::properties::cases;
use crate::support::random_games::{any_variant, made_up_variant, random_record};

const DOCUMENT: &str = include_str!("../../docs/variants.md");

/// A line of a small board, with other fields before the board.
fn line_with(fields: &str) -> String {
    format!("irogaeshi-board;name=X;{fields}board=eWBe;")
}

fn assert_survives(variant: &Variant) {
    let line = variant.to_line();
    assert_eq!(line.parse().as_ref(), Ok(variant), "{line}");
    assert!(line.len() <= Variant::MAX_BYTES, "{}", line.len());
    let is_kept = |letter: char| letter.is_alphanumeric() || "-,;=+%/".contains(letter);
    assert!(line.chars().all(is_kept), "nothing in it means anything to a chat: {line}");
}

#[test]
fn every_built_in_board_survives_as_a_line() {
    let keys: Vec<String> = Variant::built_in_keys().collect();
    assert!(keys.len() > 30);
    for variant in keys.iter().filter_map(|key| Variant::built_in(key)) {
        assert_survives(&variant);
    }
    for kind in DrawnBoard::ALL {
        for seed in 0..50 {
            assert_survives(&kind.variant(seed));
        }
    }
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn random_boards_survive_as_lines(
        variant in made_up_variant(),
        name in "\\PC{0,80}",
        about in "\\PC{0,600}|[;:=%/+ ._-]{0,20}",
    ) {
        let variant = variant.renamed(&name).with_about(&about);
        assert_survives(&variant);
    }

    #[test]
    fn a_line_is_found_in_a_message_and_read_with_moves(
        variant in any_variant(),
        seed: u64,
        before in "[a-zA-Z,.! \n]{0,40}",
        after in "[a-zA-Z,.! \n]{0,40}",
        width in 16..80_usize,
    ) {
        let line = variant.to_line();
        let found = AnyText::Variant(Box::new(variant.clone()));
        let sent = format!("{before} {line} {after}");
        prop_assert_eq!(AnyText::read(&sent), Ok(found.clone()), "{}", sent);
        // Mails break long lines.
        let letters: Vec<char> = line.chars().collect();
        let lines: Vec<String> = letters.chunks(width).map(|part| part.iter().collect()).collect();
        prop_assert_eq!(lines.join("\r\n ").parse(), Ok(variant.clone()));
        let record = random_record(variant, seed, 20);
        let usual = record.to_string();
        let (_, moves) = usual.split_once("moves:").expect("it has moves");
        prop_assert_eq!(format!("; a game\n{line}\nmoves:{moves}").parse(), Ok(record));
    }

    #[test]
    fn a_line_that_was_cut_off_is_refused(variant in any_variant(), kept: prop::sample::Index) {
        let line = variant.to_line();
        let letters: Vec<char> = line.chars().collect();
        let cut: String = letters[..kept.index(letters.len())].iter().collect();
        prop_assert!(cut.parse::<Variant>().is_err(), "{}", cut);
    }

    #[test]
    fn damaged_lines_are_read_or_refused(variant in any_variant(), at: prop::sample::Index, letter: char) {
        let mut letters: Vec<char> = variant.to_line().chars().collect();
        let at = at.index(letters.len());
        letters[at] = letter;
        if let Ok(read) = letters.into_iter().collect::<String>().parse::<Variant>() {
            assert_survives(&read);
        }
    }
}

#[test]
fn the_documented_line_is_the_documented_variant() {
    let examples: Vec<&str> = DOCUMENT.split("```").skip(1).step_by(2).collect();
    let variant: Variant = examples[0].parse().expect("the document is right");
    let line = examples.iter().map(|example| example.trim()).find(|example| example.starts_with("irogaeshi-board;"));
    let line = line.expect("the document has a line").replace('\n', "");
    assert_eq!(variant.to_line(), line);
    let cut_ins = [(5, Player::Cyan), (9, Player::Yamabuki)];
    assert_eq!(variant.cut_ins(), cut_ins.map(|(move_number, player)| CutIn { move_number, player }));
}

#[test]
fn fields_come_in_any_order_before_the_board_and_comments_around_the_line() {
    let usual: Variant = "name: X Y\nplayers: black white\ngoal: fewest\nboard:\n.WB.\n".parse().expect("a variant");
    assert_eq!(usual.goal(), Goal::Fewest);
    let other = "\u{feff}\n; from a friend\n  irogaeshi-board;goal=Fewest;x-author=Anna;players=black+white;name=X%20Y;\
                 board=.w2.;\n";
    let other = other.replace("w2.", "w1b.");
    assert_eq!(other.parse(), Ok(usual.clone()));
    assert_eq!(AnyText::read(&other), Ok(AnyText::Variant(Box::new(usual))));
}

#[test]
fn a_usual_board_that_quotes_a_line_stays_a_usual_board() {
    let quote = Variant::classic(8).expect("is built in").to_line();
    let text = format!("name: X\nabout: {quote}\nplayers: black white\nboard:\n.WB.\n");
    let Ok(AnyText::Variant(read)) = AnyText::read(&text) else { panic!("a variant") };
    assert_eq!(read.name(), "X");
    assert_eq!(TextKind::of(&format!("Look: {quote}")), Some(TextKind::Variant));
}

#[test]
fn every_error_names_its_character_and_is_documented() {
    let players = "players=black+white;";
    let cases = [
        (
            line_with("players=black+blue;"),
            24,
            "\"blue\" is not a player; the players are black, white, ash, cyan and yamabuki",
        ),
        (
            line_with("player=black;"),
            24,
            "unknown key \"player\"; the keys are format, name, about, players, cut-ins, turns, scored, goal, passes and board",
        ),
        (line_with("name=Y;"), 24, "\"name\" is given twice"),
        (line_with(&format!("{players}scored;")), 44, "expected \"key=value;\", found \"scored;\""),
        (line_with(&format!("{players}about=100%;")), 44, "\"100%\" is not a text; a percent sign is written as %25"),
        (line_with(&format!("{players}about=%C3;")), 44, "\"%C3\" is not a text; a percent sign is written as %25"),
        (
            line_with("format=3;"),
            24,
            "the text has format 3, but this version reads formats up to 2; update the program",
        ),
        (format!("irogaeshi-board;name=X;{players}"), 24, "there is no \"board:\" line"),
        (
            format!("irogaeshi-board;name=X;{players}board=4e/eW"),
            44,
            "the rest is missing; a board on one line ends with \"board=\", its rows and \";\"",
        ),
        (
            format!("irogaeshi-board;name=X;{players}board=4e/eW0Be;"),
            53,
            "\"0\" repeats nothing; a number from 1 repeats the letter after it",
        ),
        (
            format!("irogaeshi-board;name=X;{players}board=4e/eWB2;"),
            53,
            "\"2\" repeats nothing; a number from 1 repeats the letter after it",
        ),
        (
            format!("irogaeshi-board;name=X;{players}board=4e/eWBQ;"),
            53,
            "row 2, column 4 of the board: 'Q' is none of # . B W A C Y G R",
        ),
        (
            format!("irogaeshi-board;name=X;{players}board=4e//eWBe;"),
            53,
            "row 2 of the board has 0 squares, but the first has 4",
        ),
        (
            format!("irogaeshi-board;name=X;{players}board=99999999999999999999e;"),
            50,
            "row 1 of the board is longer than 26 squares",
        ),
        (format!("{} and more", line_with(players)), 55, "nothing but comments may follow a board on one line"),
    ];
    for (text, character, problem) in cases {
        let error = format!("\n{text}").parse::<Variant>().expect_err("the line is wrong");
        assert_eq!(error.to_string(), format!("line 2: character {character}: {problem}"), "{text}");
        // Those of rows are documented for the usual text.
        let is_documented = problem.starts_with("row") || DOCUMENT.contains(&format!("| `{problem}` |"));
        assert!(is_documented, "docs/variants.md does not explain: {problem}");
    }
}

#[test]
fn a_problem_in_a_line_has_the_code_of_the_problem() {
    let error = "irogaeshi-board;board=8e/7e;".parse::<Variant>().expect_err("a row is short");
    assert_eq!(error.problem.code(), "row-length");
    let row = BoardError::RowLength { row: 2, found: 7, expected: 8 };
    let problem = Box::new(VariantProblem::Board(row));
    assert_eq!(error.problem, VariantProblem::AtCharacter { character: 26, problem });
    let moves = format!("{}\nmoves: f5 z99", Variant::classic(8).expect("is built in").to_line());
    assert_eq!(moves.parse::<Record>().expect_err("z99 is no square").code(), "not-a-square");
}
