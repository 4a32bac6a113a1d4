//! Matches between CPU players, fairness of boards, and the list of boards.

use std::fs;

use irogaeshi::rules::Variant;
use serde_json::{Value, json};

use super::{file, printed, refused};

/// Only Black can ever move and has every disc at the end.
const BLACK_WINS: &str = "name: Sure\nplayers: black white\nboard:\n.WB\n";

fn match_report(arguments: &[&str]) -> Value {
    let all = [&["match", "--json"], arguments].concat();
    serde_json::from_str(&printed(&all)).expect("one JSON object")
}

/// Removes the times, which differ between runs.
fn without_times(mut report: Value) -> Value {
    for list in ["seats", "contenders"] {
        for entry in report[list].as_array_mut().into_iter().flatten() {
            entry.as_object_mut().and_then(|entry| entry.remove("ms_a_move")).expect("a time is told");
        }
    }
    report
}

fn list<'a>(report: &'a Value, key: &str) -> &'a [Value] {
    report[key].as_array().expect("a list")
}

fn wins(entries: &[Value]) -> Vec<u64> {
    entries.iter().filter_map(|entry| entry["wins"].as_u64()).collect()
}

fn is_near(found: &Value, expected: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - expected).abs() < 0.000_05)
}

#[test]
fn a_match_counts_every_game_once() {
    let seats = "black=maximum,ash=greedy,cyan=minimum";
    let report = match_report(&["--variant", "colour", "--seats", seats, "--games", "30", "--seed", "7"]);
    let about = |key: &str| report[key].clone();
    assert_eq!([about("variant"), about("goal"), about("games")], [json!("Colour (3+2)"), json!("most"), json!(30)]);
    assert_eq!([about("seed"), about("opening_plies"), about("rotated")], [json!(7), json!(0), json!(false)]);
    let seats = list(&report, "seats");
    let names: Vec<&Value> = seats.iter().map(|seat| &seat["seat"]).collect();
    assert_eq!(names, ["black", "white", "ash", "cyan", "yamabuki"]);
    let contenders: Vec<&Value> = seats.iter().map(|seat| &seat["contender"]).collect();
    assert_eq!(contenders, ["maximum", "random", "greedy", "minimum", "random"]);
    assert_eq!(wins(seats).len(), 3, "who only cuts in cannot win");
    assert_eq!(wins(seats).iter().sum::<u64>() + report["draws"].as_u64().expect("a number"), 30);
    assert!(report.get("contenders").is_none());
    let discs: f64 = seats.iter().filter_map(|seat| seat["mean_discs"].as_f64()).sum();
    assert!((20.0..=60.0).contains(&discs), "{discs} of 60 squares");
}

#[test]
fn shares_come_with_their_interval() {
    let path = file("sure-interval.txt", BLACK_WINS);
    let report = match_report(&["--variant", &path, "--games", "10"]);
    let [black, white] = list(&report, "seats") else { panic!("two seats") };
    // Without failures in n trials, Wilson's interval begins at n / (n + z²).
    assert_eq!((&black["wins"], &black["share"], &black["interval"]["high"]), (&json!(10), &json!(1.0), &json!(1.0)));
    assert!(is_near(&black["interval"]["low"], 10.0 / (10.0 + 1.96 * 1.96)), "{black}");
    assert_eq!((&white["wins"], &white["interval"]["low"]), (&json!(0), &json!(0.0)));
    assert_eq!((&black["mean_discs"], &white["mean_discs"]), (&json!(3.0), &json!(0.0)));
    assert_eq!((&report["mean_plies"], &white["ms_a_move"]), (&json!(1.0), &Value::Null));
}

