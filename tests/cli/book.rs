//! Opening books: making them by shallow searches, and playing from the built-in one.

use std::fs;
use std::path::PathBuf;

use irogaeshi::cpu::classic::Book;
use serde_json::Value;

use super::{file, printed, refused, text};

/// Path of a file for one test that does not exist yet.
fn nowhere(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_file(&path).expect("a file of an earlier run can be removed");
    }
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn arguments<'a>(studies: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["book", studies, "--out", out, "--depth", "4"], more].concat()
}

fn make(studies: &str, out: &str, more: &[&str]) -> Vec<u8> {
    let told = printed(&arguments(studies, out, more));
    let bytes = fs::read(out).expect("the book is written");
    assert!(told.starts_with(&format!("{out}: ")) && told.ends_with(&format!(" {} bytes\n", bytes.len())), "{told}");
    bytes
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads_and_after_interruptions() {
    let [studies, out] = ["book.txt", "book.bin"].map(nowhere);
    let whole = make(&studies, &out, &["--positions", "24", "--threads", "1"]);
    assert!(Book::read(&whole).is_ok_and(|book| book.positions().len() > 12));
    let kept = fs::read_to_string(&studies).expect("studies are kept");
    assert_eq!(kept.lines().count(), 25);

    let [other, out] = ["book-2.txt", "book-2.bin"].map(nowhere);
    assert!(make(&other, &out, &["--positions", "24", "--threads", "3"]) == whole);

    // Half of the file and an incomplete line.
    let half: String = kept.split_inclusive('\n').take(12).collect();
    let torn = file("book-3.txt", &format!("{half}0000000810000000 00000010"));
    assert!(make(&torn, &out, &["--positions", "24"]) == whole);
    assert_eq!(fs::read_to_string(&torn).expect("it is there").lines().count(), 25);
    // Nothing is left to do.
    assert!(make(&studies, &out, &["--positions", "24"]) == whole);
    assert_eq!(fs::read_to_string(&studies).expect("it is there"), kept);
}

#[test]
fn files_of_something_else_are_left_alone() {
    let out = nowhere("book-refused.bin");
    let why = |name: &str, content: &str, more: &[&str]| {
        let path = file(name, content);
        let why = refused(&arguments(&path, &out, &[more, &["--positions", "1"]].concat())).1;
        assert_eq!(fs::read_to_string(&path).expect("it is there"), content);
        why.strip_prefix(&format!("{path}: ")).expect("it says where").to_owned()
    };
    let foreign = why("letter.txt", "Dear reader,\n", &[]);
    assert!(foreign.starts_with("belongs to another book: its first line is \"Dear reader,\""), "{foreign}");
    assert!(why("letter-2.txt", "Dear reader", &[]).contains("\"Dear reader\""));

    let studies = nowhere("book-4.txt");
    make(&studies, &nowhere("book-4.bin"), &["--positions", "1"]);
    let kept = fs::read_to_string(&studies).expect("studies are kept");
    let deeper = refused(&["book", &studies, "--out", &out, "--depth", "5"]).1;
    assert!(deeper.contains("depth 4") && deeper.contains("depth 5"), "{deeper}");
    let bad = format!("{kept}0000000810000000 0000001008000000 0:1\n");
    assert_eq!(why("book-5.txt", &bad, &[]), "line 3 is not a study of a position; delete the line to redo it");
    assert!(refused(&["book", &studies, "--out", &out, "--depth", "3"]).1.contains("at least 4 plies"));
    assert!(refused(&["book", &studies, "--out", "no/such/folder/book.bin"]).1.contains("cannot be written"));
    assert!(!PathBuf::from(&out).exists());
}

#[test]
fn a_small_board_is_solved_the_same_on_any_number_of_threads() {
    let solve = |name: &str, threads: &str| {
        let [studies, out] = [nowhere(&format!("{name}.txt")), nowhere(&format!("{name}.bin"))];
        printed(&["book", &studies, "--out", &out, "--solve", "4", "--plies", "7", "--threads", threads]);
        (studies, fs::read(&out).expect("the book is written"))
    };
    let (studies, whole) = solve("book-of-four", "1");
    assert!(Book::read(&whole).is_ok_and(|book| book.is_solved() && book.board().side() == 4));
    assert!(solve("book-of-four-2", "3").1 == whole);

    let out = nowhere("book-of-four-3.bin");
    let why = |more: &[&str]| refused(&[&["book", &studies, "--out", &out], more].concat()).1;
    assert!(why(&["--solve", "6"]).contains("6 x 6 solved"));
    assert!(why(&["--solve", "8"]).contains("4 or 6 squares wide"));
    assert!(why(&["--solve", "4", "--depth", "9"]).contains("cannot be used with"));
    // A move that is not the best.
    let mut lines: Vec<String> = fs::read_to_string(&studies).expect("it is kept").lines().map(str::to_owned).collect();
    let start = lines.iter_mut().find(|line| line.starts_with("0000000810000000")).expect("the start is solved");
    *start = "0000000810000000 0000001008000000 19:0".to_owned();
    let wrong = file("book-of-four-4.txt", &(lines.join("\n") + "\n"));
    let told = super::command(&["book", &wrong, "--out", &out, "--solve", "4", "--plies", "7"]).output();
    let told = told.expect("the tool runs");
    assert_eq!(told.status.code(), Some(1));
    assert!(text(&told.stderr).contains("contradicts the results for the positions after it"));
    assert!(!PathBuf::from(&out).exists());
}

/// The engine's first move at depth 1.
fn first_move(more: &[&str]) -> String {
    use std::io::Write;
    use std::process::Stdio;

    let all = [&["gtp", "--depth", "1", "--table-mib", "1"], more].concat();
    let mut child = super::command(&all).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the tool runs");
    child.stdin.take().expect("it is piped").write_all(b"reg_genmove b\n").expect("it listens");
    text(&child.wait_with_output().expect("it ends").stdout)
}

#[test]
fn servers_choose_from_the_book_by_a_seed_unless_they_are_to_think() {
    let by_seeds: Vec<String> = (0..8).map(|seed| first_move(&["--seed", &seed.to_string()])).collect();
    assert_eq!(by_seeds[5], first_move(&["--seed", "5"]));
    assert!(by_seeds.iter().any(|first| *first != by_seeds[0]), "{by_seeds:?}");
    assert_eq!(first_move(&["--no-book"]), first_move(&["--no-book"]));
    assert!(refused(&["gtp", "--no-book", "--seed", "1"]).1.contains("cannot be used with"));
}

/// Mean discs of both players, which show whether two matches were the same.
fn match_discs(more: &[&str]) -> Vec<f64> {
    let usual = ["match", "--variant", "classic", "--seats", "black=club,white=random", "--games", "4", "--json"];
    let report: Value = serde_json::from_str(&printed(&[&usual[..], more].concat())).expect("one JSON object");
    let seats = report["seats"].as_array().expect("seats");
    seats.iter().map(|seat| seat["mean_discs"].as_f64().expect("a number")).collect()
}

#[test]
fn levels_play_a_match_with_or_without_the_book() {
    let without = match_discs(&["--no-book"]);
    assert_eq!(match_discs(&["--no-book"]), without);
    assert_ne!(match_discs(&[]), without);
}
