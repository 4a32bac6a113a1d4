//! Texts kept under names, on the desktop: files in the user's data folder.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::{fs, io};

use super::board_file::{self, FileProblem};

/// Why a text could not be kept or read.
pub(super) type ShelfError = io::Error;

/// A text that is kept: what it is, and its name among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry<'a> {
    /// Something of the program's own.
    State(&'a str),
    /// A board of the user's, who may put others beside it.
    Board(&'a str),
}

/// What is kept; `None` when nothing is.
pub(super) fn read(entry: Entry) -> Result<Option<String>, ShelfError> {
    match fs::read_to_string(path(entry)?) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Keeps a text, in place of what was kept there.
pub(super) fn write(entry: Entry, text: &str) -> Result<(), ShelfError> {
    let path = path(entry)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Written beside and then renamed: a crash in between leaves the old text whole.
    let beside = path.with_added_extension("new");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}

/// Keeps it no more.
pub(super) fn remove(entry: Entry) -> Result<(), ShelfError> {
    match fs::remove_file(path(entry)?) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Every board that is there, with its name and the bytes in it.
pub(super) fn boards() -> Result<Vec<(String, Result<Vec<u8>, FileProblem>)>, ShelfError> {
    let entries = match fs::read_dir(boards_folder()?) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut boards = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new(BOARD)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            boards.push((name, board_file::read_bytes(&path)));
        }
    }
    boards.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(boards)
}

/// Where something is kept, for people.
pub(super) fn place(entry: Entry) -> Result<String, ShelfError> {
    Ok(path(entry)?.display().to_string())
}

/// Where boards are kept, for people.
pub(super) fn boards_place() -> Result<String, ShelfError> {
    Ok(boards_folder()?.display().to_string())
}

/// How the names of boards end.
const BOARD: &str = "txt";

fn path(entry: Entry) -> Result<PathBuf, ShelfError> {
    Ok(match entry {
        Entry::State(name) => folder()?.join(format!("{name}.json")),
        Entry::Board(name) => boards_folder()?.join(format!("{name}.{BOARD}")),
    })
}

fn boards_folder() -> Result<PathBuf, ShelfError> {
    Ok(folder()?.join("boards"))
}

fn folder() -> Result<PathBuf, ShelfError> {
    let folder = dirs::data_dir().ok_or_else(|| io::Error::other("this user has no data folder"))?;
    Ok(folder.join("irogaeshi"))
}