#[test]
fn rotating_contenders_sit_on_every_seat_equally_often() {
    let path = file("sure-rotated.txt", BLACK_WINS);
    let seats = "black=minimum,white=maximum";
    let report = match_report(&["--variant", &path, "--seats", seats, "--games", "10", "--rotate"]);
    assert_eq!(wins(list(&report, "seats")), [10, 0]);
    assert!(list(&report, "seats").iter().all(|seat| seat["contender"].is_null()));
    let [minimum, maximum] = list(&report, "contenders") else { panic!("two contenders") };
    assert_eq!([&minimum["contender"], &maximum["contender"]], ["minimum", "maximum"]);
    for contender in [minimum, maximum] {
        assert_eq!((&contender["wins"], &contender["mean_discs"]), (&json!(5), &json!(1.5)));
        assert_eq!((&contender["seats"], &contender["fair_share"]), (&json!(1), &json!(0.5)));
        // 5 of 10, as in published tables of Wilson's interval.
        assert!(is_near(&contender["interval"]["low"], 0.2366) && is_near(&contender["interval"]["high"], 0.7634));
    }

    let seats = "black=maximum,cyan=greedy";
    let report = match_report(&["--variant", "colour", "--seats", seats, "--games", "30", "--rotate"]);
    let contenders = list(&report, "contenders");
    let seats: Vec<[&Value; 2]> = contenders.iter().map(|entry| [&entry["contender"], &entry["seats"]]).collect();
    assert_eq!(seats, [[&json!("maximum"), &json!(1)], [&json!("random"), &json!(2)]]);
    assert_eq!(wins(contenders).iter().sum::<u64>(), wins(list(&report, "seats")).iter().sum::<u64>());
    assert_eq!(list(&report, "seats")[3]["contender"], "greedy", "who only cuts in stays");
}

#[test]
fn a_match_does_not_depend_on_the_number_of_threads() {
    let seats = "black=tree:8,white=greedy";
    let report = |threads: &str| {
        let usual = ["--variant", "colour-3", "--seats", seats, "--games", "12", "--rotate", "--opening-plies", "2"];
        without_times(match_report(&[&usual[..], &["--threads", threads]].concat()))
    };
    let alone = report("1");
    assert_eq!(report("3"), alone);
    assert_eq!(report("40"), alone);
}

#[test]
fn a_match_follows_from_its_seed() {
    let report = |seed| without_times(match_report(&["--variant", "classic-6", "--games", "40", "--seed", seed]));
    assert_eq!(report("5"), report("5"));
    assert_ne!(report("5")["seats"], report("6")["seats"]);
}

#[test]
fn openings_are_random_and_the_same_for_everybody() {
    let minimum = ["--variant", "classic", "--seats", "black=minimum,white=minimum", "--games", "20"];
    let seat_wins = |more: &[&str]| wins(list(&match_report(&[&minimum[..], more].concat()), "seats"));
    // Two players without randomness play the same game over and over.
    assert!(seat_wins(&[]).contains(&20));
    assert!(!seat_wins(&["--opening-plies", "6"]).contains(&20));
    // Two identical players play each opening twice, with the same result.
    let rotated = seat_wins(&["--opening-plies", "6", "--rotate"]);
    assert!(rotated.iter().all(|wins| wins % 2 == 0 && *wins > 0), "{rotated:?}");
}

#[test]
fn in_reverse_the_fewest_discs_win() {
    let path = file("sure-reverse.txt", BLACK_WINS);
    let report = match_report(&["--variant", &path, "--games", "3", "--reverse"]);
    assert_eq!((&report["goal"], wins(list(&report, "seats"))), (&json!("fewest"), vec![0, 3]));
    assert!(printed(&["match", "--variant", &path, "--reverse"]).starts_with("Sure, the fewest discs win: 100 games"));
}

#[test]
fn a_thought_ends_with_its_time() {
    for player in ["tree:1ms", "monte-carlo:1ms", "loser:1ms"] {
        let seats = format!("white={player}");
        let report = match_report(&["--variant", "classic-4", "--seats", &seats, "--games", "2"]);
        assert_eq!(list(&report, "seats")[1]["contender"], player);
    }
}

