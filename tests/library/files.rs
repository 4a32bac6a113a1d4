//! Libraries in files: two programs at once, changes that were interrupted, damage, and compaction.

use std::fs;
use std::path::PathBuf;

use irogaeshi::files::{LibraryFile, LibraryFileError, Opened};
use irogaeshi::library::{Import, Library, NewGame};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Record, Variant};

use crate::dice::dice;
use crate::{any_game, contents, shelved};

/// Path in a new folder of a test.
fn path() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.irg");
    (folder, path)
}

fn games(seed: u64, count: usize) -> Vec<NewGame> {
    let mut dice = dice(seed);
    (0..count).map(|_| shelved(&any_game(&mut dice), &mut dice)).collect()
}

fn open(path: &PathBuf) -> LibraryFile {
    let (file, opened) = LibraryFile::open(path).expect("it can be opened");
    assert_eq!(opened, Opened::default());
    file
}

#[test]
fn a_file_is_made_by_the_first_change() {
    let (_folder, path) = path();
    let mut file = open(&path);
    assert!(file.library().is_empty() && !path.exists());
    let nothing = file.change(|library| library.adding([])).expect("nothing is to do");
    assert!(nothing.is_empty() && !path.exists());
    file.change(|library| library.adding(games(1, 3))).expect("it can be written");
    assert_eq!(contents(open(&path).library()), contents(file.library()));
    fs::write(&path, "").expect("can be written");
    assert!(open(&path).library().is_empty(), "an empty file is an empty library");
}

#[test]
fn two_programs_that_take_turns_see_everything() {
    let (_folder, path) = path();
    let (mut one, mut other) = (open(&path), open(&path));
    for seed in 0..6 {
        let (writer, reader) = if seed % 2 == 0 { (&mut one, &mut other) } else { (&mut other, &mut one) };
        let change = writer.change(|library| library.adding(games(seed, 2))).expect("it can be written");
        writer.change(|library| library.marking(change.added(), true)).expect("it can be written");
        assert_eq!(reader.refresh().ok(), Some(true));
        assert_eq!(reader.refresh().ok(), Some(false));
        assert_eq!(contents(reader.library()), contents(writer.library()));
    }
    // The change is made of the newest state, also without a refresh.
    one.change(|library| library.adding(games(10, 2))).expect("it can be written");
    let again = other.change(|library| library.adding(games(10, 2))).expect("it can be written");
    assert_eq!((again.added().len(), again.known()), (0, 2));
    let ids: Vec<_> = one.library().games().map(|game| game.id()).take(2).collect();
    one.change(|library| library.removing(ids)).expect("it can be written");
    one.compact().expect("it can be written");
    assert_eq!(one.library().removed(), 0);
    other.change(|library| library.adding(games(11, 1))).expect("it can be written");
    assert_eq!(one.refresh().ok(), Some(true));
    assert_eq!(contents(one.library()), contents(other.library()));
    assert_eq!(contents(one.library()), contents(open(&path).library()));
}

