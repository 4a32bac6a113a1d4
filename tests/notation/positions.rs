//! Positions on one line and as JSON.

use irogaeshi::rules::{Position, PositionText, PositionTextError, Record, Variant};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::cases;
use crate::random_games::{any_variant, random_record};

fn read(text: &str, variant: &Variant) -> Result<Position, PositionTextError> {
    text.parse::<PositionText>().and_then(|text| text.on(variant.clone()))
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn every_position_of_a_game_comes_back_and_plays_on(variant in any_variant(), seed: u64, plies in 0..200_usize) {
        let record = random_record(variant, seed, plies);
        for ply in 0..=record.ply() {
            let position = record.position_at(ply).expect("was reached");
            let written = PositionText::of(position);
            let text = written.to_string();
            prop_assert_eq!(text.parse(), Ok(written), "{}", text);
            prop_assert_eq!(text.lines().count(), 1);
            let mut anew = read(&text, position.variant()).expect("is a position");
            prop_assert_eq!(&anew, position, "{}", text);
            prop_assert_eq!(anew.digest(), position.digest());
            if let Some(turn) = record.played().get(ply) {
                let same = anew.make(turn.player, turn.chosen());
                prop_assert_eq!(same.as_ref(), Ok(turn));
            }
        }
        let json = serde_json::to_string(record.position()).expect("can be written");
        prop_assert_eq!(&serde_json::from_str::<Position>(&json).expect("can be read"), record.position());
    }

    #[test]
    fn a_damaged_position_is_refused_or_reads_back(
        variant in any_variant(),
        seed: u64,
        plies in 0..40_usize,
        damage: [(Index, char); 2],
    ) {
        let record = random_record(variant, seed, plies);
        let mut letters: Vec<char> = PositionText::of(record.position()).to_string().chars().collect();
        for (index, letter) in damage {
            let index = index.index(letters.len());
            let known = "#.BWACYGR-/1 ".chars().nth(letter as usize % 13);
            letters[index] = known.filter(|_| !letter.is_ascii()).unwrap_or(letter);
        }
        let text: String = letters.into_iter().collect();
        if let Ok(position) = read(&text, record.variant()) {
            prop_assert_eq!(read(&PositionText::of(&position).to_string(), record.variant()), Ok(position));
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,30}|[#.BWACYGR/]{0,40} [BWACY-] [BWACY-] [0-9]{0,12}") {
        if let Ok(position) = text.parse::<PositionText>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}

#[test]
fn a_cut_in_names_whom_it_delays() {
    let colour = Variant::built_in("colour").expect("is built in");
    let text = include_str!("../data/golden/records/colour-cut-in-next.txt");
    let record: Record = text.parse().expect("is a record");
    let told = PositionText::of(record.position()).to_string();
    assert!(told.ends_with(" C B 10"), "{told}");
    assert_eq!(read(&told, &colour).as_ref(), Ok(record.position()));
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let small = Variant::classic(4).expect("is played");
    let why = |text: &str| read(text, &small).expect_err(text).to_string();
    let fine = "..../.WB./.BW./.... B W 1";
    assert_eq!(read(fine, &small), Ok(Position::start(small.clone())));
    assert_eq!(read(" ..../.wb./.bw./....\tb  w 1\n", &small), Ok(Position::start(small.clone())));
    let cases = [
        ("", "a position has four parts"),
        ("..../.WB./.BW./.... B W", "a position has four parts"),
        ("..../.WB./.BW./.... B W 1 1 1", "a position has four parts"),
        ("..../.WB./.BW./.... B W 1 0", "\"0\" is not a number of free passes, 1 to 5"),
        ("..../.WB./.BW./.... B W 1 +1", "\"+1\" is not a number of free passes"),
        ("..../.WB./.BW./.... B W 1 1", "1 free passes in a row are impossible here; there can be 0 at most"),
        ("..../.WB./.BW./... B W 1", "row 4 of the board has 3 squares, but the first has 4"),
        ("..../.WB./.BW./.... X W 1", "\"X\" is not a player"),
        ("..../.WB./.BW./.... G W 1", "\"G\" is not a player"),
        ("..../.WB./.BW./.... B W 0", "\"0\" is not a move number"),
        ("..../.WB./.BW./.... B W +1", "\"+1\" is not a move number"),
        ("..../.WB./.BW./.... B W 4294967296", "\"4294967296\" is not a move number"),
        ("..../.WB./.BW. B W 1", "the board is not that of Classic 4 × 4"),
        ("...#/.WB./.BW./.... B W 1", "the board is not that of Classic 4 × 4"),
        ("..../.WB./.BW./..A. B W 1", "no player can have placed the ash disc on c4"),
        ("..../.WB./.BW./..R. B W 1", "no player can have placed the red disc on c4"),
        ("..../.WB./.BW./.... B B 1", "by the rules Black and then White are to move here, not Black and then Black"),
        ("..../.WB./.BW./.... - - 1", "by the rules Black and then White are to move here, not nobody"),
        ("..../.WB./.BW./.... A B 1", "by the rules Black and then White are to move here, not Ash and then Black"),
        ("..../.WB./.BW./.... B - 1", "by the rules Black and then White are to move here, not nobody"),
        ("..../.BB./.BB./.... B W 5", "by the rules nobody is to move here, not Black and then White"),
    ];
    for (text, expected) in cases {
        assert!(why(text).starts_with(expected), "{text}: {}", why(text));
    }
    assert!(read("..../.BB./.BB./.... - - 5", &small).is_ok());
    let free = small.clone().with_free_pass(true);
    let mut passed = Position::start(free.clone());
    for expected in ["..../.WB./.BW./.... W B 1 1", "..../.WB./.BW./.... - - 1 2"] {
        passed.pass(passed.to_move().expect("the game goes on")).expect("may pass");
        assert_eq!(PositionText::of(&passed).to_string(), expected);
        assert_eq!(read(expected, &free), Ok(passed.clone()));
    }
    let json = serde_json::json!({ "variant": small, "position": "..../.WB./.BW./.... W B 2" });
    assert!(serde_json::from_value::<Position>(json).is_ok());
}