#[test]
fn a_match_is_also_told_as_tables() {
    let path = file("sure-table.txt", BLACK_WINS);
    let lines = printed(&["match", "--variant", &path, "--seats", "white=minimum", "--games", "10", "--rotate"]);
    let cells = |line: &str| line.split('|').map(str::trim).map(str::to_owned).collect::<Vec<_>>()[1..7].to_vec();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "Sure: 10 games with seed 0, 0 drawn, 1.0 plies per game");
    assert_eq!(cells(lines[2]), ["seat", "player", "wins", "share, %", "95 % interval", "discs"]);
    assert_eq!(cells(lines[4]), ["black", "rotating", "10", "100.0", "72.2 – 100.0", "3.0"]);
    assert_eq!(cells(lines[9]), ["random", "50.0", "5", "50.0", "23.7 – 76.3", "1.5"]);
    assert_eq!(cells(lines[10]), ["minimum", "50.0", "5", "50.0", "23.7 – 76.3", "1.5"]);
    assert_eq!(lines.len(), 11);
}

#[test]
fn a_sequential_test_ends_a_match_of_two_of_different_strength() {
    let usual = ["--variant", "classic-6", "--seats", "black=greedy,white=random", "--opening-plies", "4"];
    let test = |more: &[&str]| match_report(&[&usual[..], &["--games", "2000"], more].concat());
    let report = test(&["--sprt", "-5,5"]);
    let found = &report["sprt"];
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!([&found["elo"], &found["alpha"], &found["beta"]], [&json!([-5.0, 5.0]), &json!(0.05), &json!(0.05)]);
    assert_eq!((&found["verdict"], &report["rotated"]), (&json!("higher"), &json!(true)));
    assert!(number(&found["log_likelihood_ratio"]) >= number(&found["bounds"]["high"]), "{found}");
    let pairs: u64 = list(found, "pairs").iter().filter_map(Value::as_u64).sum();
    let games = report["games"].as_u64().expect("a number");
    assert_eq!((2 * pairs, games < 2000), (games, true));
    let points = number(&report["contenders"][0]["wins"]) + number(&report["draws"]) / 2.0;
    let half_points: u64 = (0..).zip(list(found, "pairs")).filter_map(|(of, pairs)| Some(of * pairs.as_u64()?)).sum();
    assert!((points * 2.0 - half_points as f64).abs() < 1e-9);
    // The test ends after the same game on any number of threads. The other player is weaker by the same amount.
    assert_eq!(without_times(test(&["--sprt", "-5,5", "--threads", "3"])), without_times(report.clone()));
    let mirrored = ["--variant", "classic-6", "--seats", "black=random,white=greedy", "--opening-plies", "4"];
    let mirror = match_report(&[&mirrored[..], &["--games", "2000", "--sprt", "-5,5"]].concat());
    assert_eq!(mirror["sprt"]["verdict"], "lower");

    let few = printed(&[&["match"], &usual[..], &["--games", "4", "--sprt", "0,5", "--alpha", "0.01"]].concat());
    assert!(few.contains("\nSPRT of +0 against +5 Elo, alpha 0.01, beta 0.05: LLR "), "{few}");
    assert!(few.contains("(-2.99 – +4.55), undecided: too few games\n"), "{few}");
    let refusals: [(&[&str], &str); 4] = [
        (
            &["--variant", "colour", "--sprt", "0,5", "--games", "3"],
            "--sprt needs a board for two players, and Colour (3+2) is not one",
        ),
        (&["--variant", "classic", "--sprt", "5,0"], "invalid value '5,0' for '--sprt <ELO0,ELO1>'"),
        (&["--variant", "classic", "--sprt", "0,5", "--alpha", "1"], "invalid value '1' for '--alpha <SHARE>'"),
        (&["--variant", "classic", "--sprt", "0,5", "--games", "3"], "--rotate: 3 games cannot be divided evenly"),
    ];
    for (arguments, expected) in refusals {
        let why = refused(&[&["match"], arguments].concat()).1;
        assert!(why.starts_with(expected), "{why}");
    }
}

