//! The named openings: legality of every line, well-known names, and a slow reference for the lookup.

use std::collections::HashMap;

use irogaeshi::rules::{Goal, Opening, Record, Square, Turn, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A game from the usual start.
fn game(moves: &str) -> Record {
    let mut record = Record::new(Variant::classic(8).expect("8 is a side"));
    record.play_moves(moves).unwrap_or_else(|error| panic!("{moves}: {error}"));
    record
}

fn name(moves: &str) -> Option<&'static str> {
    Opening::of(&game(moves)).map(|opening| opening.name)
}

/// Symmetries that preserve the starting position, so that games stay legal.
const OF_THE_START: [fn((u8, u8)) -> (u8, u8); 4] = [
    |(column, row)| (column, row),
    |(column, row)| (7 - column, 7 - row),
    |(column, row)| (row, column),
    |(column, row)| (7 - row, 7 - column),
];

fn image(moves: &[Square], symmetry: fn((u8, u8)) -> (u8, u8)) -> String {
    let square = |square: &Square| {
        let (column, row) = symmetry((square.column(), square.row()));
        Square::new(column, row).expect("on the board").to_string()
    };
    moves.iter().map(square).collect()
}

#[test]
fn every_line_has_its_own_name_from_each_first_move() {
    for opening in Opening::all() {
        for symmetry in OF_THE_START {
            let moves = image(&opening.moves, symmetry);
            assert_eq!(Opening::of(&game(&moves)), Some(opening), "{moves}");
        }
    }
}

#[test]
fn names_are_there_and_the_list_is_in_the_order_of_the_moves() {
    let all = Opening::all();
    assert!(all.iter().all(|opening| !opening.name.is_empty()));
    assert!(all.is_sorted_by(|one, other| one.moves < other.moves));
    let is_kana_or_kanji = |letter: char| ('\u{3040}'..'\u{a000}').contains(&letter);
    assert!(all.iter().all(|opening| !opening.name.chars().any(is_kana_or_kanji)), "names are English");
}

