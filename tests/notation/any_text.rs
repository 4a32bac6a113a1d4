//! The reader for every kind of text.

use irogaeshi::notation::{AnyText, AnyTextError, Diagram, Foreign, GameRecord, Ggf, TextKind, transcript_of};
use irogaeshi::rules::{Record, Variant};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::cases;
use crate::random_games::{any_variant, random_record};

fn classic() -> Variant {
    Variant::classic(8).expect("is played")
}

fn game(text: &str) -> GameRecord {
    match AnyText::read(text) {
        Ok(AnyText::Game(game)) => *game,
        other => panic!("{text}: {other:?}"),
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn whatever_is_written_is_recognised(variant in any_variant(), seed: u64, plies in 0..90_usize) {
        let record = random_record(variant, seed, plies);
        let whole = GameRecord::new(record.clone());
        let variant = AnyText::Variant(Box::new((**record.variant()).clone()));
        prop_assert_eq!(AnyText::read(&record.variant().to_string()), Ok(variant));
        prop_assert_eq!(game(&record.to_string()), whole.clone());
        prop_assert_eq!(game(&whole.to_string()), whole.clone());
        let pretty = serde_json::to_string_pretty(&whole).expect("can be written");
        prop_assert_eq!(game(&format!("\u{feff}\n{pretty}\n")), whole);
    }

    #[test]
    fn ordinary_reversi_is_recognised_in_every_dress(seed: u64, plies in 1..61_usize) {
        let record = random_record(classic(), seed, plies);
        let whole = GameRecord::new(record.clone());
        let mut unnamed = game(&Ggf::of(&whole).expect("has GGF").to_string());
        unnamed = unnamed.with_names(|_| String::new());
        prop_assert_eq!(unnamed, whole.clone());
        let transcript = transcript_of(&record);
        for text in [transcript.clone(), transcript.to_uppercase(), format!("\n 1. {transcript}\n")] {
            prop_assert_eq!(game(&text), whole.clone());
        }
        let diagram = Diagram::of(record.position()).expect("has a diagram");
        let told = diagram.to_string();
        let rows: Vec<&str> = (0..8).map(|row| &told[row * 8..][..8]).collect();
        let in_rows = format!("{}\n{}", rows.join("\r\n"), &told[64..]);
        for text in [told.clone(), format!("% puzzle\n{told}; f5:+2;\n{told};\n"), in_rows] {
            let read = game(&text);
            prop_assert_eq!(read.record().position().board(), record.position().board());
            prop_assert_eq!(read.record().position().to_move(), record.position().to_move());
        }
    }

    #[test]
    fn comments_before_a_text_are_read_over(
        variant in any_variant(),
        seed: u64,
        comments in proptest::collection::vec("[ \t]{0,2}[;%#]\\PC{0,20}|[ \t]{0,2}", 1..4),
    ) {
        let record = random_record(variant, seed, 30);
        let game = random_record(classic(), seed, 30);
        let whole = GameRecord::new(game.clone());
        let diagram = Diagram::of(game.position()).expect("has a diagram").to_string();
        let rows: Vec<&str> = (0..8).map(|row| &diagram[row * 8..][..8]).collect();
        let texts = [
            record.variant().to_string(),
            record.to_string(),
            whole.to_string(),
            Ggf::of(&whole).expect("has GGF").to_string(),
            diagram.clone(),
            format!("{}\n{}", rows.join("\n"), &diagram[64..]),
            transcript_of(&game),
        ];
        for text in texts.iter().filter(|text| !text.is_empty()) {
            let commented = format!("{}\n{text}", comments.join("\n"));
            prop_assert_eq!(AnyText::read(&commented), AnyText::read(text), "{}", commented);
            prop_assert!(AnyText::read(text).is_ok());
        }
    }

    #[test]
    fn no_bytes_make_it_panic(
        bytes: Vec<u8>,
        text in "\\PC{0,60}|([a-z-]{0,7}:|[{}\";(B#.\n]|[a-h][1-8]|[-XO*]{60,66}|\\PC){0,20}",
    ) {
        let _ = AnyText::read_bytes(&bytes);
        let _ = AnyText::read(&text);
    }

    #[test]
    fn damaged_texts_are_refused_or_read(
        variant in any_variant(),
        seed: u64,
        kind in 0..3_usize,
        damage: [(Index, char); 3],
    ) {
        let record = random_record(variant, seed, 30);
        let text = match kind {
            0 => record.variant().to_string(),
            1 => record.to_string(),
            _ => GameRecord::new(record).to_string(),
        };
        let mut letters: Vec<char> = text.chars().collect();
        for (index, letter) in damage {
            let index = index.index(letters.len());
            letters[index] = letter;
        }
        let _ = AnyText::read(&letters.into_iter().collect::<String>());
    }
}

#[test]
fn kinds_are_told_by_how_a_text_begins() {
    let cases = [
        ("", None),
        (" \n; only a comment\n", None),
        ("nonsense", None),
        ("What a fine day: no rain.", None),
        ("<html>", None),
        ("; a board\nname: x", Some(TextKind::Variant)),
        ("format: 7", Some(TextKind::Variant)),
        ("name: x\nmoves:\n", Some(TextKind::Record)),
        ("moves: f5", Some(TextKind::Transcript)),
        ("[Event \"?\"]\n\n1. f5 d6", Some(TextKind::Pgn)),
        ("(;GM[2]B[f5];)", Some(TextKind::Sgf)),
        ("{}", Some(TextKind::GameRecord)),
        ("12 (;GM[Othello];)", Some(TextKind::Ggf)),
        ("(;", Some(TextKind::Ggf)),
        ("XO-XO-XO X", Some(TextKind::Diagram)),
        ("F5", Some(TextKind::Transcript)),
        ("1. f5 d6", Some(TextKind::Transcript)),
        ("pass", Some(TextKind::Transcript)),
    ];
    for (text, kind) in cases {
        assert_eq!(TextKind::of(text), kind, "{text}");
        assert_eq!(AnyText::read(text) == Err(AnyTextError::Unrecognised), kind.is_none(), "{text}");
    }
}

#[test]
fn errors_come_from_the_reader_of_that_kind() {
    let why = |text: &str| AnyText::read(text).expect_err(text).to_string();
    assert_eq!(why("name: x\nplayers: black\nboard:\n.WB\n"), "line 2: at least two players must take turns");
    assert_eq!(why("name: x\nplayers: black white\nboard:\n.WB\nmoves: c1"), "move 1, c1: c1 is taken");
    assert!(why("{\"format\": 9}").starts_with("the match has format 9"));
    assert!(why("format: 3\nmoves: f5").starts_with("line 1: the text has format 3"));
    assert_eq!(why("(;GM[Othello]B[F5]"), "a game begins with \"(;\" and ends with \";)\"");
    assert_eq!(why("XO-XO-XO X"), "8 squares, but a position has 64");
    assert!(why(&format!("{}; f5:lots", Diagram::start())).starts_with("\"lots\" is not a score"));
    assert_eq!(why("f6 f5"), "move 1, f6: a disc on f6 would capture nothing");
    let commented = "% a board\n\n# of mine\nname: x\nplayers: black\nboard:\n.WB\n";
    assert_eq!(why(commented), "line 5: at least two players must take turns");
}

#[test]
fn bytes_are_bounded_and_must_be_text() {
    assert_eq!(AnyText::read_bytes(&vec![b'x'; AnyText::MAX_BYTES + 1]), Err(AnyTextError::TooLarge));
    assert_eq!(AnyText::read(&"f5 ".repeat(AnyText::MAX_BYTES)), Err(AnyTextError::TooLarge));
    assert_eq!(AnyText::read_bytes(b"name: x\n\xff\n"), Err(AnyTextError::NotText { line: 2 }));
    let zipped = [b"PK\x03\x04\xff".as_slice(), &vec![0; AnyText::MAX_BYTES]].concat();
    assert_eq!(AnyText::read_bytes(&zipped), Err(AnyTextError::Foreign(Foreign::Compressed)));
    assert_eq!(AnyText::read_bytes(b"EGAROUCID\x03\xff\xff"), Err(AnyTextError::Foreign(Foreign::Book)));
    let mut wthor = vec![20, 21, 12, 31, 1, 0, 0, 0, 0, 0, 0xe5, 0x07, 8, 0, 24, 0];
    wthor.resize(16 + 68, 0);
    assert_eq!(AnyText::read_bytes(&wthor), Err(AnyTextError::Foreign(Foreign::Wthor)));
    let chess = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *";
    assert_eq!(AnyText::read(chess).expect_err("is chess").to_string(), "it seems to be a game of chess");
    let mut record = Record::new(classic());
    record.play_moves("f5d6").expect("are legal");
    assert_eq!(AnyText::read_bytes(b"\xef\xbb\xbff5 d6\r\n"), Ok(AnyText::Game(Box::new(GameRecord::new(record)))));
}

/// A code is the kebab-case name of the enum variant.
#[test]
fn reasons_have_codes_that_stay() {
    let code = |text: &str| AnyText::read(text).expect_err(text).code();
    let start = Diagram::start().to_string();
    let empty = "-".repeat(64);
    let cases = [
        ("", "unrecognised"),
        ("name: x\nname: y\n", "given-twice"),
        ("name: x\nplayers: black white\nboard:\n.WB\nmoves: c1", "taken"),
        ("{", "json"),
        ("{}", "no-format"),
        ("{\"format\": 9}", "newer-format"),
        ("(;B[F5]", "not-delimited"),
        ("(;F5;)", "not-a-property"),
        ("(;GM[Amazons];)", "other-game"),
        ("(;B[F5]TY[8];)", "out-of-place"),
        ("(;TY[10];)", "other-size"),
        ("(;TY[8x];)", "other-type"),
        ("(;B[Z99];)", "not-a-square"),
        ("(;B[PA];)", "must-move"),
        ("(;B[F5]W[F5];)", "taken"),
        ("XO-XO-XO X", "square-count"),
        (&format!("{start}; f5:+2;\n").replacen("OX", "OX-", 1), "square-count"),
        (&empty, "no-discs"),
        ("(;GM[1]B[f5];)", "other-game"),
        ("(;GM[2]SZ[7]B[f5];)", "other-size"),
        ("(;GM[2]AB[z9]B[f5];)", "not-a-square"),
        ("(;GM[2]B[f5]AB[a1];W[d6];AW[a1])", "out-of-place"),
        ("(;GM[2]B[a1])", "captures-nothing"),
        ("{\"games\":[]}", "no-games"),
        ("{\"position\":{\"moves\":[1]}}", "json"),
        ("{\"position\":{\"moves\":[{\"m\":\"a1\"}]}}", "captures-nothing"),
        ("[FEN \"8\"]\n\nf5", "own-start"),
        (&format!("{empty} X"), "no-discs"),
        (&format!("{start}; f5"), "not-a-scored-move"),
        (&format!("{start}; z99:+2"), "not-a-square"),
        (&format!("{start}; f5:lots"), "not-a-score"),
        ("ps f5", "must-move"),
        ("d4 f5", "taken"),
    ];
    for (text, expected) in cases {
        assert_eq!(code(text), expected, "{text}");
    }
}
