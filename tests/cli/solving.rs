//! Solving and analysing positions.

use serde_json::{Value, json};

use super::{command, file, printed, refused, text};

/// Position 20 of the FFO suite by M. Brockington, with its published answer.
const FFO_20: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";

fn lines(arguments: &[&str]) -> Vec<Value> {
    printed(arguments).lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect()
}

#[test]
fn right_answers_are_counted() {
    let header = "suite,id,side_to_move,board_a1_to_h8_rowmajor,best_score_for_side_to_move,best_moves";
    let csv = file("right.csv", &format!("{header}\nffo,20,X,{FFO_20},6,H5\n"));
    let obf = file("right.obf", &format!("{FFO_20} X; h5:+6; g6:-2;\n{FFO_20} O;\n"));
    let printed = printed(&["solve", &csv, &obf]);
    let rows: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["id", "empties", "move", "score", "nodes", "seconds"]);
    assert_eq!((&rows[1][..4], rows[1].last()), (&["20", "6", "h5", "+6"][..], Some(&"right")));
    assert_eq!((rows[2][0], rows[2].last()), ("1", Some(&"right")));
    assert_eq!((rows[3][0], rows[3].len()), ("2", 6), "there is no answer to check: {:?}", rows[3]);
    assert!(printed.ends_with("million/s; 2 right, 0 wrong\n"), "{printed}");

    let objects = lines(&["solve", &csv, "--json", "--table-mib", "1", "--threads", "1"]);
    let [solution, total] = objects.as_slice() else { panic!("a position and the total") };
    let known = ["file", "id", "empties", "move", "score", "expected", "right"].map(|key| solution[key].clone());
    let expected = json!({ "score": 6, "best_moves": ["h5"] });
    assert_eq!(known, [json!(csv), json!("20"), json!(6), json!("h5"), json!(6), expected, json!(true)]);
    assert_eq!((&total["positions"], &total["right"], &total["wrong"]), (&json!(1), &json!(1), &json!(0)));
    assert_eq!(total["nodes"], solution["nodes"]);
}

#[test]
fn a_wrong_answer_is_told_and_ends_in_an_exit_code() {
    let cases = [("h5:+8", "wrong: +8 h5"), ("g6:+6", "wrong: +6 g6")];
    for (answer, verdict) in cases {
        let path = file("wrong.obf", &format!("{FFO_20} X; {answer};\n{FFO_20} X; h5:+6;\n"));
        let output = command(&["solve", &path]).output().expect("the tool runs");
        assert_eq!(
            (output.status.code(), text(&output.stderr).as_str()),
            (Some(1), "irogaeshi-cli: 1 answer is wrong\n")
        );
        let printed = text(&output.stdout);
        assert!(printed.lines().nth(1).is_some_and(|line| line.ends_with(verdict)), "{printed}");
        assert!(printed.ends_with("; 1 right, 1 wrong\n"), "{printed}");
    }
}

#[test]
fn a_player_who_must_pass_has_a_score_and_no_move() {
    // Black's last move turns the last white disc; White cannot move.
    let path = file("pass.obf", &format!("-O{} O; \n-{} O;\n", "X".repeat(62), "X".repeat(63)));
    let objects = lines(&["solve", &path, "--json"]);
    assert!(objects[..2].iter().all(|object| object.get("move").is_none() && object["score"] == -64), "{objects:?}");
}

#[test]
fn each_depth_of_an_analysis_has_every_legal_square() {
    let objects = lines(&["analyse", "f5 d6", "--depth", "4", "--json", "--table-mib", "1"]);
    let depths: Vec<&Value> = objects.iter().map(|object| &object["depth"]).collect();
    assert_eq!(depths, [2, 3, 4]);
    for object in &objects {
        let moves = object["moves"].as_array().expect("moves");
        let mut squares: Vec<&str> = moves.iter().filter_map(|scored| scored["move"].as_str()).collect();
        squares.sort_unstable();
        assert_eq!(squares, ["c3", "c4", "c5", "c6", "c7"]);
        let scores: Vec<i64> = moves.iter().filter_map(|scored| scored["score"].as_i64()).collect();
        assert!(scores.is_sorted_by(|better, worse| better >= worse), "{scores:?}");
        assert!(moves.iter().all(|scored| scored["line"][0] == scored["move"]));
    }
}

