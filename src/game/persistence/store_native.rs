//! The store on the desktop: files in the player's data folder.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::game::persistence::store::{Entry, Hold, Kind, Store, StoreError};

/// Files in a folder, written so that neither a crash nor a power cut nor another copy of the program breaks them.
#[derive(Debug)]
pub struct FolderStore {
    /// `None` where the player has no data folder.
    root: Option<PathBuf>,
}

/// What the names of files begin with that are being written.
const UNFINISHED: &str = ".irogaeshi-";
/// A file that is being written is finished or forgotten after this time.
const FORGOTTEN: Duration = Duration::from_hours(1);
/// How often, and how long each time, another copy of the program is waited for that is writing.
const WAITS: (u32, Duration) = (200, Duration::from_millis(5));

impl FolderStore {
    /// The files in this folder, which need not exist yet.
    #[must_use]
    pub fn new(root: PathBuf) -> Self {
        let store = Self { root: Some(root) };
        store.remove_unfinished();
        store
    }

    /// The files in the data folder of whoever runs the program.
    #[must_use]
    pub fn of_user() -> Self {
        dirs::data_dir().map_or(Self { root: None }, |folder| Self::new(folder.join("irogaeshi")))
    }

    fn root(&self) -> Result<&Path, StoreError> {
        self.root.as_deref().ok_or(StoreError::NoFolder)
    }

    fn folder_of(&self, kind: Kind) -> Result<PathBuf, StoreError> {
        let root = self.root()?;
        Ok(match kind {
            Kind::State => root.to_owned(),
            Kind::Match => root.join("matches"),
            Kind::Draft => root.join("drafts"),
            Kind::Board => root.join("boards"),
        })
    }

    fn path(&self, entry: &Entry) -> Result<PathBuf, StoreError> {
        Ok(self.folder_of(entry.kind)?.join(format!("{}.{}", entry.name, extension(entry.kind))))
    }

    /// Waits until no other copy of the program is writing; others wait until the lock is dropped.
    fn lock(&self) -> Result<File, StoreError> {
        let path = self.root()?.join(".lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        for _ in 0..WAITS.0 {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) => thread::sleep(WAITS.1),
                // Some network file systems have no locks; a file is still never torn, nor a new one overwritten.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        Err(StoreError::Busy)
    }

    /// Removes what a copy of the program that was killed has left half-written.
    fn remove_unfinished(&self) {
        let kinds = [Kind::State, Kind::Match, Kind::Draft, Kind::Board];
        let folders = kinds.into_iter().filter_map(|kind| fs::read_dir(self.folder_of(kind).ok()?).ok());
        for file in folders.flatten().flatten() {
            let is_unfinished = file.file_name().to_string_lossy().starts_with(UNFINISHED);
            let modified = || file.metadata().and_then(|metadata| metadata.modified()).ok();
            if is_unfinished && modified().and_then(|time| time.elapsed().ok()).is_some_and(|age| age > FORGOTTEN) {
                // If it stays, it does no harm.
                fs::remove_file(file.path()).ok();
            }
        }
    }
}

const fn extension(kind: Kind) -> &'static str {
    match kind {
        Kind::Board => "txt",
        Kind::State | Kind::Match | Kind::Draft => "json",
    }
}