#[test]
fn an_interrupted_match_goes_on_with_the_games_that_it_kept() {
    let path = file("kept-games.jsonl", "");
    let play = |more: &[&str]| {
        let usual = ["--variant", "classic-6", "--seats", "black=greedy,white=random", "--keep", &path, "--rotate"];
        match_report(&[&usual[..], more].concat())
    };
    let kept = || fs::read_to_string(&path).expect("the games are kept");
    let whole = play(&["--games", "8"]);
    let all = kept();
    assert_eq!(all.lines().count(), 1 + 8);
    // Nothing is played again, so even the times are the same.
    assert_eq!((play(&["--games", "8"]), kept()), (whole.clone(), all.clone()));
    // An incomplete last line.
    fs::write(&path, &all[..all.len() - 9]).expect("it can be written");
    assert_eq!(without_times(play(&["--games", "8"])), without_times(whole.clone()));
    assert_eq!(kept().lines().count(), 1 + 8);
    // Asking for more games keeps the earlier ones.
    assert_eq!(play(&["--games", "12"])["games"], 12);
    assert_eq!(without_times(play(&["--games", "8"])), without_times(whole));
    assert_eq!(kept().lines().count(), 1 + 12);

    let why = |more: &[&str]| {
        let usual = ["match", "--variant", "classic-6", "--seats", "black=greedy,white=random", "--keep", &path];
        refused(&[&usual[..], more].concat()).1
    };
    assert_eq!(
        why(&["--rotate", "--seed", "1"]),
        format!("{path}: contains the games of another match; give another file")
    );
    fs::write(&path, kept() + "nothing\n").expect("it can be written");
    assert_eq!(why(&["--rotate"]), format!("{path}: line 14 is not a game of a match"));
    fs::write(&path, "notes").expect("it can be written");
    assert_eq!(why(&["--rotate"]), format!("{path}: line 1 is not a game of a match"));
    assert_eq!(kept(), "notes", "what is something else stays");
}

#[test]
fn the_openings_of_xot_are_built_in() {
    let report = match_report(&["--variant", "classic", "--openings", "xot", "--games", "2"]);
    assert_eq!((&report["openings"], &report["rotated"]), (&json!("xot"), &json!(true)));
    let why = refused(&["match", "--variant", "classic-6", "--openings", "xot"]).1;
    assert_eq!(why, "xot: these openings are not for Classic 6 × 6");
}

#[test]
fn balance_measures_boards_in_the_order_they_are_named() {
    let path = file("sure-balance.txt", BLACK_WINS);
    let arguments = ["balance", "--variant", "colour", "--variant", &path, "--games", "20", "--seats-all", "random"];
    let lines = printed(&[&arguments[..], &["--json"]].concat());
    let reports: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [colour, sure] = reports.as_slice() else { panic!("two boards") };
    assert_eq!((&colour["board"], &colour["players"], &colour["cut_ins"]), (&json!("colour"), &json!(3), &json!(2)));
    let colour_wins = list(colour, "wins");
    assert_eq!(wins(colour_wins).iter().sum::<u64>() + colour["draws"].as_u64().expect("a number"), 20);
    let largest = *wins(colour_wins).iter().max().expect("seats") as f64;
    let fair = wins(colour_wins).iter().sum::<u64>() as f64 / 3.0;
    assert!(is_near(&colour["largest_over_fair"], largest / fair), "{colour}");
    assert_eq!((&sure["board"], &sure["largest_over_fair"]), (&json!(path), &json!(2.0)));
    let always = ["mean_filled", "mean_plies", "wiped_out"].map(|key| &sure[key]);
    assert_eq!(always, [&json!(1.0); 3]);
    let never = ["mean_lead_changes", "mean_passes", "won_late"].map(|key| &sure[key]);
    assert_eq!(never, [&json!(0.0); 3]);

    let table = printed(&arguments);
    let row = table.lines().find(|line| line.contains("sure-balance")).expect("a row");
    assert!(row.contains(" B 100.0 W 0.0 |") && row.contains(" 2.00 |"), "{row}");
}

