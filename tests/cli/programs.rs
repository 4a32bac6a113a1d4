//! Matches with the engine and other programs, and openings from a file.

use std::fs;

use serde_json::Value;

use super::{file, printed, refused};

/// The tool itself, used as another program.
const TOOL: &str = env!("CARGO_BIN_EXE_irogaeshi-cli");

fn match_report(arguments: &[&str]) -> Value {
    let all = [&["match", "--variant", "classic", "--json"], arguments].concat();
    serde_json::from_str(&printed(&all)).expect("one JSON object")
}

/// Wins, mean discs and mean plies, which show whether two matches were the same.
fn course(report: &Value) -> Vec<String> {
    let seats = report["seats"].as_array().expect("seats");
    seats.iter().map(|seat| format!("{} {} {}", seat["wins"], seat["mean_discs"], report["mean_plies"])).collect()
}

/// A shell script as a program.
fn script(name: &str, content: &str) -> String {
    format!("sh {}", file(name, content))
}

#[test]
fn the_engine_plays_with_each_kind_of_limit() {
    for limit in ["d1", "200", "1ms"] {
        let seats = format!("black=engine:{limit}");
        let report = match_report(&["--seats", &seats, "--games", "2", "--threads", "1"]);
        assert_eq!(report["seats"][0]["contender"], format!("engine:{limit}"));
        assert!(report["seats"][0]["ms_a_move"].as_f64().is_some());
    }
    let octagon = ["--variant", "octagon", "--seats", "white=engine:d1", "--games", "2"];
    assert!(printed(&[&["match"], &octagon[..]].concat()).contains("engine:d1"));
}

#[test]
fn the_engine_does_not_remember_other_games() {
    let usual = ["--seats", "black=engine:d3,white=engine:500", "--games", "4", "--opening-plies", "30"];
    let alone = course(&match_report(&[&usual[..], &["--threads", "1"]].concat()));
    assert_eq!(course(&match_report(&[&usual[..], &["--threads", "4"]].concat())), alone);
}

#[test]
fn another_program_plays_like_the_engine_itself() {
    let match_with = |white: &str| {
        let seats = format!("black=greedy,white={white}");
        match_report(&["--seats", &seats, "--games", "4", "--opening-plies", "12", "--threads", "2"])
    };
    // Uses an empty table for each move, as searches this shallow remember nothing.
    let alone = course(&match_with("engine:d1"));
    let gtp = match_with(&format!("gtp:{TOOL} gtp --depth 1 --table-mib 1"));
    assert_eq!(course(&gtp), alone);
    assert_eq!(gtp["seats"][1]["contender"], format!("gtp:{TOOL} gtp --depth 1 --table-mib 1"));
    assert_eq!(course(&match_with(&format!("nboard@d1:{TOOL} nboard --table-mib 1"))), alone);
    // The same for a number of nodes, with a table that persists through the game.
    let alone = course(&match_with("engine:500"));
    assert_eq!(course(&match_with(&format!("gtp:{TOOL} gtp --nodes 500 --no-book --table-mib 64"))), alone);
}

/// Commands that a program receives before it is rejected for playing h8 as its first move.
fn told(name: &str, answers: &str, command: impl Fn(&str) -> String) -> Vec<String> {
    let log = file(&format!("{name}.log"), "");
    let program =
        script(&format!("{name}.sh"), &format!("while read -r line; do echo \"$line\" >> {log}; {answers}; done\n"));
    let opening = file(&format!("{name}-opening.txt"), "f5d6\n");
    let seats = format!("black={}", command(&program));
    let usual = ["match", "--variant", "classic", "--games", "2", "--threads", "1", "--openings", &opening, "--seats"];
    assert!(refused(&[&usual[..], &[&seats]].concat()).1.to_lowercase().contains("it played \"h8\""));
    fs::read_to_string(&log).expect("it was told something").lines().map(str::to_owned).collect()
}

