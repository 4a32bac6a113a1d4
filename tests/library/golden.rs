//! A library in tests/data/golden written by the version of November 2026: every later version must open it.

use std::fs;
use std::path::PathBuf;

use irogaeshi::library::{GameId, Library};

use crate::contents;

fn golden(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden/libraries");
    fs::read(folder.join(name)).expect("the file is there")
}

#[test]
fn a_library_of_version_1_opens_and_means_what_it_meant() {
    let (library, opening) = Library::open(&golden("version-1.irg")).expect("it can be opened");
    assert!(opening.is_whole(), "{opening:?}");
    let expected = String::from_utf8(golden("version-1.txt")).expect("is text");
    assert_eq!(contents(&library), expected.lines().collect::<Vec<_>>());
    assert_eq!((library.len(), library.removed(), library.generation()), (28, 2, 1));
    let removed = library.game(GameId(5)).expect("it can be restored");
    assert!(removed.is_removed() && removed.to_record().is_ok());
    // A compaction by this version holds the same.
    let (again, opening) = Library::open(&library.compacted()).expect("it can be opened");
    assert!(opening.is_whole());
    assert_eq!((contents(&again), again.generation()), (contents(&library), 2));
}
