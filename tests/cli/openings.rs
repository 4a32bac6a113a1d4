//! The named openings.

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
    assert!(refused(&["openings", "f5 pass"]).1.starts_with("move 2: "));
}

#[test]
fn the_list_in_the_documentation_is_current() {
    let document = fs::read_to_string("docs/openings.md").expect("the tests run in the repository");
    assert!(document.ends_with(&printed(&["openings"])), "print it again: irogaeshi-cli openings");
}
