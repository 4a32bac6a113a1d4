//! Diagrams: 64 squares and the player to move.

use irogaeshi::cpu::classic::Bitboards;
use irogaeshi::notation::{Diagram, DiagramError, read_obf};
use irogaeshi::rules::{Goal, Player, Position, Variant};
use proptest::prelude::*;

use crate::cases;
use crate::random_games::random_record;

/// Random discs.
fn any_bitboards() -> impl Strategy<Value = Bitboards> {
    any::<[u64; 3]>().prop_map(|[some, others, whose]| {
        let discs = some | others;
        Bitboards { own: discs & whose, other: discs & !whose }
    })
}

/// Text of a position of Black and White.
fn drawn([black, white]: [u64; 2], is_black_to_move: bool) -> String {
    let letter = |index: u8| match (black >> index & 1, white >> index & 1) {
        (0, 0) => '-',
        (0, _) => 'O',
        _ => 'X',
    };
    (0..64).map(letter).chain([' ', if is_black_to_move { 'X' } else { 'O' }]).collect()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_diagram_is_read_as_it_is_written(board in any_bitboards(), is_black_to_move: bool) {
        prop_assume!(board.discs() != 0);
        let Bitboards { own, other } = board;
        let text = drawn(if is_black_to_move { [own, other] } else { [other, own] }, is_black_to_move);
        let diagram: Diagram = text.parse().expect("is a diagram");
        prop_assert_eq!(Bitboards::of(diagram.board(), diagram.to_move()), board);
        prop_assert_eq!(diagram.to_move() == Player::Black, is_black_to_move);
        prop_assert_eq!(&diagram.to_string(), &text);
        let (squares, mover) = text.split_at(64);
        let rows: Vec<&str> = (0..8).map(|row| &squares[row * 8..][..8]).collect();
        let written = [
            format!("{squares}{}", mover.trim()),
            format!("  {}\n{mover};\n", rows.join("\r\n")),
            text.replace('-', ".").replace('X', "*").replace('O', "w"),
            text.replace('X', "B").replace('O', "W"),
            text.to_lowercase(),
        ];
        for text in written {
            prop_assert_eq!(text.parse(), Ok(diagram.clone()), "{}", text);
        }
        prop_assert_eq!(squares.parse::<Diagram>(), Err(DiagramError::NobodyToMove));
        prop_assert_eq!(rows.join("\n").parse::<Diagram>(), Err(DiagramError::NobodyToMove));
    }

    #[test]
    fn no_text_makes_reading_a_diagram_panic(text in "([-.XOxo*BWbw;]{0,70}|[-XO]{60,68}[ \n;]?[XO?é色]{0,3}|\\PC*)") {
        if let Ok(diagram) = text.parse::<Diagram>() {
            let Bitboards { own, other } = Bitboards::of(diagram.board(), diagram.to_move());
            prop_assert_eq!(own & other, 0);
            prop_assert_eq!(diagram.to_string().parse(), Ok(diagram));
        }
    }

    #[test]
    fn a_game_can_begin_with_any_position_of_another(seed: u64, plies in 0..61_usize) {
        let record = random_record(Variant::classic(8).expect("is played"), seed, plies);
        let diagram = Diagram::of(record.position()).expect("is Black against White on 8 x 8");
        let start = Position::start(diagram.variant());
        prop_assert_eq!(start.board(), record.position().board());
        prop_assert_eq!(start.to_move(), record.position().to_move());
        prop_assert_eq!(start.legal_squares(), record.position().legal_squares());
        prop_assert_eq!(Diagram::of(&start), Some(diagram));
    }

    #[test]
    fn scores_of_moves_are_read(scores in proptest::collection::vec((0..64_u8, -64..=64_i32), 0..9)) {
        let square = |index: &u8| irogaeshi::rules::Square::new(index % 8, index / 8).expect("is on the board");
        let told: Vec<String> = scores.iter().map(|(index, score)| format!("{}:{score:+};", square(index))).collect();
        let read = read_obf(&format!("{}; {} % and a comment", Diagram::start(), told.join(" "))).expect("is OBF");
        prop_assert_eq!(read.position, Diagram::start());
        prop_assert_eq!(read.scores, scores.iter().map(|(index, score)| (square(index), *score)).collect::<Vec<_>>());
    }

    #[test]
    fn no_line_makes_reading_scores_panic(
        text in "[-XO]{62,66}[ XO;]{0,3}([a-i][0-9]:[+-]?[0-9]{0,3};?|\\PC{0,9};?){0,4}",
    ) {
        let _ = read_obf(&text);
    }
}

#[test]
fn errors_of_a_diagram_are_reported() {
    let squares = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    let cases = [
        (String::new(), DiagramError::SquareCount(0)),
        ("X".to_owned(), DiagramError::SquareCount(1)),
        (format!("{} X", &squares[1..]), DiagramError::SquareCount(63)),
        (format!("{squares}- X"), DiagramError::SquareCount(65)),
        (squares.replacen('-', "?", 1) + " X", DiagramError::UnknownSquare('?')),
        (squares.replacen('-', "色", 1) + " X", DiagramError::UnknownSquare('色')),
        (squares.clone(), DiagramError::NobodyToMove),
        (format!("{squares} -"), DiagramError::NobodyToMove),
        (format!("{squares} 色"), DiagramError::NobodyToMove),
        ("-".repeat(64) + " O", DiagramError::NoDiscs),
    ];
    for (text, error) in cases {
        assert_eq!(text.parse::<Diagram>(), Err(error), "{text}");
    }
}

#[test]
fn the_usual_start_is_ordinary_reversi() {
    assert_eq!(Diagram::start().variant(), Variant::classic(8).expect("is played"));
    let white: Diagram = Diagram::start().to_string().replace(" X", " O").parse().expect("is a diagram");
    assert_eq!(white.variant().players(), [Player::White, Player::Black]);
    assert_ne!(white.variant().name(), Diagram::start().variant().name());
}

#[test]
fn other_games_have_no_diagram() {
    let reverse = Variant::classic(8).expect("is played").with_goal(Goal::Fewest);
    assert!(Diagram::of(&Position::start(reverse)).is_some(), "a diagram does not say what wins");
    for key in ["classic-6", "classic-10", "octagon", "colour", "five"] {
        let variant = Variant::built_in(key).expect("is built in");
        assert_eq!(Diagram::of(&Position::start(variant)), None, "{key}");
    }
    let ash = "name: x\nplayers: black ash\nboard:\n".to_owned() + &"........\n".repeat(7) + "...BA...\n";
    assert_eq!(Diagram::of(&Position::start(ash.parse::<Variant>().expect("a variant"))), None);
}

#[test]
fn bitboards_in_which_discs_overlap_are_refused() {
    let read = serde_json::from_str::<Bitboards>;
    assert_eq!(read(r#"{"own":1,"other":2}"#).ok(), Some(Bitboards { own: 1, other: 2 }));
    let why = read(r#"{"own":3,"other":2}"#).expect_err("a square has both").to_string();
    assert!(why.starts_with("a square has discs of both players"), "{why}");
}
