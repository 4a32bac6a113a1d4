//! The values of the rules as JSON.

use irogaeshi::rules::{Outcome, Placement, Player, Record, SquareSet, Turn, Variant};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::cases;
use crate::random_games::{any_square, any_variant, random_record};

/// Writes a value and reads it back.
fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).expect("can be written")).expect("can be read")
}

fn refusal<T: DeserializeOwned>(value: Value) -> String {
    serde_json::from_value::<T>(value).err().expect("is refused").to_string()
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn written_records_read_back(variant in any_variant(), seed: u64, undone in 0..9_usize) {
        let mut record = random_record(variant, seed, 60);
        for _ in 0..undone {
            record.undo();
        }
        prop_assert_eq!(&through_json(&record), &record);
        prop_assert_eq!(&through_json(&**record.variant()), &**record.variant());
        let position = record.position();
        prop_assert_eq!(through_json(&position.legal_squares()), position.legal_squares());
        for turn in record.played() {
            prop_assert_eq!(&through_json(turn), turn);
        }
    }

    #[test]
    fn a_placement_that_no_board_gives_is_refused(square in any_square(), captured: [u8; 8], player in 0..5_usize) {
        let told = json!({ "player": Player::ALL[player], "square": square, "captured": captured, "explodes": false });
        let read = serde_json::from_value::<Placement>(told);
        let (column, row) = (i32::from(square.column()), i32::from(square.row()));
        let steps = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let is_possible = captured.iter().any(|count| *count > 0)
            && captured.iter().zip(steps).filter(|(count, _)| **count > 0).all(|(count, (right, down))| {
                let reach = i32::from(*count) + 1;
                (0..26).contains(&(column + right * reach)) && (0..26).contains(&(row + down * reach))
            });
        prop_assert_eq!(read.is_ok(), is_possible);
    }
}

#[test]
fn the_forms_are_those_that_are_documented() {
    let mut record = Record::new(Variant::classic(4).expect("4 x 4 is played"));
    record.play_moves("b1").expect("is legal");
    let turn = json!({
        "move_number": 1,
        "player": "black",
        "placement": { "player": "black", "square": "b1", "captured": [0, 0, 0, 0, 1, 0, 0, 0], "explodes": false },
        "passes": [],
        "outcome": null,
    });
    assert_eq!(serde_json::to_value(&record.played()[0]).expect("can be written"), turn);
    let mut free = Record::new(Variant::classic(4).expect("4 x 4 is played").with_free_pass(true));
    free.pass(Player::Black).expect("may pass");
    let pass = json!({ "move_number": 1, "player": "black", "placement": null, "passes": [], "outcome": null });
    assert_eq!(serde_json::to_value(&free.played()[0]).expect("can be written"), pass);
    assert_eq!(serde_json::to_value(free.moves()).expect("can be written"), json!(["pass"]));
    assert_eq!(
        serde_json::to_value(record.position().legal_squares()).expect("can be written"),
        json!(["a1", "c1", "a3"])
    );
    assert_eq!(serde_json::to_value(&record).expect("can be written"), record.to_string());
    assert_eq!(serde_json::to_value(&**record.variant()).expect("can be written"), record.variant().to_string());
    let outcomes = [Outcome::Win(Player::Ash), Outcome::Draw];
    assert_eq!(serde_json::to_value(outcomes).expect("can be written"), json!([{ "win": "ash" }, "draw"]));
}

#[test]
fn invalid_json_is_refused_with_the_reason() {
    assert_eq!(refusal::<Variant>(json!("name: x\n")), "line 1: there is no \"players:\" line");
    let over = format!("{}moves: a1\n", Variant::classic(4).expect("4 x 4 is played"));
    assert_eq!(refusal::<Record>(json!(over)), "move 1, a1: a disc on a1 would capture nothing");
    assert!(refusal::<SquareSet>(json!(["a1", "a27"])).starts_with("\"a27\" is not a square"));
    let placement =
        |captured: [u8; 8]| json!({ "player": "black", "square": "a1", "captured": captured, "explodes": false });
    assert_eq!(refusal::<Placement>(placement([0; 8])), "a disc on a1 would capture nothing");
    assert_eq!(refusal::<Placement>(placement([1, 0, 0, 0, 0, 0, 0, 0])), "a line from a1 runs over the edge");
    assert_eq!(refusal::<Placement>(placement([0, 0, 255, 0, 0, 0, 0, 0])), "a line from a1 runs over the edge");
    assert!(refusal::<Turn>(json!({ "move_number": 1 })).starts_with("missing field"));
}