impl Store for FolderStore {
    fn list(&self, kind: Kind) -> Result<Vec<String>, StoreError> {
        let files = match fs::read_dir(self.folder_of(kind)?) {
            Err(error) if is_nothing(&error) => return Ok(Vec::new()),
            files => files?,
        };
        let mut names = Vec::new();
        for file in files {
            let path = PathBuf::from(file?.file_name());
            if path.extension() == Some(OsStr::new(extension(kind))) {
                names.extend(path.file_stem().and_then(OsStr::to_str).map(str::to_owned));
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn read(&self, entry: &Entry) -> Result<Option<Vec<u8>>, StoreError> {
        read(&self.path(entry)?, entry.kind.most_bytes())
    }

    fn replace(&self, entry: &Entry, expected: Option<&[u8]>, text: &str) -> Result<(), StoreError> {
        let path = self.path(entry)?;
        let folder = self.folder_of(entry.kind)?;
        make_folder(&folder)?;
        let _lock = self.lock()?;
        let is_expected = match expected {
            Some(expected) => self.read(entry)?.as_deref() == Some(expected),
            // Whatever has the name, be it a link to nowhere, stays.
            None => path.symlink_metadata().is_err(),
        };
        if !is_expected {
            return Err(StoreError::Changed);
        }
        // Dropped before it has its name, the file is removed.
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        match expected {
            Some(_) => file.persist(&path),
            None => file.persist_noclobber(&path),
        }
        .map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Changed,
            _ => error.error.into(),
        })?;
        sync_folder(&folder)
    }

    fn remove(&self, entry: &Entry, expected: &[u8]) -> Result<(), StoreError> {
        let path = self.path(entry)?;
        let _lock = self.lock()?;
        let Some(text) = self.read(entry)? else { return Ok(()) };
        if text != expected {
            return Err(StoreError::Changed);
        }
        fs::remove_file(path)?;
        sync_folder(&self.folder_of(entry.kind)?)
    }

    fn put_aside(&self, entry: &Entry) -> Result<String, StoreError> {
        let path = self.path(entry)?;
        let _lock = self.lock()?;
        let free = (1..=u32::MAX)
            .map(|number| path.with_added_extension(format!("unreadable-{number}")))
            .find(|path| path.symlink_metadata().is_err())
            .unwrap_or_default();
        fs::rename(path, &free)?;
        sync_folder(&self.folder_of(entry.kind)?)?;
        Ok(free.display().to_string())
    }

    /// Locks a file beside it: the system lets go of the lock when the program ends, however it does.
    fn hold(&self, entry: &Entry) -> Result<Option<Hold>, StoreError> {
        let folder = self.folder_of(entry.kind)?;
        make_folder(&folder)?;
        let path = folder.join(format!(".{}.lock", entry.name));
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Hold::by(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            // Where there are no locks, copies of the program cannot know of each other.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(Hold::by(file))),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    fn place(&self, entry: &Entry) -> String {
        self.path(entry).map(|path| path.display().to_string()).unwrap_or_default()
    }

    fn folder(&self, kind: Kind) -> String {
        self.folder_of(kind).map(|path| path.display().to_string()).unwrap_or_default()
    }

    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Whether there is simply nothing, as before the first start.
fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn read(path: &Path, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
    let metadata = match fs::metadata(path) {
        Err(error) if is_nothing(&error) => return Ok(None),
        metadata => metadata?,
    };
    // Opening a pipe would mean waiting until somebody writes into it.
    if !metadata.is_file() {
        return Err(StoreError::NotAFile);
    }
    let mut bytes = Vec::new();
    // One byte more tells that there are too many.
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(StoreError::TooLarge) } else { Ok(Some(bytes)) }
}

/// Makes a folder, so that it survives a power cut as what is written into it does.
fn make_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        make_folder(parent)?;
        match fs::create_dir(folder) {
            // Another copy of the program was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            made => made?,
        }
        sync_folder(parent)?;
    }
    Ok(())
}

/// Makes names in a folder survive a power cut.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Not every file system can; these have nothing better.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        // A folder may be written to by whoever may not read it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        synced => Ok(synced?),
    }
}