#[test]
fn an_analysis_takes_positions_in_many_forms_and_is_told_as_text() {
    let record = file("analysed.txt", "name: x\nplayers: black white\nboard:\n.WB.\n....\n.BW.\nmoves: a1\n");
    let printed = printed(&["analyse", &record]);
    let rows: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["depth", "nodes", "seconds", "scores,", "best", "first"]);
    assert_eq!(rows.last().expect("lines")[..2], ["best", "line:"]);
    assert!(rows[1][0] == "end" || rows[1][0] == "2", "{printed}");
    let ggf = lines(&["analyse", "(;GM[Othello]B[F5]W[D6];)", "--depth", "2", "--json"]);
    assert_eq!(ggf[0]["moves"].as_array().map(Vec::len), Some(5));
    let diagram = lines(&["analyse", &format!("{FFO_20} X"), "--json"]);
    assert_eq!(diagram.last().expect("a depth")["exact"], true);
}

#[test]
fn unsuitable_positions_are_refused_in_one_line() {
    let long = file("long.obf", &format!("{FFO_20}X X;\n"));
    let cases: [(&[&str], &str); 9] = [
        (&["solve", "--json"], "the following required arguments were not provided: <FILE>..."),
        (&["solve", "no/such.obf"], "no/such.obf: cannot be read"),
        (&["solve", &long], &format!("{long}: line 1: 65 squares, but a position has 64")),
        (&["solve", &long, "--threads", "0"], "invalid value '0' for '--threads <N>'"),
        (&["solve", &long, "--table-mib", "0"], "invalid value '0' for '--table-mib <N>'"),
        (&["analyse", "f5 f5"], "move 2, f5: f5 is taken"),
        (&["analyse", "f5", "--time", "soon"], "invalid value 'soon' for '--time <TIME>': \"soon\" is not a time"),
        (&["analyse", &format!("{} X", "X".repeat(64))], "the game is over, Black 64 and White 0; the text was read"),
        (&["analyse", "f5", "--nodes", "1"], "the limit is too short"),
    ];
    for (arguments, expected) in cases {
        let (_, why) = refused(arguments);
        assert!(why.starts_with(expected), "{arguments:?}: {why}");
    }
}

#[test]
fn speed_is_measured_by_counted_nodes_of_the_same_positions() {
    let quick = ["bench", "--perft-depth", "6", "--depth", "6", "--positions", "1", "--table-mib", "1"];
    let measured = lines(&[&quick[..], &["--json"]].concat());
    let works: Vec<&Value> = measured.iter().map(|measurement| &measurement["work"]).collect();
    assert_eq!(works, ["perft of 6 plies", "midgames, 6 plies", "endgames, 22 empties"]);
    // Source of the published value: OEIS A124004.
    assert_eq!(measured[0]["nodes"], 8200);
    for measurement in &measured {
        let [nodes, seconds, speed] =
            ["nodes", "seconds", "nodes_a_second"].map(|key| measurement[key].as_f64().expect("a number"));
        assert!(nodes > 0.0 && seconds > 0.0 && (speed * seconds / nodes - 1.0).abs() < 1e-9, "{measurement}");
    }

    let printed = printed(&quick);
    let rows: Vec<Vec<&str>> = printed.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    for (row, measurement) in rows[2..].iter().zip(&measured) {
        let known = ["work", "positions", "nodes"].map(|key| measurement[key].to_string().replace('"', ""));
        assert_eq!(row[1..4], known, "one thread always looks at the same nodes");
    }
    assert!(printed.lines().last().is_some_and(|line| line.starts_with("instructions: ")), "{printed}");
    assert!(refused(&["bench", "--depth", "61"]).1.contains("is not a depth"));
    assert!(refused(&["bench", "--positions", "0"]).1.contains("--positions"));
}
