//! The engine as a GTP and NBoard server: the process around the session.

use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};
use std::thread;

use super::{command, refused, text};

/// Answers to this input from a process that ends by itself.
pub(super) fn answers(arguments: &[&str], input: &[u8]) -> String {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    let output = thread::scope(|scope| {
        // The process may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("it ends")
    });
    let Output { status, stdout, stderr } = output;
    assert_eq!((status.code(), text(&stderr).as_str()), (Some(0), ""), "{arguments:?}");
    text(&stdout)
}

/// The first answer with this beginning. The input stays open until then.
fn answers_in_turn(arguments: &[&str], input: &str, beginning: &str) -> String {
    let mut child = command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the tool runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("it listens");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
    let found = lines.find(|line| line.starts_with(beginning));
    drop(stdin);
    child.kill().and_then(|()| child.wait()).expect("it ends");
    found.expect("it answers")
}

const GTP: [&str; 5] = ["gtp", "--depth", "2", "--table-mib", "1"];
const NBOARD: [&str; 5] = ["nboard", "--depth", "2", "--table-mib", "1"];

#[test]
fn a_conversation_ends_with_quit_or_with_the_input() {
    assert_eq!(answers(&GTP, b"1 play b f5\n2 quit\n3 name\n"), "=1\n\n=2\n\n");
    assert_eq!(answers(&GTP, b"name"), "= Irogaeshi\n\n");
    assert_eq!(answers(&GTP, b""), "");
    assert_eq!(answers(&NBOARD, b"nboard 2\r\nping 3\r\nquit\r\nping 4\r\n"), "set myname Irogaeshi\npong 3\n");
}

#[test]
fn lines_that_cannot_be_read_are_answered_and_the_next_ones_too() {
    let long = "x".repeat(1 << 20);
    let input = [long.as_bytes(), b"\n\xff\xfe\nname\n", "set game (;BO[8 ".as_bytes(), long.as_bytes()].concat();
    let expected = "? the line is longer than 65536 bytes\n\n? the line is not UTF-8\n\n= Irogaeshi\n\n";
    assert_eq!(answers(&GTP, &input), format!("{expected}? the line is longer than 65536 bytes\n\n"));
    let input = [long.as_bytes(), b"\n\xff\xfe\nping 1\n"].concat();
    let expected = "status Error: the line is longer than 65536 bytes\nstatus Error: the line is not UTF-8\npong 1\n";
    assert_eq!(answers(&NBOARD, &input), expected);
}

#[test]
fn a_game_is_played_by_both_protocols() {
    let printed = answers(&GTP, b"genmove b\ngenmove w\ngenmove b\nshowboard\n");
    assert!(printed.contains("B ") && printed.contains("to move: White"), "{printed}");
    let printed = answers(&NBOARD, b"set game (;GM[Othello]B[F5];)\ngo\nmove D6\nhint 1\n");
    assert!(printed.contains("\n=== ") && printed.contains("\nsearch "), "{printed}");
}

#[test]
fn a_ping_ends_a_thought() {
    // Otherwise these would search to the end of the game.
    for thought in ["hint 1", "go", "analyze"] {
        let input = format!("nboard 2\n{thought}\nping 1\n{thought}\nquit\n");
        let printed = answers(&["nboard", "--depth", "60", "--table-mib", "1"], input.as_bytes());
        assert!(printed.lines().any(|line| line == "pong 1"), "{printed}");
        assert_eq!(printed.lines().last(), Some("status"), "{printed}");
    }
}

#[test]
fn the_end_of_the_input_ends_a_thought() {
    // Otherwise these would search to the end of the game, although nobody is waiting.
    let printed = answers(&["gtp", "--depth", "60", "--table-mib", "1", "--no-book"], b"genmove b\nquit\n");
    assert!(["= D3\n", "= C4\n", "= F5\n", "= E6\n"].iter().any(|answer| printed.starts_with(answer)), "{printed}");
    for thought in ["hint 1", "go"] {
        let input = format!("nboard 2\n{thought}\n");
        let printed = answers(&["nboard", "--depth", "60", "--table-mib", "1", "--no-book"], input.as_bytes());
        assert!(printed.contains("\nsearch ") && printed.ends_with("status\n"), "{printed}");
    }
}

#[test]
fn a_move_without_choice_is_played_at_once() {
    // White can only play f3. A search would go on to the end of the game.
    let input = "nboard 2\nset game (;GM[Othello]B[C4]W[E3]B[F2]W[C6]B[E6];)\ngo\n";
    // The input stays open until the answer arrives, since its end would end the search as well.
    let printed = answers_in_turn(&["nboard", "--depth", "60", "--table-mib", "1", "--no-book"], input, "=== ");
    assert!(printed.starts_with("=== F3/"), "{printed}");
}

#[test]
fn impossible_servers_are_refused() {
    for server in ["gtp", "nboard"] {
        assert!(refused(&[server, "--depth", "0"]).1.contains("invalid value '0' for '--depth <N>'"));
        assert!(refused(&[server, "--time", "0s"]).1.contains("is not a time"));
    }
}