#[test]
fn threads_that_write_at_once_lose_nothing() {
    let (_folder, path) = path();
    let add = |seeds: std::ops::Range<u64>| {
        let mut file = open(&path);
        for seed in seeds {
            let record = Record::new(Variant::classic(8).expect("is a side"));
            let game = GameRecord::new(record).with_dates(Some(seed), None);
            loop {
                match file.change(|library| library.adding([NewGame::of(&game)])) {
                    Ok(change) => break assert_eq!(change.added().len(), 1),
                    Err(error) => assert_eq!(error.code(), "busy"),
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| add(0..20));
        scope.spawn(|| add(20..40));
    });
    assert_eq!(open(&path).library().len(), 40);
}

#[test]
fn an_interrupted_change_is_put_aside_by_the_next_one() {
    let (folder, path) = path();
    let mut file = open(&path);
    file.change(|library| library.adding(games(1, 2))).expect("it can be written");
    let whole = fs::read(&path).expect("is there");
    file.change(|library| library.adding(games(2, 2))).expect("it can be written");
    let longer = fs::read(&path).expect("is there");
    for (length, number) in (whole.len() + 1..longer.len()).step_by(37).zip(1..) {
        fs::write(&path, &longer[..length]).expect("can be written");
        let (mut file, opened) = LibraryFile::open(&path).expect("it can be opened");
        assert_eq!(opened.unfinished, length - whole.len());
        assert_eq!(fs::read(&path).expect("is there").len(), length, "nothing changes while it is only read");
        file.change(|library| library.adding(games(3, 1))).expect("it can be written");
        let aside = folder.path().join(format!("games.irg.damaged-{number}"));
        assert_eq!(fs::read(aside).expect("is kept"), longer[whole.len()..length]);
        assert_eq!(open(&path).library().len(), 3);
    }
}

#[test]
fn damage_is_reported_and_put_aside_by_compaction() {
    let (folder, path) = path();
    let mut file = open(&path);
    file.change(|library| library.adding(games(1, 2))).expect("it can be written");
    let begin = fs::read(&path).expect("is there").len();
    file.change(|library| library.adding(games(2, 2))).expect("it can be written");
    let end = fs::read(&path).expect("is there").len();
    file.change(|library| library.adding(games(3, 2))).expect("it can be written");
    let mut bytes = fs::read(&path).expect("is there");
    bytes[begin + 20] ^= 1;
    fs::write(&path, &bytes).expect("can be written");
    let (mut file, opened) = LibraryFile::open(&path).expect("it can be opened");
    assert_eq!((opened.damaged.as_slice(), file.library().len()), (std::slice::from_ref(&(begin..end)), 4));
    file.change(|library| library.adding(games(4, 1))).expect("it can be written");
    file.compact().expect("it can be written");
    assert_eq!(open(&path).library().len(), 5);
    let aside = folder.path().join("games.irg.damaged-1");
    assert_eq!(fs::read(aside).expect("is kept"), bytes[begin..end]);
}

#[test]
fn a_newer_library_and_other_files_stay_as_they_are() {
    let (folder, path) = path();
    fs::write(&path, "f5d6c3").expect("can be written");
    let error = LibraryFile::open(&path).expect_err("it is no library");
    assert_eq!(
        (error.code(), error.to_string()),
        ("not-a-library", format!("{}: not a library of games", path.display()))
    );
    let error = LibraryFile::open(folder.path()).expect_err("it is a folder");
    assert_eq!(error.code(), "not-a-file");
    assert!(matches!(error, LibraryFileError::NotAFile(_)));
    // A library that another program has replaced by a text meanwhile.
    fs::remove_file(&path).expect("can be removed");
    let mut file = open(&path);
    file.change(|library| library.adding(games(1, 1))).expect("it can be written");
    fs::write(&path, "something else that is longer than the library was".repeat(20)).expect("can be written");
    let error = file.change(|library| library.adding(games(2, 1))).expect_err("it is no library");
    assert_eq!(error.code(), "not-a-library");
    assert!(fs::read_to_string(&path).expect("is a text").starts_with("something else"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let (folder, path) = path();
    let target = folder.path().join("elsewhere.irg");
    let mut file = open(&target);
    file.change(|library| library.adding(games(1, 1))).expect("it can be written");
    std::os::unix::fs::symlink(&target, &path).expect("a link");
    let mut file = open(&path);
    file.change(|library| library.adding(games(2, 1))).expect("it can be written");
    file.compact().expect("it can be written");
    assert!(path.is_symlink());
    assert_eq!(open(&target).library().len(), 2);
}

#[test]
fn a_cancelled_import_leaves_whole_batches() {
    let (_folder, path) = path();
    let mut file = open(&path);
    let text: String = ["f5d6\n", "f5f6\n", "f5f4\n"].into_iter().cycle().take(40).collect();
    let mut import = Import::of_text(text).into_collection("Pasted");
    assert_eq!(import.total(), 40);
    let change = file.change(|library| import.next_batch(library, 10)).expect("it can be written");
    import.count(&change);
    assert_eq!((import.done(), import.added(), import.known(), import.is_done()), (10, 3, 7, false));
    let library: &Library = file.library();
    assert_eq!(contents(open(&path).library()), contents(library));
    assert_eq!(library.collections(), [("Pasted", 3)]);
}
