//! Tournaments and their ratings.

use serde_json::Value;

use super::{file, printed, refused};

fn report(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[&["elo", "--json"], arguments].concat())).expect("one JSON object")
}

fn list<'a>(report: &'a Value, key: &str) -> &'a [Value] {
    report[key].as_array().expect("a list")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn everybody_plays_everybody_once() {
    let report = report(&["random", "minimum", "greedy", "--games", "20", "--opening-plies", "8", "--seed", "4"]);
    let pairs: Vec<String> = list(&report, "pairs")
        .iter()
        .map(|pair| {
            format!("{} {}", pair["players"][0].as_str().unwrap_or(""), pair["players"][1].as_str().unwrap_or(""))
        })
        .collect();
    assert_eq!(pairs, ["random minimum", "random greedy", "minimum greedy"]);
    for pair in list(&report, "pairs") {
        assert_eq!(["wins", "draws", "losses"].iter().filter_map(|key| pair[*key].as_u64()).sum::<u64>(), 20);
    }
    let players = list(&report, "players");
    assert!(players.iter().all(|player| player["games"] == 40));
    assert_eq!(players[0]["rating"]["elo"], 0.0);
    assert!(players[0].get("above_previous").is_none());
    let shares: f64 = players.iter().map(|player| number(&player["share"])).sum();
    assert!((shares - 1.5).abs() < 1e-9);
    let [second, third] = [&players[1], &players[2]];
    let above = number(&third["rating"]["elo"]) - number(&second["rating"]["elo"]);
    assert!((number(&third["above_previous"]["elo"]) - above).abs() < 1e-9);
}

#[test]
fn on_a_ladder_only_neighbours_play() {
    let path = file("ladder-openings.txt", "f5d6c3\nf5f6e6\nf5f4e3\nd3c5\n");
    let usual = ["random", "minimum", "greedy", "--ladder", "--games", "8", "--openings", &path];
    let report = report(&usual);
    assert_eq!(list(&report, "pairs").len(), 2);
    let games: Vec<&Value> = list(&report, "players").iter().map(|player| &player["games"]).collect();
    assert_eq!(games, [8, 16, 8]);
    // On a ladder, neighbours' ratings depend on their pair alone, unless one of them never lost.
    let pair = &list(&report, "pairs")[0];
    if let Some(elo) = pair["elo"]["elo"].as_f64() {
        let above = number(&list(&report, "players")[1]["above_previous"]["elo"]);
        assert!((above + elo).abs() < 1e-6, "{report}");
    }

    let text = printed(&[&["elo"], &usual[..]].concat());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("Classic 8 × 8: 8 games per pair with seed 0, openings of {path}"));
    let headings: Vec<&str> = lines[2].split('|').map(str::trim).filter(|heading| !heading.is_empty()).collect();
    let expected = ["player", "Elo", "95 % interval", "above the previous", "95 % interval", "games", "points, %"];
    assert_eq!(headings, expected);
    assert!(text.contains("by maximum likelihood") && text.contains("| random – minimum |"), "{text}");
}

#[test]
fn impossible_tournaments_are_refused_in_one_line() {
    let cases: [(&[&str], &str); 6] = [
        (&["elo", "random"], "2 values required by '<PLAYER> <PLAYER>...'"),
        (&["elo", "random", "greedy", "random"], "random is given twice"),
        (&["elo", "random", "nobody"], "\"nobody\" is not a CPU player"),
        (
            &["elo", "random", "greedy", "--variant", "colour"],
            "a tournament needs a board for two players, and Colour (3+2) is not one",
        ),
        (&["elo", "random", "engine:d1", "--variant", "classic-10"], "engine:d1 cannot play"),
        (&["elo", "random", "greedy", "--games", "3"], "3 games cannot be divided evenly over 2 seats; play "),
    ];
    for (arguments, expected) in cases {
        let (printed, why) = refused(arguments);
        assert_eq!(printed, "");
        assert!(why.contains(expected), "{arguments:?}: {why}");
    }
}
