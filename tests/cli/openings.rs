//! The named openings.

use std::collections::HashSet;
use std::fs;

use serde_json::{Value, json};

use crate::{printed, refused};

#[test]
fn every_opening_is_listed_with_both_names_and_its_moves() {
    let openings: Vec<Value> =
        printed(&["openings", "--json"]).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let tiger = json!({"english": "Tiger", "japanese": "虎定石", "moves": ["f5", "d6", "c3", "d3", "c4"]});
    assert!(openings.contains(&tiger), "{openings:?}");
    let table = printed(&["openings"]);
    assert_eq!(table.lines().count(), openings.len() + 2, "a line each under the heading");
    assert!(table.lines().any(|line| line.split_whitespace().eq([
        "|",
        "f5d6c3d3c4",
        "|",
        "Tiger",
        "|",
        "虎定石",
        "|"
    ])));
}

#[test]
fn no_two_openings_share_a_name_in_either_language() {
    let openings: Vec<Value> =
        printed(&["openings", "--json"]).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for language in ["english", "japanese"] {
        let names: HashSet<&str> = openings.iter().filter_map(|opening| opening[language].as_str()).collect();
        assert_eq!(names.len(), openings.len(), "{language}");
        assert!(!names.contains(""), "{language}");
    }
}

#[test]
fn well_known_openings_have_their_japanese_names() {
    let known = [
        ("f5d6", "Perpendicular", "縦取り"),
        ("f5f6", "Diagonal", "斜め取り"),
        ("f5f4", "Parallel", "並び取り"),
        ("f5d6c3d3c4", "Tiger", "虎定石"),
        ("f5d6c5f4e3", "Rabbit", "兎定石"),
        ("f5f6e6f4e3", "Cow", "牛定石"),
        ("f5f6e6d6c5", "Cow", "牛定石"),
        ("f5f4e3f6d3", "Mouse", "鼠定石"),
        ("f5f6e6f4c3", "Buffalo", "バッファロー定石"),
        ("f5f6e6f4g5", "Heath", "飛び出し牛"),
        ("f5f6e6f4g6", "Snake", "蛇定石"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose", "ローズ定石"),
        ("f5d6c3d3c4f4f6f3", "Comp'Oth", "コンポス"),
    ];
    for (moves, english, japanese) in known {
        let found: Value = serde_json::from_str(&printed(&["openings", moves, "--json"])).expect("JSON");
        assert_eq!((&found["english"], &found["japanese"]), (&json!(english), &json!(japanese)), "{moves}");
    }
}

#[test]
fn the_opening_that_a_game_followed_is_named() {
    assert_eq!(printed(&["openings", "f5 d6 c3 d3 c4"]), "Tiger (虎定石), at move 5\n");
    // Another first move, then one without a named opening.
    assert_eq!(printed(&["openings", "c4e3f6e6f5c5"]), "Tiger (虎定石), at move 5\n");
    assert_eq!(printed(&["openings", "f5"]), "no named opening\n");
    assert_eq!(printed(&["openings", "--json", "f5"]), "null\n");
    let diagonal = json!({"english": "Diagonal", "japanese": "斜め取り", "moves": ["f5", "f6"]});
    let found: Value = serde_json::from_str(&printed(&["openings", "d3c3", "--json"])).expect("JSON");
    assert_eq!(found, diagonal);
}

#[test]
fn moves_that_cannot_be_played_are_refused() {
    let nothing = (String::new(), "move 2, a1: a disc on a1 would capture nothing".to_owned());
    assert_eq!(refused(&["openings", "f5a1"]), nothing);
    assert!(refused(&["openings", "f5 pass"]).1.starts_with("move 2, pass: White can place a disc"));
}

#[test]
fn the_list_in_the_documentation_is_current() {
    let document = fs::read_to_string("docs/openings.md").expect("the tests run in the repository");
    assert!(document.ends_with(&printed(&["openings"])), "print it again: irogaeshi-cli openings");
}
