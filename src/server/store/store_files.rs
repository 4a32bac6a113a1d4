//! Files of the store: their permissions, and checks that they are still the ones opened.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Database file. SQLite keeps further files beside it.
const ROOMS: &str = "rooms.sqlite";
/// SQLite's write-ahead log, which holds the newest events until they are moved over, and its index.
const LOG: &str = "rooms.sqlite-wal";
const LOG_INDEX: &str = "rooms.sqlite-shm";
/// Lock file that keeps a second server out.
const LOCK: &str = "rooms.lock";

/// Files of the store. Only the server's user may read them, since they contain players' names and who has played with
/// whom.
#[derive(Debug)]
pub(super) struct StoreFiles {
    folder: PathBuf,
    /// Files that hold data, as first opened.
    opened: Vec<(PathBuf, Identity)>,
}

impl StoreFiles {
    /// Creates the folder and the files if missing. The returned lock keeps other servers out while open.
    ///
    /// # Errors
    /// [`StoreError`] if the folder cannot be written, or another server uses it.
    pub(super) fn prepare(folder: &Path) -> Result<(Self, File), StoreError> {
        let unwritable = |error| StoreError::Folder { folder: folder.to_owned(), error };
        make_private_folder(folder).map_err(unwritable)?;
        let lock = File::create(folder.join(LOCK)).map_err(unwritable)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse { folder: folder.to_owned() },
            TryLockError::Error(error) => unwritable(error),
        })?;
        let files = Self { folder: folder.to_owned(), opened: Vec::new() };
        // SQLite copies this file's permissions to its other files.
        match create_private(&files.rooms()) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => created.map_err(unwritable)?,
        }
        for name in [ROOMS, LOG, LOG_INDEX, LOCK] {
            let path = folder.join(name);
            if path.exists()
                && let Err(error) = make_private(&path)
            {
                tracing::warn!(path = %path.display(), %error, "the file could not be made private");
            }
        }
        Ok((files, lock))
    }

    /// Path of the database file.
    pub(super) fn rooms(&self) -> PathBuf {
        self.folder.join(ROOMS)
    }

    /// Records the identity of the files once SQLite has opened them.
    pub(super) fn remember(&mut self) -> io::Result<()> {
        self.opened = [ROOMS, LOG, LOCK]
            .map(|name| self.folder.join(name))
            .into_iter()
            .map(|path| identity(&path).map(|identity| (path, identity)))
            .collect::<io::Result<_>>()?;
        Ok(())
    }

    /// Checks that the files are still those that were opened.
    ///
    /// # Errors
    /// [`StoreError::Lost`].
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let is_there = |(path, opened): &(PathBuf, Identity)| match identity(path) {
            Ok(found) => found == *opened,
            // Other errors may pass and do not mean that the file is gone.
            Err(error) => !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
        };
        if self.opened.iter().all(is_there) { Ok(()) } else { Err(StoreError::Lost { folder: self.folder.clone() }) }
    }
}

/// Identity of a file: its device and inode number.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Other systems do not let open files be removed.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(drop)
}

/// Creates a folder for its owner alone. An existing folder stays as it is, since others may have files there.
fn make_private_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Makes a file private, since an earlier version left it readable by others.
#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "on other systems it may fail")]
fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}
