//! Reading files, and writing them atomically.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use irogaeshi::notation::without_mark;
use thiserror::Error;

use crate::failure::Refusal;

#[derive(Debug, Error)]
pub(crate) enum FileError {
    #[error("{path}: cannot be written: {error}", path = path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error("{path}: cannot be read: {error}", path = path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{path}: larger than {} KiB", .most / 1024, path = path.display())]
    TooLarge { path: PathBuf, most: usize },
}

impl Refusal for FileError {}

/// Suffix of a file that is being written.
pub(crate) const PART: &str = "part";

/// Checks whether [`write_whole`] could write a file, without changing it.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn check_writable(path: &Path) -> Result<(), FileError> {
    let checked = match Target::of(path) {
        Target::File(file) if file.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Target::File(file) => {
            let part = part_of(&file);
            File::create(&part).and_then(|_| fs::remove_file(&part))
        }
        // Opening a pipe would wait for a reader.
        Target::Other => Ok(()),
    };
    checked.map_err(|error| FileError::Unwritable { path: path.to_owned(), error })
}

/// Writes a file atomically. A link to a file stays a link; a device or a pipe is written directly.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let written = match Target::of(path) {
        Target::File(file) => {
            let part = part_of(&file);
            let written = File::create(&part).and_then(|mut part| {
                part.write_all(bytes)?;
                part.sync_all()
            });
            written.and_then(|()| fs::rename(&part, &file))
        }
        Target::Other => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes)),
    };
    written.map_err(|error| FileError::Unwritable { path: path.to_owned(), error })
}

/// Target of a path.
enum Target {
    /// A file, a folder or nothing, with all links resolved.
    File(PathBuf),
    /// A device, a pipe or the like.
    Other,
}

impl Target {
    fn of(path: &Path) -> Self {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => Self::Other,
            _ => Self::File(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())),
        }
    }
}

/// Reads a whole file.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|error| FileError::Unreadable { path: path.to_owned(), error })
}

/// Reads a file of at most `most` bytes. The limit also protects against endless devices.
///
/// # Errors
/// If the file cannot be read or is larger.
pub(crate) fn read_at_most(path: &Path, most: usize) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(FileError::Unreadable { path: path.to_owned(), error }),
        Ok(read) if read > most => Err(FileError::TooLarge { path: path.to_owned(), most }),
        Ok(_) => Ok(bytes),
    }
}

/// Reads a list of positions or openings, without the byte order mark that Windows writes.
///
/// # Errors
/// If the file cannot be read, or is too large for a list.
pub(crate) fn read_list(path: &Path) -> Result<String, FileError> {
    /// Enough for several hundred thousand positions.
    const MAX_BYTES: usize = 64 * 1024 * 1024;
    let not_text = |error| FileError::Unreadable {
        path: path.to_owned(),
        error: io::Error::new(io::ErrorKind::InvalidData, error),
    };
    let text = String::from_utf8(read_at_most(path, MAX_BYTES)?).map_err(not_text)?;
    Ok(without_mark(&text).to_owned())
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{PART}"));
    name.into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::FileTypeExt;
    use std::process::Command;
    use std::{env, process, thread};

    use super::*;

    /// Creates a folder for one test.
    fn folder(name: &str) -> PathBuf {
        let path = env::temp_dir().join(format!("irogaeshi-cli-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a folder can be made");
        path
    }

    #[test]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        let folder = folder("pipe");
        let pipe = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe)
        });
        check_writable(&pipe).expect("it can be written to");
        write_whole(&pipe, b"text").expect("it can be written to");
        assert!(fs::metadata(&pipe).expect("it is there").file_type().is_fifo(), "it was replaced by a file");
        assert_eq!(reader.join().expect("it is read").expect("it is read"), b"text");
        fs::remove_dir_all(folder).expect("it is ours");
    }

    #[test]
    fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
        let folder = folder("link");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, b"old").expect("it can be written");
        std::os::unix::fs::symlink(&file, &link).expect("a link can be made");
        check_writable(&link).expect("it can be written to");
        assert_eq!(fs::read(&file).expect("it is there"), b"old");
        write_whole(&link, b"new").expect("it can be written to");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        assert_eq!(fs::read_dir(&folder).expect("it is ours").count(), 2);
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
