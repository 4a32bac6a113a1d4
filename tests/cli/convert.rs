//! Conversion of games between formats.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use super::{command, file, printed, refused, text};

/// Output, and the lines on stderr, for this input and exit code.
fn converted(arguments: &[&str], input: &str, code: i32) -> (String, Vec<String>) {
    let mut command = command(&[&["convert"], arguments].concat());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool runs");
    child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let said = text(&stderr).lines().map(|line| line.trim_start_matches("irogaeshi-cli: ").to_owned()).collect();
    assert_eq!(status.code(), Some(code), "{arguments:?}: {said:?}");
    (text(&stdout), said)
}

#[test]
fn every_text_format_is_written_and_read_again() {
    let moves = "f5d6c3d3c4f4f6\nd3c5d6\n";
    for format in ["moves", "pgn", "sgf", "ggf", "json", "grid"] {
        let (written, said) = converted(&["--to", format], moves, 0);
        assert!(said.is_empty(), "{format}: {said:?}");
        // A grid is a single game, and one of few moves is not told from a board.
        let expected = if format == "grid" { "f5d6c3d3c4f4f6\n" } else { moves };
        assert_eq!(converted(&["--to", "moves"], &written, 0).0, expected, "{format}: {written}");
    }
    let (record, _) = converted(&["--to", "record"], "f5d6", 0);
    assert_eq!(converted(&["--to", "moves"], &record, 0).0, "f5d6\n");
    let (obf, _) = converted(&["--to", "obf"], moves, 0);
    let (squares, _) = converted(&["--to", "squares"], moves, 0);
    assert_eq!(obf.replace(';', ""), squares);
    assert_eq!(converted(&["--to", "obf"], &squares, 0).0, obf, "positions stay positions");
}

#[test]
fn files_are_read_in_their_order_and_written_to_a_file() {
    let one = file("convert-one.pgn", "[Black \"Anna\"]\n\n1. f5 d6\n\n[Black \"Ben\"]\n\n1. f5 f6\n");
    let two = file("convert-two.sgf", "(;GM[2]PB[Cleo];B[d3])");
    assert_eq!(printed(&["convert", "--to", "moves", &one, &two]), "f5d6\nf5f6\nd3\n");
    let output = file("convert-out.ggf", "");
    assert_eq!(printed(&["convert", "--to", "ggf", "--output", &output, &one, &two]), "");
    let written = fs::read_to_string(&output).expect("it is written");
    assert_eq!(written.lines().count(), 3);
    assert!(["PB[Anna]", "PB[Ben]", "PB[Cleo]"].iter().all(|name| written.contains(name)), "{written}");
}

#[test]
fn unreadable_games_are_named_by_file_and_line_and_the_rest_is_converted() {
    let list = file("convert-list.txt", "f5d6c3\nf6f5e4\nf5f6e6e6\n");
    let (written, said) = converted(&["--to", "moves", &list], "", 2);
    assert_eq!(written, "f5d6c3\nf5f6e6\n");
    assert_eq!(
        said,
        [
            format!("{list}: line 2: move 1, f6: a disc on f6 would capture nothing"),
            format!("{list}: line 3: reading stopped there: move 4, e6: e6 is taken"),
            "left out 1 of 3 games".to_owned(),
        ]
    );
    let (written, said) = converted(&["--to", "moves"], "name: x\nplayers: black white\nboard:\n.WB\nmoves: a1\n", 2);
    assert_eq!(written, "");
    assert_eq!(said[0], "stdin: line 1: x does not begin as usual; moves alone would mislead");
    assert_eq!(converted(&["--to", "pgn"], "hello", 2).1.last().map(String::as_str), Some("left out 1 of 1 games"));
}

#[test]
fn wthor_files_are_written_and_read_with_their_names() {
    let games = file(
        "convert-names.pgn",
        "[Black \"Anna\"]\n[White \"Zoé\"]\n[Date \"2021.05.06\"]\n\n1. f5 d6\n\n[Black \"Zoé\"]\n[White \"Ben\"]\n\n1. d3 c3\n",
    );
    let output = file("convert-out.wtb", "");
    assert_eq!(printed(&["convert", "--to", "wthor", "--output", &output, &games]), "");
    let names = output.replace(".wtb", ".jou");
    assert_eq!(fs::read(&output).expect("it is written").len(), 16 + 2 * 68);
    assert_eq!(fs::read(&names).expect("it is written").len(), 16 + 4 * 20);
    assert_eq!(fs::read(output.replace(".wtb", ".trn")).expect("it is written").len(), 16 + 26);
    let written = printed(&["convert", "--to", "ggf", &output, &names]);
    assert!(written.contains("PB[Anna]PW[Zoé]") && written.contains("PB[Zoé]PW[Ben]"), "{written}");
    assert_eq!(printed(&["convert", "--to", "moves", &output]), "f5d6\nf5f6\n", "turned to begin with f5");
    let (_, why) = refused(&["convert", "--to", "wthor", &games]);
    assert_eq!(why, "WTHOR needs a file to write: add --output games.wtb");
    let damaged = file("convert-damaged.wtb", "short");
    let (_, why) = refused(&["convert", "--to", "moves", &damaged]);
    assert_eq!(why, format!("{damaged}: 5 bytes are too few for a WTHOR file, which has a header of 16"));
}

#[test]
fn wrong_arguments_and_files_are_refused() {
    let (_, why) = refused(&["convert", "--to", "pgm", "x"]);
    assert!(why.contains("invalid value 'pgm' for '--to <FORMAT>'") && why.contains("pgn"), "{why}");
    assert!(refused(&["convert", "--to", "pgn", "no/such.txt"]).1.starts_with("no/such.txt: cannot be read"));
    let path = file("convert-zipped.txt", "");
    fs::write(&path, b"PK\x03\x04\xff").expect("can be written");
    assert_eq!(
        refused(&["convert", "--to", "pgn", &path]).1,
        format!("{path}: it seems to be a compressed file; unpack it first")
    );
    let said = converted(&["--to", "pgn"], "", 2).1;
    assert!(said[0].starts_with("stdin: line 1: neither a board nor a game"), "{said:?}");
}
