//! The language of comments: see docs/style.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// First words that paraphrase a thing where a noun or a verb would name it.
const HEADLESS: [&str; 11] =
    ["What", "Who", "Whoever", "Whose", "Whom", "How", "Where", "When", "That", "Those", "Whether"];

/// Comments of the whole source that begin so. The number may only fall: lower it with the comments.
const LEFT: usize = 0;

/// Folders whose comments count together, from the most special; the game is as large as all others.
const FOLDERS: [&str; 3] = ["src/game/", "src/bin/", "src/"];

/// Percent of a folder's comments that may begin so.
const MAX_PERCENT: usize = 3;

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    paths
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The first lines of all comments, with their line numbers and without their slashes.
fn comments(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_within = false;
    for (index, line) in text.lines().enumerate() {
        let comment = line.trim_start().strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']).trim());
        if let Some(comment) = comment
            && !is_within
        {
            found.push((index + 1, comment));
        }
        is_within = comment.is_some();
    }
    found
}

fn is_headless(comment: &str) -> bool {
    let first = comment.split(|character: char| !character.is_alphabetic()).next();
    first.is_some_and(|word| HEADLESS.contains(&word))
}

/// The folder that a file counts to: one level below the innermost of [`FOLDERS`], or that itself.
fn folder_of(path: &str) -> String {
    let base = FOLDERS.iter().find(|base| path.starts_with(**base)).expect("only the source is read");
    let below = path[base.len()..].split_once('/').map_or("", |(folder, _)| folder);
    format!("{base}{below}")
}

#[test]
fn comments_begin_with_a_noun_or_a_verb() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut shares: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut headless = Vec::new();
    for file in rust_files(&root.join("src")) {
        let path = file.strip_prefix(root).expect("it is below the root").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).expect("the file can be read");
        let (all, bad) = shares.entry(folder_of(&path)).or_default();
        for (line, comment) in comments(&text) {
            *all += 1;
            if is_headless(comment) {
                *bad += 1;
                headless.push(format!("{path}:{line}: {comment}"));
            }
        }
    }
    for (folder, (all, bad)) in shares {
        assert!(bad * 100 <= all * MAX_PERCENT, "{folder}: {bad} of {all} comments are headless: {headless:#?}");
    }
    assert_eq!(headless.len(), LEFT, "reword these, or lower `LEFT`: {headless:#?}");
}

#[test]
fn only_the_first_line_of_a_comment_counts() {
    let text = "//! Tests.\n//! What follows.\n\n    // Where it is.\nlet a = 1; // How.\n/// Whatever.\n";
    assert_eq!(comments(text), [(1, "Tests."), (4, "Where it is."), (6, "Whatever.")]);
    assert_eq!(comments(text).iter().filter(|(_, comment)| is_headless(comment)).count(), 1);
    assert_eq!(folder_of("src/game/ui/theme.rs"), "src/game/ui");
    assert_eq!(folder_of("src/game/mod.rs"), "src/game/");
    assert_eq!(folder_of("src/rules/disc.rs"), "src/rules");
}
