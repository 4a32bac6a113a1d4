//! A library of games in a file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::sync::sync_folder;
use crate::library::{Change, Library, LibraryError};

/// A [`Library`] with its file. Every change is on the disk before it is applied, and another copy of the program may
/// change the same file at any time.
///
/// A damaged part of the file stays in it until the library is compacted, and is then put beside it, as is a change
/// whose writing was interrupted, in files with the extension `damaged-1` and so on.
#[derive(Debug)]
pub struct LibraryFile {
    path: PathBuf,
    library: Library,
    /// First bytes of the file, by which one that was replaced is known.
    header: Vec<u8>,
    /// Bytes of the file that the library has applied. 0 if there is no file.
    end: u64,
}

/// Report about a file that was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// Damaged places, whose changes are lost.
    pub damaged: Vec<Range<usize>>,
    /// Bytes at the end that are not a whole change.
    pub unfinished: usize,
    /// Number of changes that only a later version can read.
    pub unknown: usize,
}

/// Error from reading or changing the file of a library.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibraryFileError {
    /// The file is no library, or of a later version.
    #[error("{path}: {error}", path = .path.display())]
    Library {
        /// The file.
        path: PathBuf,
        /// The problem.
        error: LibraryError,
    },
    /// Another copy of the program is writing.
    #[error("{path}: another program is writing to it; try again", path = .0.display())]
    Busy(PathBuf),
    /// The path leads to a folder, a device or the like.
    #[error("{path}: not a file", path = .0.display())]
    NotAFile(PathBuf),
    /// The file is too large to be a library.
    #[error("{path}: larger than {} MiB", MAX_BYTES >> 20, path = .0.display())]
    TooLarge(PathBuf),
    /// The system refuses.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The problem.
        error: io::Error,
    },
}

impl LibraryFileError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Library { error, .. } => error.code(),
            Self::Busy(_) => "busy",
            Self::NotAFile(_) => "not-a-file",
            Self::TooLarge(_) => "too-large",
            Self::Io { error, .. } if is_full(error) => "full",
            Self::Io { .. } => "io",
        }
    }
}

fn is_full(error: &io::Error) -> bool {
    let full = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded, io::ErrorKind::FileTooLarge];
    full.contains(&error.kind())
}

/// Maximum size of a file.
const MAX_BYTES: u64 = 1 << 30;
/// Number and length of the waits for another copy of the program that is writing.
const WAITS: (u32, Duration) = (200, Duration::from_millis(5));

impl LibraryFile {
    /// Opens a library. A file that does not exist yet is an empty library, and is made by the first change.
    ///
    /// # Errors
    /// A [`LibraryFileError`] if it cannot be read.
    pub fn open(path: impl Into<PathBuf>) -> Result<(Self, Opened), LibraryFileError> {
        let mut file = Self { path: path.into(), library: Library::default(), header: Vec::new(), end: 0 };
        let opened = file.reopen()?;
        Ok((file, opened))
    }

    /// The library.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes over what other copies of the program have changed, and returns whether anything has.
    ///
    /// # Errors
    /// A [`LibraryFileError`] if the file cannot be read.
    pub fn refresh(&mut self) -> Result<bool, LibraryFileError> {
        let before = (self.library.generation(), self.library.revision());
        self.catch_up()?;
        Ok(before != (self.library.generation(), self.library.revision()))
    }

    /// Makes a change of the newest state, writes it to the disk, and applies it. Returns the change.
    ///
    /// # Errors
    /// A [`LibraryFileError`] if it cannot be written; then nothing has changed.
    pub fn change(&mut self, make: impl FnOnce(&Library) -> Change) -> Result<Change, LibraryFileError> {
        let _lock = self.lock()?;
        let unfinished = self.catch_up()?;
        let change = make(&self.library);
        if change.is_empty() {
            return Ok(change);
        }
        if self.end == 0 {
            let empty = self.library.empty_file();
            self.replace(&empty)?;
            self.end = empty.len() as u64;
            self.header = empty;
        }
        if unfinished > 0 {
            self.put_unfinished_aside()?;
        }
        self.append(change.bytes())?;
        // Nothing else can have changed it since it was made.
        self.library.apply(&change).ok();
        self.end += change.bytes().len() as u64;
        Ok(change)
    }

    /// Writes the file anew, without removed games and damaged parts, which are put aside.
    ///
    /// # Errors
    /// A [`LibraryFileError`] if it cannot be written; then the file is as it was.
    pub fn compact(&mut self) -> Result<(), LibraryFileError> {
        let _lock = self.lock()?;
        if self.read_whole()?.is_none() {
            return Ok(());
        }
        let opened = self.reopen()?;
        let bytes = self.read_whole()?.unwrap_or_default();
        let mut damaged: Vec<u8> = opened.damaged.into_iter().flat_map(|range| bytes[range].to_vec()).collect();
        damaged.extend_from_slice(&bytes[bytes.len() - opened.unfinished..]);
        if !damaged.is_empty() {
            self.put_aside(&damaged)?;
        }
        self.replace(&self.library.compacted())?;
        self.reopen()?;
        Ok(())
    }

    fn io(&self, error: io::Error) -> LibraryFileError {
        LibraryFileError::Io { path: self.path.clone(), error }
    }

