//! Libraries of games: adding, searching and exporting.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::{command, file, printed, refused, text};

/// Path of a library that does not exist yet.
fn library(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("the folder for tests can be written to");
    folder.join("games.irg").to_str().expect("a path in UTF-8").to_owned()
}

const GAMES: &str = "[Black \"Anna\"]\n[White \"Zoë\"]\n[Date \"2021.05.06\"]\n[Result \"1-0\"]\n\n1. f5 d6 2. c3\n\n\
    [Black \"Zoë\"]\n[White \"Ben\"]\n[Date \"1999.05.06\"]\n\n1. f5 f6\n\n[Black \"Cleo\"]\n\n1. d3 c3\n";

#[test]
fn games_are_added_once_and_found() {
    let library = library("add");
    let games = file("library-games.pgn", GAMES);
    let added = |arguments: &[&str]| printed(&[&["library", "add", &library], arguments].concat());
    assert_eq!(added(&[&games, "--tag", "study"]), "added 3 games; 0 were there already\n");
    assert_eq!(added(&[&games]), "added 0 games; 3 were there already\n");
    let found = |query: &str| {
        let lines = printed(&["library", "search", &library, query, "--json"]);
        let games = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("is JSON"));
        games.map(|game| game["names"]["black"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(""), ["Anna", "Zoë", "Cleo"]);
    assert_eq!(found("player:zoe"), ["Anna", "Zoë"]);
    assert_eq!(found("date:1999..2005"), ["Zoë"]);
    assert_eq!(found("tag:study sort:-date"), ["Anna", "Zoë", "Cleo"]);
    assert_eq!(found("in:library-games opening:f5d6"), ["Anna"]);
    let table = printed(&["library", "search", &library, "anna"]);
    let line = table.lines().nth(2).expect("there is a game");
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    assert_eq!(cells[1..7], ["1", "2021-05-06", "Anna – Zoë", "5–2", "3", "Classic 8 × 8"]);
    let exported = printed(&["library", "export", &library, "player:zoe", "--to", "moves"]);
    assert_eq!(exported, "f5d6c3\nf5f6\n");
    let ggf = printed(&["library", "export", &library, "black:anna", "--to", "ggf"]);
    assert!(ggf.contains("PB[Anna]PW[Zoë]"), "{ggf}");
    assert!(refused(&["library", "export", &library, "nobody", "--to", "ggf"]).1.contains("there is no game"));
}

#[test]
fn next_moves_are_counted_over_all_symmetries() {
    let library = library("position");
    let games = file("library-moves.txt", "f5d6c3\nf5d6c4\nd3c5d6\ne6f4c3\nf5f6e6\n");
    printed(&["library", "add", &library, &games]);
    let table = printed(&["library", "position", &library, ""]);
    assert!(table.contains("| d3   |     5 |") && table.contains("d3 c4 f5 e6"), "{table}");
    // The perpendicular opening: d3c5 and e6f4 are f5d6 turned.
    let lines = printed(&["library", "position", &library, "f5d6", "--json"]);
    let counts = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("is JSON"));
    let counts: Vec<u64> = counts.map(|next| next["games"].as_u64().expect("a number")).collect();
    assert_eq!(counts.iter().sum::<u64>(), 4, "{lines}");
    let diagram = "---------------------------OX------XO--------------------------- X";
    assert_eq!(printed(&["library", "position", &library, diagram]), table);
    let found = printed(&["library", "search", &library, "pos:f5f6 plies:3", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&found).expect("one game")["ply"], 2);
    assert_eq!(refused(&["library", "position", &library, "f5f5"]).1, "move 2, f5: f5 is taken");
}

#[test]
fn files_of_the_database_come_in_with_their_names() {
    let (library, games) = (library("wthor"), file("library-wthor.pgn", GAMES));
    let output = file("library-out.wtb", "");
    printed(&["convert", "--to", "wthor", "--output", &output, &games]);
    let names = output.replace(".wtb", ".jou");
    let added = printed(&["library", "add", &library, &output, "--players", &names]);
    assert_eq!(added, "added 3 games; 0 were there already\n");
    let found = printed(&["library", "search", &library, "white:zoë in:wthor", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&found).expect("one game")["moves"], "f5 d6 c3");
    let check = printed(&["library", "check", &library]);
    assert!(check.starts_with("3 games, 0 removed, ") && check.contains("| WTHOR"), "{check}");
    let compacted = printed(&["library", "compact", &library]);
    assert!(compacted.starts_with("3 games, "), "{compacted}");
}

