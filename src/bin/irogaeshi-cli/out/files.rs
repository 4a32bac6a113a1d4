//! Reading files, and writing them atomically.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use irogaeshi::files::sync_folder;
use irogaeshi::notation::without_mark;
use tempfile::NamedTempFile;
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

/// Name of standard input in messages.
pub(crate) const STDIN: &str = "stdin";

/// Extension of a file that is being written. A killed program leaves it behind.
pub(crate) const PART: &str = "part";

/// Readers of a written file.
#[derive(Clone, Copy)]
enum Readers {
    /// As the system allows for new files.
    Usual,
    Owner,
}

/// Checks whether [`write_whole`] could write a file, without changing it.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn check_writable(path: &Path) -> Result<(), FileError> {
    let checked = match Target::of(path) {
        Target::File(file) if file.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Target::File(file) => part_of(&file, Readers::Usual).and_then(NamedTempFile::close),
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
    write(path, bytes, Readers::Usual)
}

/// Writes a file atomically, as [`write_whole`] does, for its owner alone.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write(path, bytes, Readers::Owner)
}

/// Creates a file atomically, for its owner alone.
///
/// # Errors
/// If the file exists or cannot be written.
pub(crate) fn create_secret(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let created = write_part(path, bytes, Readers::Owner).and_then(|part| {
        part.persist_noclobber(path)?;
        sync_folder(folder_of(path))
    });
    created.map_err(|error| FileError::Unwritable { path: path.to_owned(), error })
}

fn write(path: &Path, bytes: &[u8], readers: Readers) -> Result<(), FileError> {
    let written = match Target::of(path) {
        Target::File(file) => write_part(&file, bytes, readers).and_then(|part| {
            part.persist(&file)?;
            sync_folder(folder_of(&file))
        }),
        Target::Other => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes)),
    };
    written.map_err(|error| FileError::Unwritable { path: path.to_owned(), error })
}

/// Writes a new file beside another one, which it can replace.
fn write_part(file: &Path, bytes: &[u8], readers: Readers) -> io::Result<NamedTempFile> {
    let mut part = part_of(file, readers)?;
    part.write_all(bytes)?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// Creates an empty file beside another one, under a name that no other program uses.
fn part_of(file: &Path, readers: Readers) -> io::Result<NamedTempFile> {
    let mut prefix = file.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let suffix = format!(".{PART}");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(&suffix);
    match readers {
        #[cfg(unix)]
        Readers::Usual => {
            // The system takes away what it denies to new files.
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        }
        #[cfg(not(unix))]
        Readers::Usual => {}
        // The default.
        Readers::Owner => {}
    }
    builder.tempfile_in(folder_of(file))
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
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

/// Reads standard input.
///
/// # Errors
/// If it cannot be read, or is larger than `most` bytes.
pub(crate) fn read_stdin_at_most(most: usize) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = io::stdin().take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| FileError::Unreadable { path: STDIN.into(), error })?;
    if bytes.len() > most { Err(FileError::TooLarge { path: STDIN.into(), most }) } else { Ok(bytes) }
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

    #[test]
    fn programs_that_write_one_file_do_not_mix_their_texts() {
        let folder = folder("several");
        let file = folder.join("file");
        let texts: Vec<Vec<u8>> = (b'a'..b'i').map(|letter| vec![letter; 200_000 + usize::from(letter)]).collect();
        thread::scope(|scope| {
            for text in &texts {
                scope.spawn(|| {
                    for _ in 0..20 {
                        check_writable(&file).expect("it can be written to");
                        write_whole(&file, text).expect("it can be written to");
                        let found = fs::read(&file).expect("it is there");
                        assert!(texts.contains(&found), "{} bytes of several texts", found.len());
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(&folder).expect("it is ours").count(), 1, "nothing half-written is left");
        fs::remove_dir_all(folder).expect("it is ours");
    }
}
