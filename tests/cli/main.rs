//! The terminal tool as a process: its output, refusals and exit codes.
#![cfg(feature = "cli")]

mod book;
mod cards;
mod convert;
mod evaluation;
mod help;
mod hostile;
mod library;
mod links;
mod matches;
mod online;
mod openings;
mod pictures;
#[cfg(target_os = "linux")]
mod play;
mod play_lines;
mod programs;
mod ratings;
mod servers;
mod solving;
mod sounds;
mod training;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_irogaeshi-cli"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the tool prints UTF-8")
}

/// Output of a successful run.
fn printed(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the tool runs");
    assert_eq!((status.code(), text(&stderr).as_str()), (Some(0), ""), "{arguments:?}");
    text(&stdout)
}

fn trace(arguments: &[&str]) -> Vec<Value> {
    let all = [&["trace"], arguments].concat();
    printed(&all).lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

/// Output before a refusal, and the reason in one line. Usage may follow where the command line is wrong.
fn refused(arguments: &[&str]) -> (String, String) {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the tool runs");
    let stderr = text(&stderr);
    assert_eq!(status.code(), Some(2), "{arguments:?}: {stderr}");
    let why = stderr.strip_prefix("irogaeshi-cli: ").and_then(|line| line.strip_suffix('\n'));
    let why = why.unwrap_or_else(|| panic!("{arguments:?}: not said by the tool: {stderr:?}"));
    let why = if why.ends_with("\n\nFor more information, try '--help'.") {
        let paragraph = why.lines().map(str::trim).take_while(|line| !line.is_empty());
        paragraph.collect::<Vec<_>>().join(" ")
    } else {
        why.to_owned()
    };
    assert!(!why.is_empty() && !why.contains('\n'), "{arguments:?}: not one line: {stderr:?}");
    (text(&stdout), why)
}

/// Writes a file for one test.
fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder for tests can be written to");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn perft_prints_the_number_of_lines() {
    assert_eq!(printed(&["perft", "--variant", "classic", "--depth", "6"]), "8200\n");
    assert_eq!(printed(&["perft", "--variant", "classic-8", "--depth", "1"]), "4\n");
    assert_eq!(printed(&["perft", "--variant", "colour", "--depth", "1"]), "18\n");
    assert_eq!(printed(&["perft", "--variant", "assets/variants/five.txt", "--depth", "1"]), "16\n");
}

#[test]
fn perft_counts_passes_as_plies_unless_they_are_free() {
    // Only Black can ever move, so White passes after every placement but the last.
    let path = file("passes.txt", "name: Passes\nplayers: white black\nboard:\n.WB\n###\n.WB\n###\n.WB\n");
    let lines = |depth, more: &[&str]| printed(&[&["perft", "--variant", &path, "--depth", depth], more].concat());
    assert_eq!(["1", "2", "3", "4"].map(|depth| lines(depth, &[])), ["3\n", "3\n", "6\n", "6\n"]);
    assert_eq!(["1", "2", "3"].map(|depth| lines(depth, &["--free-passes"])), ["3\n", "6\n", "6\n"]);
}

#[test]
fn a_turn_is_an_object_with_its_fields_in_order() {
    let board = r#"["........","........","........","...WB...","...BBB..","........","........","........"]"#;
    assert_eq!(
        printed(&["trace", "--variant", "classic", "--moves", "F5"]),
        format!(
            "{}{board}}}\n",
            concat!(
                r#"{"move_number":1,"player":"B","square":"f5","legal":["d3","c4","f5","e6"],"captured":["e5"],"#,
                r#""flankers":["d5"],"exploded":false,"passes":[],"board":"#,
            )
        )
    );
}