#[test]
fn wrong_queries_and_files_are_refused() {
    let library = library("wrong");
    let (_, why) = refused(&["library", "search", &library, "anna"]);
    assert!(why.starts_with(&format!("{library}: cannot be read: ")), "{why}");
    let (_, why) = refused(&["library", "search", &library, "elo:5"]);
    assert!(why.starts_with("elo:5: \"elo:\" is unknown; there are player, opponent, "), "{why}");
    let other = file("library-other.txt", "f5d6c3");
    assert_eq!(refused(&["library", "check", &other]).1, format!("{other}: not a library of games"));
    assert_eq!(fs::read_to_string(&other).expect("is there"), "f5d6c3");
    let list = file("library-list.txt", "f5d6c3\nf6f5e4\nf5f6e6\n");
    let output = command(&["library", "add", &library, &list]).output().expect("the tool runs");
    assert_eq!(text(&output.stdout), "added 2 games; 0 were there already\n");
    let said = text(&output.stderr);
    assert!(said.contains(&format!("{list}: line 2: move 1, f6: ")) && said.contains("left out 1 games"), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn damage_is_said_and_makes_the_check_fail() {
    let library = library("damage");
    for moves in ["f5d6c3", "f5f6e6", "f5f4e3"] {
        printed(&["library", "add", &library, &file("library-one.txt", moves)]);
    }
    let mut bytes = fs::read(&library).expect("is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&library, &bytes).expect("can be written");
    let Output { status, stdout, stderr } = command(&["library", "check", &library]).output().expect("the tool runs");
    assert_eq!(status.code(), Some(1));
    assert!(text(&stdout).starts_with("2 games, "), "{}", text(&stdout));
    assert!(text(&stderr).contains("are damaged, and their changes are lost"), "{}", text(&stderr));
    let output = command(&["library", "compact", &library]).output().expect("the tool runs");
    assert_eq!(output.status.code(), Some(0));
    assert!(printed(&["library", "check", &library]).starts_with("2 games, "));
    assert!(fs::metadata(format!("{library}.damaged-1")).is_ok());
}

/// Lists of games that differ in their first line of play.
fn many_games(count: usize) -> String {
    let moves = ["f5d6c3d3c4", "f5f6e6f4e3", "f5d6c4d3c3", "f5f4e3f6d3"];
    let game = |index: usize| {
        let ply = index % 4;
        format!("(;GM[Othello]PC[x]DT[{}]PB[A{index}]PW[B]TY[8]B[{}];)", 900_000_000 + index, &moves[ply][..2])
    };
    (0..count).map(game).collect::<Vec<_>>().join("\n")
}

#[cfg(unix)]
#[test]
fn a_killed_import_leaves_whole_games_and_goes_on_where_it_was() {
    const COUNT: usize = 10_000;
    let (library, games) = (library("killed"), file("library-many.ggf", &many_games(COUNT)));
    let mut child = command(&["library", "add", &library, &games])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool runs");
    let size = || fs::metadata(&library).map(|metadata| metadata.len()).unwrap_or_default();
    while size() < 100_000 && child.try_wait().expect("it runs or not").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let found = command(&["library", "search", &library, "", "--json"]).output().expect("the tool runs");
    assert_eq!(found.status.code(), Some(0));
    let count = text(&found.stdout).lines().count();
    assert!(count > 0, "something was written");
    let again = command(&["library", "add", &library, &games]).output().expect("the tool runs");
    assert_eq!(text(&again.stdout), format!("added {} games; {count} were there already\n", COUNT - count));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_library_as_it_was() {
    let library = library("full");
    printed(&["library", "add", &library, &file("library-small.txt", "f5d6c3\nf5f6e6\n")]);
    let before = fs::read(&library).expect("is there");
    let games = file("library-large.ggf", &many_games(3000));
    // The shell limits the size of files to some kilobytes, and the tool gets an error in place of a signal.
    let tool = env!("CARGO_BIN_EXE_irogaeshi-cli");
    let script = format!("trap '' XFSZ; ulimit -f 40; exec {tool} library add {library} {games}");
    let output = Command::new("sh").args(["-c", &script]).output().expect("a shell runs");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("too large"), "{}", text(&output.stderr));
    assert_eq!(fs::read(&library).expect("is there"), before);
    assert!(printed(&["library", "check", &library]).starts_with("2 games, "));
}
