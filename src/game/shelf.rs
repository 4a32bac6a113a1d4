//! Texts kept under names, on the desktop: files in the user's data folder.

use std::path::PathBuf;
use std::{fs, io};

/// Why a text could not be kept or read.
pub(super) type ShelfError = io::Error;

/// What is kept under a name; `None` when nothing is.
pub(super) fn read(name: &str) -> Result<Option<String>, ShelfError> {
    match fs::read_to_string(path(name)?) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Keeps a text under a name, in place of what was kept there.
pub(super) fn write(name: &str, text: &str) -> Result<(), ShelfError> {
    let path = path(name)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Written beside and then renamed: a crash in between leaves the old text whole.
    let beside = path.with_extension("new");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}

/// Keeps nothing under a name any more.
pub(super) fn remove(name: &str) -> Result<(), ShelfError> {
    match fs::remove_file(path(name)?) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn path(name: &str) -> Result<PathBuf, ShelfError> {
    let folder = dirs::data_dir().ok_or_else(|| io::Error::other("this user has no data folder"))?;
    Ok(folder.join("irogaeshi").join(format!("{name}.json")))
}
