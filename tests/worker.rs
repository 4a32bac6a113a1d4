//! The worker's program as it runs on the desktop: what it answers on stdin and stdout.
#![cfg(feature = "worker")]

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

/// Runs the worker with these arguments and this input, and returns its output and its errors.
fn talk(arguments: &[&str], input: &[u8]) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_irogaeshi-worker"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    let output = thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("it ends")
    });
    let Output { stdout, stderr, .. } = output;
    (String::from_utf8(stdout).expect("UTF-8"), String::from_utf8(stderr).expect("UTF-8"))
}

#[test]
fn a_line_is_answered_by_a_line() {
    let position = "---------------------------OX------XO--------------------------- X";
    let budget = r#"{"depth":2,"exact_from":0,"selectivity":5,"nodes":1000}"#;
    let (printed, complaint) = talk(&[], format!("{{\"position\":\"{position}\",\"budget\":{budget}}}\n").as_bytes());
    assert!(printed.starts_with(r#"{"line":["#) && printed.ends_with("}\n"), "{printed}");
    assert_eq!(complaint, "");
}

#[test]
fn several_threads_find_what_one_finds() {
    // Ten empties, solved to the end.
    let position = "XOOOOOOXXXOOXOOXXXXOOXOXXXXXOXOXXXXOXXOXXXOXOXXX-XXXXX----O----- O";
    let budget = r#"{"depth":60,"exact_from":60,"selectivity":5,"nodes":1000000000}"#;
    let request = format!("{{\"position\":\"{position}\",\"budget\":{budget}}}\n");
    let score = |threads: &str| {
        let (printed, complaint) = talk(&[threads], request.as_bytes());
        assert_eq!(complaint, "");
        let found: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
        found["score"].clone()
    };
    assert!(!score("1").is_null());
    assert_eq!(score("3"), score("1"));
    let (printed, complaint) = talk(&["many"], b"");
    assert_eq!(printed, "");
    assert!(complaint.contains("is not a number of threads"), "{complaint}");
}

#[test]
fn a_line_that_never_ends_is_given_up() {
    // More than a line may have, and no end.
    let (printed, complaint) = talk(&[], &vec![b' '; 3 << 20]);
    assert_eq!(printed, "");
    assert!(complaint.contains("a line is longer than 1048576 bytes"), "{complaint}");
}
