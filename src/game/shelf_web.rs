//! Texts kept under names, on the page: entries in the browser's storage.

use thiserror::Error;
use wasm_bindgen::JsValue;
use web_sys::Storage;

use super::board_file::FileProblem;

/// Why a text could not be kept or read: storage is switched off, or full.
#[derive(Debug, Error)]
#[error("the browser's storage refused: {0}")]
pub(super) struct ShelfError(String);

impl From<JsValue> for ShelfError {
    fn from(reason: JsValue) -> Self {
        Self(format!("{reason:?}"))
    }
}

/// A text that is kept: what it is, and its name among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry<'a> {
    /// Something of the program's own.
    State(&'a str),
    /// A board of the user's.
    Board(&'a str),
}

/// What is kept; `None` when nothing is.
pub(super) fn read(entry: Entry) -> Result<Option<String>, ShelfError> {
    Ok(storage()?.get_item(&key(entry))?)
}

/// Keeps a text, in place of what was kept there.
pub(super) fn write(entry: Entry, text: &str) -> Result<(), ShelfError> {
    Ok(storage()?.set_item(&key(entry), text)?)
}

/// Keeps it no more.
pub(super) fn remove(entry: Entry) -> Result<(), ShelfError> {
    Ok(storage()?.remove_item(&key(entry))?)
}

/// Every board that is there, with its name and the bytes in it.
pub(super) fn boards() -> Result<Vec<(String, Result<Vec<u8>, FileProblem>)>, ShelfError> {
    let storage = storage()?;
    let mut boards = Vec::new();
    for index in 0..storage.length()? {
        let Some(key) = storage.key(index)? else { continue };
        if let (Some(name), Some(text)) = (key.strip_prefix(BOARD), storage.get_item(&key)?) {
            boards.push((name.to_owned(), Ok(text.into_bytes())));
        }
    }
    boards.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(boards)
}

/// Where something is kept, for people.
pub(super) fn place(_: Entry) -> Result<String, ShelfError> {
    boards_place()
}

/// Where boards are kept, for people.
#[expect(clippy::unnecessary_wraps, reason = "on the desktop there may be no place")]
pub(super) fn boards_place() -> Result<String, ShelfError> {
    Ok("this browser".to_owned())
}

fn storage() -> Result<Storage, ShelfError> {
    let window = web_sys::window().ok_or_else(|| ShelfError("there is no window".to_owned()))?;
    window.local_storage()?.ok_or_else(|| ShelfError("it is switched off".to_owned()))
}

/// What the keys of boards begin with.
const BOARD: &str = "irogaeshi.board.";

fn key(entry: Entry) -> String {
    match entry {
        Entry::State(name) => format!("irogaeshi.{name}"),
        Entry::Board(name) => format!("{BOARD}{name}"),
    }
}
