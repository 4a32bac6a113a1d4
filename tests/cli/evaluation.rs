//! Evaluation files, with which the engine plays instead of the built-in evaluations.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::servers::answers;
use super::{printed, refused};

/// The built-in evaluation of 8 x 8.
const SAME: &str = "assets/evaluation.bin";

/// An evaluation of all boards with other values.
const OTHER: &str = "assets/any-evaluation.bin";

/// Fields of the JSON objects that a command prints without an evaluation file, with the same values from a file, and
/// with others.
fn in_three_ways(arguments: &[&str], fields: impl Fn(&Value) -> Vec<Value>) -> [Vec<Value>; 3] {
    let options: [&[&str]; 3] = [&[], &["--evaluation", SAME], &["--evaluation", OTHER]];
    options.map(|option| {
        let printed = printed(&[arguments, option, &["--json", "--table-mib", "1"]].concat());
        let objects = printed.lines().map(|line| serde_json::from_str(line).expect("every line is JSON"));
        objects.flat_map(|object: Value| fields(&object)).collect()
    })
}

#[test]
fn the_values_of_a_file_decide_the_scores() {
    let [built_in, same, other] =
        in_three_ways(&["analyse", "f5 d6 c3 d3 c4", "--depth", "4"], |object| vec![object["moves"].clone()]);
    assert_eq!(built_in, same);
    assert_ne!(built_in, other);

    let hint = |option: &[&str]| {
        let usual = ["nboard", "--depth", "3", "--table-mib", "1", "--no-book"];
        let printed = answers(&[&usual, option].concat(), b"set game (;GM[Othello]B[F5]W[D6]B[C3]W[D3];)\nhint 1\n");
        printed.lines().filter(|line| line.starts_with("search ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!hint(&[]).is_empty());
    assert_eq!(hint(&[]), hint(&["--evaluation", SAME]));
    assert_ne!(hint(&[]), hint(&["--evaluation", OTHER]));
}

#[test]
fn a_file_changes_the_search_and_not_the_solution() {
    let bench = ["bench", "--perft-depth", "1", "--depth", "6", "--positions", "1"];
    let [built_in, same, other] = in_three_ways(&bench, |object| vec![object["work"].clone(), object["nodes"].clone()]);
    assert_eq!(built_in, same);
    assert_ne!(built_in, other);
    let [built_in, _, other] = in_three_ways(&["solve", "tests/data/ffo-1-19.csv"], |object| {
        [&object["score"], &object["wrong"]].into_iter().filter(|field| !field.is_null()).cloned().collect()
    });
    assert_eq!(built_in, other);
}

#[test]
fn an_evaluation_plays_against_the_built_in_one() {
    let seats = format!("black=engine@{OTHER}:d2,white=engine:D2");
    let usual = ["match", "--variant", "classic", "--games", "2", "--rotate", "--json", "--seats", &seats];
    let report: Value = serde_json::from_str(&printed(&usual)).expect("the report is JSON");
    let names: Vec<&Value> =
        report["contenders"].as_array().expect("contenders").iter().map(|one| &one["contender"]).collect();
    assert_eq!(names, [&format!("engine@{OTHER}:d2"), "engine:d2"]);
    let moves = answers(&["gtp", "--depth", "2", "--table-mib", "1", "--evaluation", OTHER], b"genmove b\n");
    assert!(moves.starts_with("= "), "{moves}");
}

#[test]
fn a_file_that_is_no_evaluation_of_ordinary_games_is_refused_by_its_name() {
    let broken = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("Broken.bin");
    let whole = fs::read(SAME).expect("the evaluation is there");
    fs::write(&broken, &whole[..whole.len() / 2]).expect("the folder for tests can be written to");
    let broken = broken.to_str().expect("a path in UTF-8");
    let cases = [
        (broken, "the evaluation file is damaged"),
        ("Cargo.toml", "not an evaluation file"),
        ("no/such.bin", "cannot be read: "),
        ("assets/reverse-evaluation.bin", "an evaluation of games that the fewest discs win; give one of"),
    ];
    for (file, expected) in cases {
        let commands: [&[&str]; 5] = [&["gtp"], &["nboard"], &["bench"], &["solve", "no.obf"], &["analyse", "f5"]];
        for command in commands {
            let (_, why) = refused(&[command, &["--evaluation", file]].concat());
            let begin = format!("invalid value '{file}' for '--evaluation <FILE>': {expected}");
            assert!(why.starts_with(&begin), "{command:?}: {why}");
        }
        let seats = format!("black=engine@{file}:100ms");
        let (_, why) = refused(&["match", "--variant", "classic", "--seats", &seats]);
        assert!(why.contains(&format!("{file}: {expected}")), "{why}");
    }
    let (_, why) = refused(&["match", "--variant", "classic", "--seats", &format!("black=engine@{SAME}")]);
    assert!(why.contains("is not a limit of the engine"), "{why}");
}