#[test]
fn a_gtp_program_is_told_the_moves_and_its_time() {
    let commands = told("gtp", "case $line in gen*) printf '= h8\\n\\n';; *) printf '=\\n\\n';; esac", |program| {
        format!("gtp@2s:{program}")
    });
    let expected =
        ["boardsize 8", "clear_board", "time_settings 0 2 1", "play black F5", "play white D6", "genmove black"];
    assert_eq!(commands, expected);
}

#[test]
fn an_nboard_program_is_told_the_game_its_depth_and_its_clock() {
    let lines = told("nboard", "case $line in go) echo status; echo '=== H8/0/1';; esac", |program| {
        format!("nboard@d12@100ms:{program}")
    });
    // Black has 29 moves to go, and 2.9 s of 3 s are left.
    let game = "set game (;GM[Othello]PC[Irogaeshi]PB[Black]PW[White]RE[?]TI[0:03]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5//0.10]W[D6];)";
    assert_eq!(lines, ["nboard 2", "set depth 12", game, "go"]);
}

#[test]
fn a_program_that_says_anything_but_an_answer_is_given_up() {
    for protocol in ["gtp", "nboard"] {
        let seats = format!("black={protocol}:yes");
        let usual = ["match", "--variant", "classic", "--games", "1", "--patience", "200ms", "--seats", &seats];
        let why = refused(&usual).1;
        assert!(why.ends_with("no answer for 0.2 s"), "{why}");
    }
}

#[test]
fn openings_are_played_from_both_sides() {
    let path = file("openings.txt", "f5d6c3\n# a comment\nf5f6e6f4\n");
    let seats = "black=minimum,white=greedy";
    let report = match_report(&["--seats", seats, "--games", "4", "--openings", &path, "--seed", "3"]);
    assert_eq!((&report["rotated"], &report["openings"]), (&true.into(), &path.as_str().into()));
    let contenders: Vec<&str> =
        report["contenders"].as_array().expect("a list").iter().filter_map(|one| one["contender"].as_str()).collect();
    assert_eq!(contenders, ["minimum", "greedy"]);
    // Two identical players play each opening twice, with the same result.
    let alike = match_report(&["--seats", "black=minimum,white=minimum", "--games", "4", "--openings", &path]);
    assert!(
        alike["seats"]
            .as_array()
            .expect("seats")
            .iter()
            .all(|seat| seat["wins"].as_u64().is_some_and(|wins| wins % 2 == 0))
    );

    let bad = file("bad-openings.txt", "f5d6\nf5a1\n");
    let usual = ["match", "--variant", "classic", "--openings"];
    let why = refused(&[&usual[..], &[&bad]].concat()).1;
    assert_eq!(why, format!("{bad}: line 2: move 2, a1: a disc on a1 would capture nothing"));
    assert!(refused(&[&usual[..], &["no/such.txt"]].concat()).1.starts_with("no/such.txt: cannot be read"));
    let why = refused(&[&usual[..], &[&path, "--opening-plies", "2"]].concat()).1;
    assert!(why.contains("cannot be used with"), "{why}");
    let why = refused(&[&usual[..], &[&path, "--games", "3"]].concat()).1;
    assert!(why.contains("3 games cannot be divided evenly over 2 seats; play "), "{why}");
}

#[test]
fn a_match_of_two_tells_the_difference_in_elo() {
    let report = match_report(&["--seats", "black=greedy,white=random", "--games", "20", "--seed", "1"]);
    let elo = |seat: usize| report["seats"][seat]["elo"]["elo"].as_f64().expect("neither won all games");
    assert!((elo(0) + elo(1)).abs() < 1e-9);
    let points = report["seats"][0]["wins"].as_f64().expect("wins") + report["draws"].as_f64().expect("draws") / 2.0;
    assert!((elo(0) - 400.0 * (points / (20.0 - points)).log10()).abs() < 1e-9);
    let interval = &report["seats"][0]["elo"]["interval"];
    assert!(interval["low"].as_f64() < Some(elo(0)) && interval["high"].as_f64() > Some(elo(0)));

    let table = printed(&["match", "--variant", "classic", "--games", "2", "--rotate"]);
    assert!(table.contains("| Elo | 95 % interval |"), "{table}");
    assert!(!printed(&["match", "--variant", "colour", "--games", "2"]).contains("Elo"));
}