#[test]
fn the_end_gives_counts_in_the_order_of_play_and_the_winner() {
    let path = file(
        "end.txt",
        "name: End\nplayers: white black\ncut-ins: 9 yamabuki, 8 cyan\nscored: black cyan\nboard:\n.WBYGR\n",
    );
    let lines = printed(&["trace", "--variant", &path, "--moves", "a1"]);
    let last = lines.lines().last().expect("there are lines");
    assert_eq!(last, r#"{"end":true,"counts":{"W":0,"B":3,"Y":1,"C":0},"winner":"B"}"#);
}

#[test]
fn a_draw_has_no_winner() {
    let path = file("draw.txt", "name: Draw\nplayers: black white\nboard:\n.WB\n###\nWWW\n");
    let lines = trace(&["--variant", &path, "--moves", "a1"]);
    assert_eq!(lines.last(), Some(&json!({ "end": true, "counts": { "B": 3, "W": 3 }, "winner": null })));
}

#[test]
fn there_is_no_end_where_the_moves_stop_earlier() {
    let lines = trace(&["--variant", "classic", "--moves", "f5d6c3"]);
    let squares: Vec<&Value> = lines.iter().map(|line| &line["square"]).collect();
    assert_eq!(squares, ["f5", "d6", "c3"]);
    assert_eq!(trace(&["--variant", "classic", "--moves", ""]), [] as [Value; 0]);
}

#[test]
fn passes_before_the_first_move_come_first_and_later_ones_with_their_move() {
    let path = file("opening.txt", "name: Opening\nplayers: ash white black\nboard:\n.WB#.WB\n");
    let lines = trace(&["--variant", &path, "--moves", "a1 e1"]);
    assert_eq!(lines[0], json!({ "passes": ["A", "W"] }));
    assert_eq!((&lines[1]["square"], &lines[1]["passes"]), (&json!("a1"), &json!(["A", "W"])));
    assert_eq!((&lines[2]["square"], &lines[2]["passes"]), (&json!("e1"), &json!([])));
    assert_eq!(lines[3]["end"], true);
    assert_eq!(lines.len(), 4);
}

#[test]
fn explosions_are_told() {
    let path = file("bomb.txt", "name: Bomb\nplayers: black white\nboard:\n.RB.WB\n");
    let lines = trace(&["--variant", &path, "--moves", "a1"]);
    assert_eq!((&lines[0]["exploded"], &lines[0]["board"]), (&json!(true), &json!(["....WB"])));
}

#[test]
fn random_games_run_to_their_end_and_follow_from_their_seed() {
    for variant in ["classic", "classic-4", "colour", "five", "assets/variants/colour.txt"] {
        let game = |seed| printed(&["trace", "--variant", variant, "--seed", seed]);
        assert_eq!(game("11"), game("11"), "{variant}");
        assert_ne!(game("11"), game("12"), "{variant}");
        assert_eq!(printed(&["trace", "--variant", variant]), game("0"), "{variant}");

        let lines = trace(&["--variant", variant, "--seed", "11"]);
        let (end, turns) = lines.split_last().expect("there are lines");
        assert_eq!(end["end"], true, "{variant}");
        let board = &turns.last().expect("there are turns")["board"];
        let rows: String = board.as_array().expect("rows").iter().filter_map(Value::as_str).collect();
        for (letter, count) in end["counts"].as_object().expect("counts") {
            assert_eq!(Some(rows.matches(letter.as_str()).count() as u64), count.as_u64(), "{variant}, {letter}");
        }
        for (index, turn) in turns.iter().enumerate() {
            assert_eq!(turn["move_number"], index + 1, "{variant}");
            assert!(turn["legal"].as_array().expect("squares").contains(&turn["square"]), "{variant}");
        }
    }
}

#[test]
fn the_moves_of_a_random_game_give_the_same_game() {
    let random = printed(&["trace", "--variant", "colour", "--seed", "3"]);
    let squares: Vec<String> = random
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter_map(|line| line["square"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(printed(&["trace", "--variant", "colour", "--moves", &squares.join(" ")]), random);
}

#[test]
fn a_built_in_name_wins_over_a_file() {
    fs::write(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("five"), "not a variant").expect("can be written");
    let mut command = command(&["perft", "--variant", "five", "--depth", "1"]);
    let output = command.current_dir(env!("CARGO_TARGET_TMPDIR")).output().expect("the tool runs");
    assert_eq!(text(&output.stdout), "16\n");
}

#[test]
fn a_bad_move_is_refused_after_the_moves_before_it() {
    let (printed, why) = refused(&["trace", "--variant", "classic", "--moves", "f5 f6 a1"]);
    assert_eq!(printed.lines().count(), 2);
    assert_eq!(why, "move 3, a1: a disc on a1 would capture nothing");
    let cases = [
        ("f5 e5", "move 2, e5: e5 is taken"),
        ("j5", "move 1, j5: j5 is not on the board"),
        ("f5 x27 d6", "move 2: \"x27\" is not a square"),
    ];
    for (moves, expected) in cases {
        let (_, why) = refused(&["trace", "--variant", "classic", "--moves", moves]);
        assert!(why.starts_with(expected), "{why}");
    }
    let path = file("over.txt", "name: Over\nplayers: black white\nboard:\n.WB\n");
    assert_eq!(refused(&["trace", "--variant", &path, "--moves", "a1a1"]).1, "move 2, a1: the game is over");
}

#[test]
fn a_bad_file_is_refused_with_its_line() {
    let cases = [
        ("bad-key.txt", "name: X\nsize: 8\n", "line 2: unknown key \"size\""),
        ("bad-row.txt", "name: X\nplayers: black white\nboard:\n...\n..\n", "line 5: row 2 of the board has 2 squares"),
        ("bad-letter.txt", "name: X\nplayers: black white\nboard:\n.X.\n", "line 4: row 1, column 2 of the board: 'X'"),
        ("bad-end.txt", "name: X\nplayers: black white\n", "line 2: there is no \"board:\" line"),
        ("empty.txt", "", "neither a board nor a game"),
        ("game.txt", "f5d6", "a game, not a variant"),
    ];
    for (name, content, expected) in cases {
        let path = file(name, content);
        let (printed, why) = refused(&["trace", "--variant", &path]);
        assert_eq!(printed, "");
        assert!(why.starts_with(&format!("{path}: {expected}")), "{why}");
        assert_eq!(refused(&["perft", "--variant", &path, "--depth", "1"]).1, why);
    }
}

#[test]
fn unreadable_arguments_are_refused() {
    for missing in ["clasic", "classic-7", "no/such/file.txt", "src"] {
        let (_, why) = refused(&["perft", "--variant", missing, "--depth", "1"]);
        assert!(why.starts_with(&format!("{missing}: neither a built-in variant nor a readable file")), "{why}");
    }
    let path = file("latin.txt", "");
    fs::write(&path, b"name: \xff\n").expect("can be written");
    assert!(refused(&["trace", "--variant", &path]).1.contains("UTF-8"));
}

#[test]
fn a_mark_of_byte_order_does_not_matter() {
    let board = file("marked.txt", "\u{feff}name: X\nplayers: black white\nboard:\n.WB\n");
    assert_eq!(printed(&["perft", "--variant", &board, "--depth", "1"]), "1\n");
    let list = file("marked.obf", &format!("\u{feff}{}O*{} X; a1:+64;\n", "-", "-".repeat(61)));
    assert!(printed(&["solve", &list]).contains("1 right, 0 wrong"));
}

#[test]
#[cfg(unix)]
fn endless_files_are_refused() {
    let endless: [&[&str]; 4] = [
        &["perft", "--depth", "1", "--variant", "/dev/zero"],
        &["analyse", "/dev/zero"],
        &["solve", "/dev/zero"],
        &["match", "--variant", "classic", "--openings", "/dev/zero"],
    ];
    for arguments in endless {
        let (printed, why) = refused(arguments);
        assert!(printed.is_empty() && why.starts_with("/dev/zero: larger than "), "{arguments:?}: {why}");
    }
}

#[test]
fn quoted_text_commands_no_terminal() {
    let (_, why) = refused(&["perft", "--depth", "1", "--variant", "\u{1b}[31mred\u{9b}J"]);
    assert!(why.starts_with("[31mred J: neither a built-in variant"), "{why:?}");
    let (_, why) = refused(&["perft", "--variant", "classic", "--depth", "\u{7}\t1"]);
    assert!(!why.contains(char::is_control), "{why:?}");
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [(&[&str], &str); 8] = [
        (&["chess"], "unrecognized subcommand 'chess'"),
        (&["perft", "--free-passes"], "required arguments were not provided: --variant <NAME|FILE> --depth <N>"),
        (&["perft", "--depth", "1"], "required arguments were not provided: --variant <NAME|FILE>"),
        (&["perft", "--variant", "classic", "--depth", "deep"], "invalid value 'deep' for '--depth <N>'"),
        (&["perft", "--variant", "classic", "--depth", "-1"], "unexpected argument '-1'"),
        (&["trace", "--variant", "classic", "--moves", "f5", "--seed", "1"], "cannot be used with"),
        (&["trace", "--variant", "classic", "--sed", "1"], "unexpected argument '--sed'"),
        (&["trace", "--variant"], "a value is required for '--variant <NAME|FILE>'"),
    ];
    for (arguments, expected) in cases {
        let (printed, why) = refused(arguments);
        assert_eq!(printed, "");
        assert!(why.contains(expected), "{why}");
    }
}

#[test]
fn excessive_sizes_are_refused_with_their_maximum() {
    let threads = "from 1 to 256";
    let cases: [(&[&str], &str); 8] = [
        (&["match", "--variant", "classic", "--games", "4294967295"], "4294967295 is not in 1..=1000000"),
        (&["match", "--variant", "classic", "--threads", "1000000000"], threads),
        (&["solve", "positions.txt", "--threads", "1000000000"], threads),
        (&["train", "folder", "--threads", "257"], threads),
        (&["train", "probcut", "folder", "--threads", "0"], threads),
        (&["book", "studies.txt", "--out", "book.bin", "--threads", "1000000000"], threads),
        (&["gtp", "--table-mib", "0"], "from 1 to 65536"),
        (&["gtp", "--table-mib", "65537"], "from 1 to 65536"),
    ];
    for (arguments, expected) in cases {
        let (printed, why) = refused(arguments);
        assert_eq!(printed, "");
        assert!(why.contains(expected), "{why}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_that_does_not_fit_into_memory_is_refused() {
    // The shell limits the tool's memory to 1 GiB.
    let tool = env!("CARGO_BIN_EXE_irogaeshi-cli");
    let script = format!("ulimit -v 1048576; exec {tool} gtp --table-mib 4096");
    let output = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).output().expect("a shell runs");
    let why = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{why}");
    assert!(why.contains("not enough memory"), "{why}");
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(printed(&["trace", "--help"]).contains("seed 0"));
    assert_eq!(printed(&["--version"]), concat!("irogaeshi-cli ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn a_reader_who_leaves_ends_it_quietly() {
    // A game on the largest board does not fit into a pipe, so writing must fail once the reader is gone.
    let mut child = command(&["trace", "--variant", "classic-16"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool runs");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut first).expect("there is a line");
    assert!(first.starts_with("{\"move_number\":1,"));
    let status = child.wait().expect("it ends");
    let mut stderr = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut stderr).expect("it says UTF-8");
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
}