#[test]
fn balance_takes_whole_shelves() {
    let lines = printed(&["balance", "--shelf", "steps", "--games", "1", "--seats-all", "minimum"]);
    let boards: Vec<&str> = lines.lines().skip(2).filter_map(|line| line.split('|').nth(1)).map(str::trim).collect();
    assert_eq!(boards, ["colour-1", "colour-2", "colour-3", "colour-4", "colour-5"]);
}

#[test]
fn boards_lists_every_variant() {
    let lines = printed(&["boards", "--json"]);
    let entries: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let keys: Vec<String> = entries.iter().filter_map(|entry| entry["key"].as_str().map(str::to_owned)).collect();
    assert_eq!(keys, Variant::built_in_keys().collect::<Vec<_>>());
    let colour = entries.iter().find(|entry| entry["key"] == "colour").expect("is listed");
    let about = Variant::built_in("colour").expect("is built in").about().to_owned();
    assert_eq!(
        *colour,
        json!({
            "shelf": "colour",
            "key": "colour",
            "name": "Colour (3+2)",
            "players": ["black", "white", "ash"],
            "cut_ins": ["cyan", "yamabuki"],
            "about": about,
        })
    );

    let text = printed(&["boards"]);
    for variant in Variant::built_in_keys().filter_map(|key| Variant::built_in(&key)) {
        let rows = text.lines().filter(|line| line.contains(&format!("| {} ", variant.name())));
        assert!(rows.clone().any(|line| line.contains(variant.about())), "{}", variant.name());
    }
    assert!(text.lines().any(|line| line.starts_with("| classic, classic-8 ")), "{text}");
    let keys: Vec<&str> = Variant::shelves().map(|shelf| shelf.key).chain(["drawn"]).collect();
    assert!(text.lines().any(|line| line.starts_with("| chaos, chaos-12345 ")), "{text}");
    let found: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('|')).collect();
    assert_eq!(found, keys);
}

#[test]
fn impossible_matches_are_refused_in_one_line() {
    let seats = [
        ("black", "\"black\" is not a seat; a seat is a player and who plays it, such as \"black=tree:200ms\""),
        ("pink=random", "\"pink\" is not a player; the players are black, white, ash, cyan, yamabuki"),
        ("ash=random, Ash=random", "Ash is seated twice"),
        ("white=monte", "\"monte\" is not a CPU player; did you mean \"monte-carlo\"?"),
        ("white=weights-1", "weights-1 cannot play Colour (3+2)"),
        ("white=minimum:200ms", "minimum does not search and so takes no limit"),
        ("white=tree:soon", "\"soon\" is not a limit; a limit is a time such as 200ms or a number of playouts"),
        ("white=tree:0", "\"0\" is not a limit"),
        ("white=tree:0ms", "\"0ms\" is not a limit"),
        ("white=tree:", "\"\" is not a limit"),
    ];
    for (seats, expected) in seats {
        let (_, why) = refused(&["match", "--variant", "colour", "--seats", seats]);
        assert!(why.starts_with(expected), "{seats}: {why}");
    }
    let others: [(&[&str], &str); 7] = [
        (
            &["match", "--variant", "two", "--seats", "cyan=random"],
            "Cyan does not play in Two; its players are black, white",
        ),
        (
            &["match", "--variant", "colour", "--rotate"],
            "--rotate: 100 games cannot be divided evenly over 3 seats; play 102",
        ),
        (&["match", "--variant", "colour", "--games", "0"], "invalid value '0' for '--games <N>'"),
        (&["match", "--variant", "colour", "--threads", "0"], "invalid value '0' for '--threads <N>'"),
        (&["match", "--variant", "color"], "color: neither a built-in variant nor a readable file"),
        (&["balance", "--shelf", "Mine"], "there is no shelf \"Mine\"; the shelves are colour, classic, own,"),
        (&["balance", "--variant", "five", "--seats-all", "weights-1"], "weights-1 cannot play Five"),
    ];
    for (arguments, expected) in others {
        let (printed, why) = refused(arguments);
        assert_eq!(printed, "");
        assert!(why.starts_with(expected), "{why}");
    }
}