#[test]
fn a_program_that_misbehaves_is_named() {
    let cases = [
        ("gtp:no/such/program".to_owned(), "gtp:no/such/program: cannot start"),
        (
            format!("gtp:{}", script("dies.sh", "echo 'no weights' >&2\nread line\nexit 3\n")),
            "the program has ended (exit status: 3): no weights",
        ),
        (
            format!("nboard:{}", script("ends.sh", "read line\nread line\nexit 0\n")),
            "the program has ended (exit status: 0)",
        ),
        (format!("gtp:{}", script("silent.sh", "while read line; do :; done\n")), "no answer for 0.3 s"),
        (
            format!("gtp:{}", script("noisy.sh", "printf '\\377\\n'\nwhile read line; do :; done\n")),
            "its output cannot be read: the line is not UTF-8",
        ),
        (
            format!("gtp:{}", script("refuses.sh", "while read line; do printf '? unacceptable size\\n\\n'; done\n")),
            "\"boardsize 8\" was refused: unacceptable size",
        ),
        (
            format!("gtp:{}", script("bad.sh", "while read line; do printf '= h8\\n\\n'; done\n")),
            "it played \"h8\", which is not a legal move",
        ),
        (
            format!("gtp:{}", script("passes.sh", "while read line; do printf '= PASS\\n\\n'; done\n")),
            "it played \"PASS\", which is not a legal move",
        ),
        (
            format!("nboard:{}", script("nonsense.sh", "while read line; do echo '=== well/1/2'; done\n")),
            "it played \"well\", which is not a legal move",
        ),
    ];
    for (program, expected) in cases {
        let seats = format!("black={program}");
        // Short patience only for programs that stay silent. The others answer at once, most of them before a second
        // question.
        let patience = if expected.contains("no answer") { "300ms" } else { "60s" };
        let usual = ["match", "--variant", "classic", "--games", "4", "--patience", patience, "--seats"];
        let (printed, why) = refused(&[&usual[..], &[&seats]].concat());
        assert_eq!(printed, "");
        assert!(why.starts_with(&program) && why.contains(expected), "{program}: {why}");
    }
}

#[test]
fn unusable_programs_are_refused_in_one_line() {
    let seats = [
        ("black=engine", "\"\" is not a limit of the engine; a limit is a time such as 200ms, a depth such as d8"),
        ("black=engine:d0", "\"d0\" is not a limit of the engine"),
        ("black=engine:0", "\"0\" is not a limit of the engine"),
        ("black=gtp", "\"gtp:\" needs a program after it"),
        ("black=nboard@soon:x", "\"soon\" is not a limit of a program"),
        ("black=gtp@100ms:x", "GTP supports only whole seconds"),
        ("black=gtp@d5:x", "GTP cannot set a depth"),
        ("black=gpt:x", "\"x\" is not a limit"),
    ];
    for (seats, expected) in seats {
        let (_, why) = refused(&["match", "--variant", "classic", "--seats", seats]);
        assert!(why.starts_with(expected), "{seats}: {why}");
    }
    for (variant, player) in
        [("colour", "engine:d1"), ("classic-10", "engine:d1"), ("classic-6", "gtp:x"), ("colour", "nboard:x")]
    {
        let seats = format!("black={player}");
        let (_, why) = refused(&["match", "--variant", variant, "--seats", &seats]);
        assert!(why.starts_with(&format!("{player} cannot play ")), "{why}");
    }
}