    /// Waits for the lock of all writers, which is held until the file is dropped.
    fn lock(&self) -> Result<File, LibraryFileError> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let path = self.path.with_file_name(format!(".{name}.lock"));
        // Opening a pipe would block until somebody reads from it.
        if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(LibraryFileError::NotAFile(path));
        }
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = opened.map_err(|error| LibraryFileError::Io { path, error })?;
        for _ in 0..WAITS.0 {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) => thread::sleep(WAITS.1),
                // Some network file systems have no locks.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(self.io(error)),
            }
        }
        Err(LibraryFileError::Busy(self.path.clone()))
    }

    /// Opens the file for reading; `None` if it does not exist.
    fn open_to_read(&self) -> Result<Option<(File, u64)>, LibraryFileError> {
        let metadata = match fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            metadata => metadata.map_err(|error| self.io(error))?,
        };
        if !metadata.is_file() {
            return Err(LibraryFileError::NotAFile(self.path.clone()));
        }
        if metadata.len() > MAX_BYTES {
            return Err(LibraryFileError::TooLarge(self.path.clone()));
        }
        let file = File::open(&self.path).map_err(|error| self.io(error))?;
        let length = file.metadata().map_err(|error| self.io(error))?.len();
        Ok(Some((file, length)))
    }

    fn read_whole(&self) -> Result<Option<Vec<u8>>, LibraryFileError> {
        let Some((file, length)) = self.open_to_read()? else { return Ok(None) };
        let mut bytes = Vec::with_capacity(length as usize);
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(|error| self.io(error))?;
        Ok(Some(bytes))
    }

    /// Reads the whole file.
    fn reopen(&mut self) -> Result<Opened, LibraryFileError> {
        // A file that was created but never written is as good as none.
        let Some(bytes) = self.read_whole()?.filter(|bytes| !bytes.is_empty()) else {
            (self.library, self.end) = (Library::default(), 0);
            return Ok(Opened::default());
        };
        let opened = Library::open(&bytes);
        let (library, opening) =
            opened.map_err(|error| LibraryFileError::Library { path: self.path.clone(), error })?;
        (self.library, self.end) = (library, opening.end as u64);
        self.header = bytes[..self.library.empty_file().len()].to_vec();
        Ok(Opened { damaged: opening.damaged, unfinished: opening.unfinished.len(), unknown: opening.unknown })
    }

    /// Reads what others have written since. Returns the number of bytes at the end that are not a whole change.
    fn catch_up(&mut self) -> Result<usize, LibraryFileError> {
        let Some((mut file, length)) = self.open_to_read()? else {
            return self.reopen().map(|opened| opened.unfinished);
        };
        let mut header = vec![0; self.header.len()];
        let is_longer = self.end > 0 && length >= self.end && file.read_exact(&mut header).is_ok();
        if !is_longer || header != self.header {
            return self.reopen().map(|opened| opened.unfinished);
        }
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(self.end)).map_err(|error| self.io(error))?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(|error| self.io(error))?;
        let opening = self.library.read_on(&bytes);
        self.end += opening.end as u64;
        Ok(opening.unfinished.len())
    }

    /// Appends to the file, or leaves it as it was.
    fn append(&self, bytes: &[u8]) -> Result<(), LibraryFileError> {
        let mut file = OpenOptions::new().write(true).open(&self.path).map_err(|error| self.io(error))?;
        let written =
            file.seek(SeekFrom::Start(self.end)).and_then(|_| file.write_all(bytes)).and_then(|()| file.sync_data());
        written.map_err(|error| {
            // If this fails too, the next opening finds an unfinished change.
            file.set_len(self.end).and_then(|()| file.sync_data()).ok();
            self.io(error)
        })
    }

    /// Moves the bytes behind the last whole change into another file.
    fn put_unfinished_aside(&self) -> Result<(), LibraryFileError> {
        let Some((mut file, _)) = self.open_to_read()? else { return Ok(()) };
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(self.end)).map_err(|error| self.io(error))?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(|error| self.io(error))?;
        self.put_aside(&bytes)?;
        let file = OpenOptions::new().write(true).open(&self.path).map_err(|error| self.io(error))?;
        file.set_len(self.end).and_then(|()| file.sync_all()).map_err(|error| self.io(error))
    }

    /// Keeps damaged bytes in a file of their own.
    fn put_aside(&self, bytes: &[u8]) -> Result<(), LibraryFileError> {
        let free = (1..=u32::MAX)
            .map(|number| self.path.with_added_extension(format!("damaged-{number}")))
            .find(|path| path.symlink_metadata().is_err())
            .unwrap_or_default();
        let mut file = OpenOptions::new().write(true).create_new(true).open(&free).map_err(|error| self.io(error))?;
        let kept = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| sync_folder(folder_of(&free)));
        kept.map_err(|error| {
            fs::remove_file(&free).ok();
            self.io(error)
        })
    }

    /// Replaces the whole file, or leaves it as it was.
    fn replace(&self, bytes: &[u8]) -> Result<(), LibraryFileError> {
        // Replaces the file that a link leads to, so that the link stays.
        let target = if self.path.is_symlink() { fs::canonicalize(&self.path) } else { Ok(self.path.clone()) };
        let target = target.map_err(|error| self.io(error))?;
        let folder = folder_of(&target);
        let replaced = tempfile::Builder::new().prefix(".irogaeshi-").tempfile_in(folder).and_then(|mut part| {
            part.write_all(bytes)?;
            if let Ok(metadata) = fs::metadata(&target) {
                part.as_file().set_permissions(metadata.permissions())?;
            }
            part.as_file().sync_all()?;
            part.persist(&target)?;
            sync_folder(folder)
        });
        replaced.map_err(|error| self.io(error))
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