/// Well-known names with their lines.
#[test]
fn well_known_openings_are_found_by_their_lines() {
    let known = [
        ("f5d6", "Perpendicular"),
        ("f5f6", "Diagonal"),
        ("f5f4", "Parallel"),
        ("f5d6c3d3c4", "Tiger"),
        ("f5d6c5f4e3", "Rabbit"),
        ("f5f6e6f4e3", "Cow"),
        ("f5f6e6d6c5", "Cow"),
        ("f5f4e3f6d3", "Mouse"),
        ("f5f6e6f4c3", "Buffalo"),
        ("f5f6e6f4g5", "Heath"),
        ("f5f6e6f4g6", "Snake"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
        ("f5d6c3d3c4f4f6f3", "Comp'Oth"),
    ];
    for (moves, english) in known {
        assert_eq!(name(moves), Some(english), "{moves}");
    }
}

#[test]
fn the_longest_line_until_now_is_named_and_stays_when_the_game_leaves_it() {
    assert_eq!(name(""), None);
    assert_eq!(name("f5"), None);
    assert_eq!(name("f5d6c3"), Some("Perpendicular"));
    assert_eq!(name("f5d6c3d3c4f4"), Some("Tiger"));
    assert_eq!(name("f5d6c3d3c4f4f6"), Some("Stephenson"));
    assert_eq!(name("f5d6c3d3c4f4f6f7"), Some("Stephenson"));
    let mut record = game("f5d6c3d3c4f4f6");
    assert!(record.jump(4));
    assert_eq!(Opening::of(&record).map(|opening| opening.name), Some("Perpendicular"), "what is undone is gone");
}

/// The Cat's first moves, after which Black plays where the Tiger has been.
#[test]
fn another_order_of_the_same_moves_is_the_same_opening() {
    assert_eq!(name("f5d6c4d3c3"), Some("Tiger"));
    assert_eq!(name("f5d6c4d3c5"), Some("Cat"));
}

#[test]
fn openings_need_turning_discs_of_both_players() {
    let classic = Variant::classic(8).expect("is played").to_string();
    let name = |turns: &str| {
        let text = classic.replace("scored:", &format!("turns: {turns}\nscored:"));
        let mut record = Record::new(text.parse::<Variant>().expect("a variant"));
        record.play_moves("f5 d6").expect("are legal");
        Opening::of(&record).map(|opening| opening.name)
    };
    assert_eq!(name("black white"), Some("Perpendicular"));
    assert_eq!(name("black white cyan"), Some("Perpendicular"));
    assert_eq!(name("white"), None);
}

#[test]
fn only_what_begins_as_ordinary_reversi_on_8_by_8_has_openings() {
    let mut named = Vec::new();
    for key in Variant::built_in_keys() {
        let mut record = Record::new(Variant::built_in(&key).expect("a key"));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..12 {
            let position = record.position();
            let Some(player) = position.to_move() else { break };
            let legal: Vec<Square> = position.board().legal_squares(player).iter().collect();
            record.play(player, *legal.choose(&mut rng).expect("a legal move")).expect("a legal move");
            if Opening::of(&record).is_some() && !named.contains(&key) {
                named.push(key.clone());
            }
        }
    }
    assert_eq!(named, ["classic-8"]);
    let renamed = Variant::classic(8).expect("8 is a side").to_string().replace("Classic 8 × 8", "Mine");
    let renamed: Variant = renamed.parse().expect("only the name is another");
    assert_eq!(renamed.name(), "Mine");
    for variant in [renamed.clone(), renamed.with_goal(Goal::Fewest)] {
        let mut record = Record::new(variant);
        record.play_moves("f5d6").expect("legal");
        assert_eq!(Opening::of(&record).map(|opening| opening.name), Some("Perpendicular"));
    }
}

/// Rows of the current board in all eight symmetric images.
fn images(record: &Record) -> [String; 8] {
    let rows: Vec<Vec<char>> = record.position().board().row_texts().map(|row| row.chars().collect()).collect();
    let turned = |rows: &[Vec<char>]| -> Vec<Vec<char>> {
        (0..8).map(|row| (0..8).map(|column| rows[7 - column][row]).collect()).collect()
    };
    let mirrored: Vec<Vec<char>> = rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
    let mut images = Vec::new();
    for mut board in [rows, mirrored] {
        for _ in 0..4 {
            images.push(board.iter().flatten().collect());
            board = turned(&board);
        }
    }
    images.try_into().expect("twice four")
}

/// Half of each game follows an opening from a random first move; the rest is random.
#[test]
fn random_games_get_the_name_that_comparing_whole_boards_gives_and_so_do_their_images() {
    let by_board: HashMap<String, &Opening> = Opening::all()
        .iter()
        .map(|opening| {
            (game(&image(&opening.moves, OF_THE_START[0])).position().board().row_texts().collect(), opening)
        })
        .collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut depths = [0; 24];
    for _ in 0..300 {
        let opening = Opening::all().choose(&mut rng).expect("there are openings");
        let followed = &opening.moves[..rng.random_range(0..=opening.moves.len())];
        let mut record = game(&image(followed, OF_THE_START[rng.random_range(0..4)]));
        let mut slow = None;
        for ply in 0..=record.ply() {
            record.jump(ply);
            slow = images(&record).iter().find_map(|board| by_board.get(board)).or(slow.as_ref()).copied();
        }
        for _ in 0..rng.random_range(0..6) {
            let position = record.position();
            let Some(player) = position.to_move() else { break };
            let legal: Vec<Square> = position.board().legal_squares(player).iter().collect();
            record.play(player, *legal.choose(&mut rng).expect("a legal move")).expect("a legal move");
            slow = images(&record).iter().find_map(|board| by_board.get(board)).or(slow.as_ref()).copied();
        }
        let moves: Vec<Square> = record.played().iter().filter_map(Turn::square).collect();
        for symmetry in OF_THE_START {
            let moves = image(&moves, symmetry);
            assert_eq!(Opening::of(&game(&moves)), slow, "{moves}");
        }
        depths[slow.map_or(0, |opening| opening.moves.len())] += 1;
    }
    assert!(depths.iter().filter(|count| **count > 0).count() > 10, "games of many depths were compared: {depths:?}");
}
