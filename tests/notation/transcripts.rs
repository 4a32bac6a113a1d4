//! Lists of moves.

use std::sync::Arc;

use irogaeshi::notation::{Transcript, TranscriptError, read_transcript, transcript_of};
use irogaeshi::rules::{MoveListError, Player, Position, Record, Square, Variant, parse_moves};
use proptest::prelude::*;
use proptest::sample::select;

use crate::cases;
use crate::random_games::{any_variant, random_record};

fn classic() -> Variant {
    Variant::classic(8).expect("is played")
}

/// A variant in which White must pass after Black's first move.
fn with_a_pass() -> Variant {
    "name: x\nplayers: black white\nboard:\n.WB\n.WB\n".parse().expect("a variant")
}

/// Reads a game from a text that must be read completely.
fn read(text: &str, variant: impl Into<Arc<Variant>>) -> Result<Record, TranscriptError> {
    let Transcript { record, stopped, .. } = read_transcript(text, variant)?;
    stopped.map_or(Ok(record), Err)
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn written_transcripts_read_back(variant in any_variant(), seed: u64, plies in 0..300_usize) {
        let record = random_record(variant, seed, plies);
        let text = transcript_of(&record);
        prop_assert_eq!(read(&text, record.variant().clone()), Ok(record.clone()));
        prop_assert_eq!(read(&text.to_uppercase(), record.variant().clone()), Ok(record));
    }

    #[test]
    fn passes_numbers_and_separators_change_nothing(
        variant in any_variant(),
        seed: u64,
        pass in select(vec!["pa", "PS", " pass ", " -- "]),
        separator in select(vec!["", " ", ", ", ";\n"]),
        numbered: bool,
    ) {
        let record = random_record(variant, seed, 60);
        let opening_passes = Position::opening_passes(record.variant().clone());
        // On boards with free passes, only those are written.
        let forced = |passes: &[Player]| {
            let count = if record.variant().free_pass() { 0 } else { passes.len() };
            vec![pass; count].join(" ")
        };
        let mut text = forced(&opening_passes);
        for (index, turn) in record.played().iter().enumerate() {
            let number = if numbered { format!(" {}. ", index + 1) } else { String::new() };
            let made = turn.square().map_or(pass.to_owned(), |square| square.to_string());
            text += &[&number, &made, &forced(&turn.passes), separator].concat();
        }
        prop_assert_eq!(read(&text, record.variant().clone()), Ok(record), "{}", text);
    }

    #[test]
    fn plain_lists_read_as_the_rules_read_them(text in "([a-hA-H][1-9] {0,2}){0,12}") {
        let mut record = Record::new(classic());
        let expected = record.play_moves(&text).map(|()| record).map_err(TranscriptError::Move);
        prop_assert_eq!(read(&text, classic()), expected);
        prop_assert_eq!(parse_moves(&text).is_ok(), parse_moves(&text.replace(' ', "")).is_ok());
    }

    #[test]
    fn no_text_makes_it_panic(text in "([a-h][0-9]{0,2}|pa|ps|--|[0-9]+\\.|[ ,;]|\\PC){0,20}") {
        let _ = read(&text, with_a_pass());
    }
}

#[test]
fn a_player_with_a_move_may_not_pass() {
    let passed = |text: &str| read(text, with_a_pass()).map(|record| record.ply());
    assert_eq!(passed("a1"), Ok(1));
    assert_eq!(passed("a1 pass"), Ok(1), "White has no black disc between");
    assert_eq!(passed("a1 pass a2 pass pass"), Ok(2), "at the end anybody may say that they pass");
    assert_eq!(passed("pass a1"), Err(TranscriptError::MustMove { number: 1, player: Player::Black }));
    assert_eq!(passed("a1 pass pass"), Err(TranscriptError::MustMove { number: 3, player: Player::Black }));
    let told = passed("a1 pass pass").expect_err("Black can play a2").to_string();
    assert_eq!(told, "move 3: Black has a legal move and must not pass");
}

#[test]
fn invalid_moves_are_named() {
    let why = |text: &str| read(text, classic()).expect_err(text).to_string();
    assert!(why("f5 d6 z99").starts_with("move 3: \"z99\" is not a square"));
    assert!(why("f5x").starts_with("move 2: \"x\" is not a square"));
    assert_eq!(read("f5 55 d6", classic()).map(|record| record.ply()), Ok(2), "a number is no move");
    assert_eq!(why("pa3"), "it contains no moves such as f5d6c3");
    assert_eq!(why("f5f5"), "move 2, f5: f5 is taken");
    let square: Square = "a1".parse().expect("a square");
    let error = read("f5 A1", classic()).expect_err("captures nothing");
    assert!(
        matches!(error, TranscriptError::Move(MoveListError::Illegal { number: 2, square: at, .. }) if at == square)
    );
}