/// Makes names in a folder survive a power cut, which Windows does by itself.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
fn sync_folder(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => Self::Full,
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound => Self::NoFolder,
            _ => Self::Other(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, FolderStore) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = FolderStore::new(folder.path().join("new").join("irogaeshi"));
        (folder, store)
    }

    fn entry(name: &str) -> Entry {
        Entry::new(Kind::Match, name)
    }

    #[test]
    fn a_text_is_replaced_and_removed_only_by_whoever_knows_it() {
        let (_folder, store) = store();
        let entry = entry("one");
        assert_eq!((store.read(&entry), store.list(Kind::Match)), (Ok(None), Ok(Vec::new())));
        assert_eq!(store.replace(&entry, Some(b"old"), "new"), Err(StoreError::Changed));
        assert_eq!(store.replace(&entry, None, "first"), Ok(()));
        assert_eq!(store.replace(&entry, None, "second"), Err(StoreError::Changed));
        assert_eq!(store.replace(&entry, Some(b"other"), "second"), Err(StoreError::Changed));
        assert_eq!(store.replace(&entry, Some(b"first"), "second"), Ok(()));
        assert_eq!(store.remove(&entry, b"first"), Err(StoreError::Changed));
        assert_eq!(store.read(&entry), Ok(Some(b"second".to_vec())));
        assert_eq!(store.list(Kind::Match), Ok(vec!["one".to_owned()]), "nothing half-written is left");
        assert_eq!(store.remove(&entry, b"second"), Ok(()));
        assert_eq!(store.read(&entry), Ok(None));
    }

    #[test]
    fn a_text_is_held_by_one_copy_of_the_program() {
        let (_folder, store) = store();
        let hold = store.hold(&entry("one")).expect("there are locks").expect("nobody holds it");
        assert!(store.hold(&entry("one")).expect("there are locks").is_none());
        assert!(store.hold(&entry("two")).expect("there are locks").is_some());
        drop(hold);
        assert!(store.hold(&entry("one")).expect("there are locks").is_some());
        assert_eq!(store.list(Kind::Match), Ok(Vec::new()), "a lock is no text");
    }

    #[test]
    fn copies_that_write_at_once_lose_nothing() {
        let (_folder, store) = store();
        let counter = entry("counter");
        store.replace(&counter, None, "0").expect("it can be written");
        let add = |times| {
            let mut done = 0;
            while done < times {
                let text = store.read(&counter).expect("it can be read").expect("it is there");
                let number: u32 = String::from_utf8(text.clone()).expect("a text").parse().expect("never torn");
                match store.replace(&counter, Some(&text), &(number + 1).to_string()) {
                    Ok(()) => done += 1,
                    Err(error) => assert_eq!(error, StoreError::Changed),
                }
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| add(20));
            scope.spawn(|| add(20));
        });
        assert_eq!(store.read(&counter), Ok(Some(b"40".to_vec())));
    }

    #[test]
    fn what_is_no_file_or_too_large_is_neither_read_nor_overwritten_and_can_be_put_aside() {
        let (_folder, store) = store();
        store.replace(&entry("other"), None, "so that the folder is there").expect("it can be written");
        let (folder, large) = (entry("folder"), entry("large"));
        fs::create_dir(store.path(&folder).expect("a path")).expect("a folder");
        let sparse = File::create(store.path(&large).expect("a path")).expect("a file");
        sparse.set_len(1 << 30).expect("a sparse file");
        for (entry, problem) in [(&folder, StoreError::NotAFile), (&large, StoreError::TooLarge)] {
            assert_eq!(store.read(entry), Err(problem));
            assert_eq!(store.replace(entry, None, "mine"), Err(StoreError::Changed));
            let place = store.put_aside(entry).expect("it can be renamed");
            assert!(place.ends_with(".json.unreadable-1"), "{place}");
            assert_eq!(store.replace(entry, None, "mine"), Ok(()));
            let place = store.put_aside(entry).expect("it can be renamed");
            assert!(place.ends_with(".json.unreadable-2"), "the first stays: {place}");
        }
    }

    #[test]
    fn a_data_folder_that_is_a_file_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("irogaeshi");
        fs::write(&root, "a file").expect("it can be written");
        let store = FolderStore::new(root);
        assert_eq!(store.read(&entry("one")), Ok(None));
        assert_eq!(store.replace(&entry("one"), None, "text"), Err(StoreError::NoFolder));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_not_waited_for() {
        let (_folder, store) = store();
        store.replace(&entry("other"), None, "so that the folder is there").expect("it can be written");
        let pipe = store.path(&entry("pipe")).expect("a path");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo can be run");
        assert!(made.success());
        assert_eq!(store.read(&entry("pipe")), Err(StoreError::NotAFile));
        assert!(store.put_aside(&entry("pipe")).is_ok());
    }

    #[test]
    fn what_was_left_half_written_goes_only_when_it_is_old() {
        let (_folder, store) = store();
        store.replace(&entry("one"), None, "text").expect("it can be written");
        let folder = store.folder_of(Kind::Match).expect("a folder");
        let (old, new) = (folder.join(".irogaeshi-old"), folder.join(".irogaeshi-new"));
        fs::write(&new, "half").expect("it can be written");
        let file = File::create(&old).expect("it can be written");
        file.set_modified(SystemTime::now() - FORGOTTEN * 2).expect("it has a time");
        store.remove_unfinished();
        assert_eq!((old.exists(), new.exists()), (false, true));
        assert_eq!(store.list(Kind::Match), Ok(vec!["one".to_owned()]));
    }
}
