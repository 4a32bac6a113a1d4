//! Help, suggestions, and the files that shells and `man` read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use irogaeshi::cpu::CpuPlayer;
use serde_json::Value;

use super::{command, printed, refused, text};

/// The names below "Commands:" in a help text.
fn commands_in(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Names are indented by two; what follows a long text is indented further.
    let names = list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Every command with its words, such as `train probcut`; the first is the tool itself.
fn all_commands() -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = vec![Vec::new()];
    let mut index = 0;
    while let Some(words) = found.get(index).cloned() {
        let below = commands_in(&help(&words, "-h", None));
        found.extend(below.into_iter().map(|name| [words.clone(), vec![name]].concat()));
        index += 1;
    }
    found
}

/// The help of a command in a terminal of this width.
fn help(words: &[String], flag: &str, columns: Option<&str>) -> String {
    let mut command = command(&[]);
    command.args(words).arg(flag).env_remove("COLUMNS").envs(columns.map(|columns| ("COLUMNS", columns)));
    let Output { status, stdout, stderr } = command.output().expect("the tool runs");
    assert_eq!((status.code(), text(&stderr).as_str()), (Some(0), ""), "{words:?} {flag}");
    text(&stdout)
}

/// Output on stderr after a wrong command line.
fn complaint(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the tool runs");
    assert_eq!((status.code(), text(&stdout).as_str()), (Some(2), ""), "{arguments:?}");
    text(&stderr)
}

/// The longest line but for the usage, which clap does not wrap.
fn longest_line(help: &str) -> usize {
    help.lines().filter(|line| !line.starts_with("Usage: ")).map(|line| line.chars().count()).max().unwrap_or_default()
}

#[test]
fn help_is_wrapped_to_the_terminal_and_to_100_columns() {
    let commands = all_commands();
    assert!(commands.len() > 20, "{commands:?}");
    for words in &commands {
        for flag in ["-h", "--help"] {
            for (columns, widest) in [(None, 100), (Some("72"), 72), (Some("200"), 100)] {
                let help = help(words, flag, columns);
                assert!(longest_line(&help) <= widest, "{words:?} {flag}, {columns:?} columns:\n{help}");
            }
        }
    }
}

#[test]
fn short_help_has_one_line_for_each_entry() {
    for words in all_commands() {
        let help = help(&words, "-h", None);
        let continued = help.lines().filter(|line| line.starts_with(&" ".repeat(9))).count();
        // The recipes of a training take two lines more.
        let allowed = if words == ["train"] { 2 } else { 0 };
        assert!(continued <= allowed, "{words:?}:\n{help}");
    }
    assert!(printed(&["match", "--help"]).contains("\n          The other seats play at random."));
}

#[test]
fn many_options_are_grouped_under_headings() {
    for (name, headings) in [("match", ["Sequential test:", "Games:"]), ("online", ["New room:", "Behaviour:"])] {
        let help = printed(&[name, "-h"]);
        assert!(headings.iter().all(|heading| help.lines().any(|line| line == *heading)), "{help}");
    }
}

#[test]
fn a_command_without_the_arguments_that_it_needs_prints_its_help() {
    let whole = complaint(&[]);
    assert!(whole.contains("Usage: irogaeshi-cli <COMMAND>") && whole.contains("\n  match "), "{whole}");
    let needy =
        ["perft", "trace", "match", "elo", "solve", "analyse", "convert", "train", "book", "sounds", "online", "load"];
    for name in needy.into_iter().chain(["completions"]) {
        let help = complaint(&[name]);
        assert!(help.contains(&format!("Usage: irogaeshi-cli {name} ")) && help.contains("--help"), "{help}");
    }
}

#[test]
fn a_wrong_command_line_is_answered_with_usage_and_suggestions() {
    let cases: [(&[&str], &str); 3] = [
        (&["mach"], "some similar subcommands exist: 'man', 'match'"),
        (&["match", "--varant", "classic"], "a similar argument exists: '--variant'"),
        (&["train", "folder", "--recipe", "ful"], "a similar value exists: 'full'"),
    ];
    for (arguments, tip) in cases {
        let complaint = complaint(arguments);
        assert!(complaint.starts_with("irogaeshi-cli: ") && complaint.contains(tip), "{complaint}");
        assert!(complaint.ends_with("\n\nFor more information, try '--help'.\n"), "{complaint}");
    }
    assert!(complaint(&["perft", "--depth", "1"]).contains("\nUsage: irogaeshi-cli perft "));
}

#[test]
fn names_of_boards_and_players_are_suggested() {
    let cases: [(&[&str], &str); 6] = [
        (
            &["perft", "--depth", "1", "--variant", "clasic"],
            "did you mean \"classic\"? \"irogaeshi-cli boards\" lists them",
        ),
        (&["match", "--variant", "color"], "did you mean \"colour\"? \"irogaeshi-cli boards\" lists them"),
        (&["match", "--variant", "no/such.txt"], "(os error 2); \"irogaeshi-cli boards\" lists them"),
        (&["elo", "random", "expart"], "did you mean \"expert\"? \"irogaeshi-cli players\" lists them"),
        (&["match", "--variant", "two", "--seats", "black=tre:200ms"], "did you mean \"tree\"?"),
        (
            &["online", "--server", "a", "--make", "two", "--player", "random", "--substitute", "stedy"],
            "did you mean \"steady\"?",
        ),
    ];
    for (arguments, expected) in cases {
        let (_, why) = refused(arguments);
        assert!(why.contains(expected), "{why}");
    }
}

#[test]
fn players_lists_every_cpu_player() {
    let lines = printed(&["players", "--json"]);
    let entries: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let keys: Vec<&str> = entries.iter().filter_map(|entry| entry["key"].as_str()).collect();
    assert_eq!(keys, CpuPlayer::all().map(CpuPlayer::key).collect::<Vec<_>>());
    let table = printed(&["players"]);
    for key in keys {
        assert!(table.lines().any(|line| line.starts_with(&format!("| {key} "))), "{key}");
    }
    assert!(table.contains("tree:200ms") && table.contains("gtp:"), "{table}");
}

#[test]
fn shells_get_a_script_that_completes_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("irogaeshi-cli") && script.contains("perft") && script.contains("probcut"), "{shell}");
    }
    let (_, why) = refused(&["completions", "csh"]);
    assert!(why.contains("possible values: bash, elvish, fish, powershell, zsh"), "{why}");
}

#[test]
fn man_gets_a_page_for_each_command() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH irogaeshi-cli 1") && page.contains("irogaeshi\\-cli\\-match(1)"), "{page}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("manual/man1");
    let _ = fs::remove_dir_all(&folder);
    assert_eq!(printed(&["man", folder.to_str().expect("a path in UTF-8")]), "");
    let names = |folder: &Path| -> BTreeSet<String> {
        let files = fs::read_dir(folder).expect("the folder is made");
        files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8")).collect()
    };
    let name = |words: Vec<String>| [vec!["irogaeshi-cli".to_owned()], words].concat().join("-") + ".1";
    assert_eq!(names(&folder), all_commands().into_iter().map(name).collect());
    let (_, why) = refused(&["man", "Cargo.toml"]);
    assert!(why.starts_with("Cargo.toml: cannot be written"), "{why}");
}
