//! Storage on the desktop: files in the user's data folder.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::files::sync_folder;
use crate::game::storage::library_native::FileLibrary;
use crate::game::storage::library_store::LibraryStore;
use crate::game::storage::store::{Claim, Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;

/// Files in a folder, written so that neither a crash nor a power cut nor another copy of the program breaks them.
#[derive(Debug)]
pub(crate) struct FolderStore {
    /// `None` if the user has no data folder.
    root: Option<PathBuf>,
    /// Replacements that failed but may have taken effect, by file.
    unconfirmed: Mutex<HashMap<PathBuf, Unconfirmed>>,
    faults: Option<Box<dyn Faults>>,
}

/// Failed attempts to replace a text, each of which may have taken its place.
#[derive(Debug)]
struct Unconfirmed {
    replaced: Option<Vec<u8>>,
    attempts: Vec<Vec<u8>>,
}

/// Makes steps of a save fail, in tests.
trait Faults: fmt::Debug + Send + Sync {
    /// Returns whether this step fails now. It is asked twice, before the step and after it.
    fn fails(&self, step: Step, is_done: bool) -> bool;
}

/// A step of a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    MakeFolder,
    Lock,
    Read,
    Create,
    Write,
    Sync,
    Rename,
    Remove,
    SyncFolder,
}

/// Prefix of temporary files, which are renamed once they are complete.
const UNFINISHED: &str = ".irogaeshi-";
/// Age at which a temporary file counts as left behind.
const MAX_UNFINISHED_AGE: Duration = Duration::from_hours(1);
/// Number and length of the waits for another copy of the program that is writing.
const WAITS: (u32, Duration) = (200, Duration::from_millis(5));

impl FolderStore {
    /// Stores files in this folder, which need not exist yet.
    #[must_use]
    pub(crate) fn new(root: PathBuf) -> Self {
        let store = Self::at(Some(root));
        store.remove_unfinished();
        store
    }

    fn at(root: Option<PathBuf>) -> Self {
        Self { root, unconfirmed: Mutex::default(), faults: None }
    }

    fn run_step<T>(&self, step: Step, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let fails = |is_done| match &self.faults {
            Some(faults) if faults.fails(step, is_done) => Err(io::Error::other("a fault of a test")),
            _ => Ok(()),
        };
        fails(false)?;
        let done = act()?;
        fails(true)?;
        Ok(done)
    }

    fn sync_folder(&self, folder: &Path) -> Result<(), StoreError> {
        Ok(self.run_step(Step::SyncFolder, || sync_folder(folder))?)
    }

    /// Makes a folder and syncs its parent, so that the folder survives a power cut like the files in it.
    fn make_folder(&self, folder: &Path) -> Result<(), StoreError> {
        if folder.is_dir() {
            return Ok(());
        }
        if let Some(parent) = folder.parent() {
            self.make_folder(parent)?;
            match self.run_step(Step::MakeFolder, || fs::create_dir(folder)) {
                // Another copy of the program has made it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
                made => made?,
            }
            if let Err(error) = self.sync_folder(parent) {
                // Otherwise the next attempt would take the folder for one that was synced.
                fs::remove_dir(folder).ok();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Stores files in the user's data folder.
    #[must_use]
    pub(crate) fn of_user() -> Self {
        dirs::data_dir().map_or_else(|| Self::at(None), |folder| Self::new(folder.join("irogaeshi")))
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

    /// Waits for the lock of all writers, which is held until the file is dropped.
    fn lock(&self) -> Result<File, StoreError> {
        let path = self.root()?.join(".lock");
        let file = self.run_step(Step::Lock, || open_lock(&path))?;
        for _ in 0..WAITS.0 {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) => thread::sleep(WAITS.1),
                // Some network file systems have no locks. Even there no file is ever torn, nor a new one overwritten.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        Err(StoreError::Busy)
    }

    /// Removes temporary files that a killed copy of the program has left behind.
    fn remove_unfinished(&self) {
        let kinds = [Kind::State, Kind::Match, Kind::Draft, Kind::Board];
        let folders = kinds.into_iter().filter_map(|kind| fs::read_dir(self.folder_of(kind).ok()?).ok());
        for file in folders.flatten().flatten() {
            let is_unfinished = file.file_name().to_string_lossy().starts_with(UNFINISHED);
            let modified = || file.metadata().and_then(|metadata| metadata.modified()).ok();
            if is_unfinished
                && modified().and_then(|time| time.elapsed().ok()).is_some_and(|age| age > MAX_UNFINISHED_AGE)
            {
                // A file that stays does no harm.
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
            Err(error) if is_missing(&error) => return Ok(Vec::new()),
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
        let path = self.path(entry)?;
        self.run_step(Step::Read, || read(&path, entry.kind.max_bytes()))?.transpose()
    }

    fn replace(&self, entry: &Entry, expected: Option<&[u8]>, text: &str) -> Result<(), StoreError> {
        let path = self.path(entry)?;
        self.make_folder(&self.folder_of(entry.kind)?)?;
        let _lock = self.lock()?;
        let mut unconfirmed = self.unconfirmed.lock().unwrap_or_else(PoisonError::into_inner);
        let own = unconfirmed.get(&path).filter(|own| own.replaced.as_deref() == expected);
        // Anything under this name, even a broken link, must stay if no text is expected.
        let is_free = path.symlink_metadata().is_err();
        let there = if expected.is_some() || own.is_some() { self.read(entry)? } else { None };
        let is_own = there.as_ref().is_some_and(|there| own.is_some_and(|own| own.attempts.contains(there)));
        let is_expected = if expected.is_some() { there.as_deref() == expected } else { is_free };
        if !is_own && !is_expected {
            return Err(StoreError::Changed);
        }
        // Replaces the file that a link leads to, so that the link stays.
        let target = if path.is_symlink() { fs::canonicalize(&path)? } else { path.clone() };
        let folder = target.parent().unwrap_or(&target);
        // If this is dropped before it is renamed, the file is removed.
        let mut file =
            self.run_step(Step::Create, || tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder))?;
        self.run_step(Step::Write, || file.write_all(text.as_bytes()))?;
        self.run_step(Step::Sync, || file.as_file().sync_all())?;
        let renamed = self.run_step(Step::Rename, || {
            let named = if is_free { file.persist_noclobber(&target) } else { file.persist(&target) };
            named.map(drop).map_err(|error| error.error)
        });
        let saved = match renamed {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(StoreError::Changed),
            renamed => renamed.map_err(StoreError::from).and_then(|()| self.sync_folder(folder)),
        };
        if saved.is_ok() {
            unconfirmed.remove(&path);
        } else {
            let replaced = expected.map(<[u8]>::to_vec);
            let mut attempts = match unconfirmed.remove(&path) {
                Some(own) if own.replaced == replaced => own.attempts,
                _ => Vec::new(),
            };
            attempts.push(text.as_bytes().to_vec());
            unconfirmed.insert(path, Unconfirmed { replaced, attempts });
        }
        saved
    }

    fn remove_all(&self, kind: Kind, texts: &[(&str, &[u8])]) -> Result<(), StoreError> {
        let folder = self.folder_of(kind)?;
        let _lock = self.lock()?;
        let removed = texts.iter().try_for_each(|(name, expected)| {
            let entry = Entry::new(kind, *name);
            match self.read(&entry)? {
                None => Ok(()),
                Some(text) if text != *expected => Err(StoreError::Changed),
                Some(_) => {
                    let path = self.path(&entry)?;
                    Ok(self.run_step(Step::Remove, || fs::remove_file(path))?)
                }
            }
        });
        // Syncs even after a failure, because the files before it must stay removed.
        let synced = self.sync_folder(&folder);
        removed.and(synced)
    }

    fn put_aside(&self, entry: &Entry) -> Result<String, StoreError> {
        let path = self.path(entry)?;
        let _lock = self.lock()?;
        let free = (1..=u32::MAX)
            .map(|number| path.with_added_extension(format!("unreadable-{number}")))
            .find(|path| path.symlink_metadata().is_err())
            .unwrap_or_default();
        self.run_step(Step::Rename, || fs::rename(path, &free))?;
        // If a power cut undoes this, the next start repeats it.
        self.sync_folder(&self.folder_of(entry.kind)?).ok();
        Ok(free.display().to_string())
    }

    /// Locks a file beside the text. The system releases the lock when the program ends, even by a crash.
    fn claim(&self, entry: &Entry) -> Result<Option<Claim>, StoreError> {
        let folder = self.folder_of(entry.kind)?;
        self.make_folder(&folder)?;
        let file = open_lock(&folder.join(format!(".{}.lock", entry.name)))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Claim::by(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            // Without locks, copies of the program cannot know of each other.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Some(Claim::by(file))),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    fn library(&self) -> Box<dyn LibraryStore> {
        let path = self.root.as_ref().map(|root| root.join("library.irg"));
        Box::new(FileLibrary::new(path, |folder| Self::at(Some(folder.to_owned())).make_folder(folder)))
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

/// Returns whether the error only means that the file does not exist, as before the first start.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Reads a file; `None` if it does not exist.
fn read(path: &Path, max: usize) -> io::Result<Option<Result<Vec<u8>, StoreError>>> {
    let metadata = match fs::metadata(path) {
        Err(error) if is_missing(&error) => return Ok(None),
        metadata => metadata?,
    };
    // Opening a pipe would block until somebody writes into it.
    if !metadata.is_file() {
        return Ok(Some(Err(StoreError::NotAFile)));
    }
    let mut bytes = Vec::new();
    // Reads one byte more, to see whether the file is too large.
    File::open(path)?.take(max as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Some(if bytes.len() > max { Err(StoreError::TooLarge) } else { Ok(bytes) }))
}

/// Opens or creates a lock file.
fn open_lock(path: &Path) -> io::Result<File> {
    // Opening a pipe would block until somebody reads from it.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, format!("{} is not a file", path.display())));
    }
    OpenOptions::new().create(true).truncate(false).write(true).open(path)
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => Self::Full,
            io::ErrorKind::PermissionDenied => Self::Denied,
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            io::ErrorKind::IsADirectory => Self::NotAFile,
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound => Self::NoFolder,
            _ => Self::Other(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::game::storage::entry_slot::{self, ChangeOrder, EntrySlot};
    use crate::game::storage::fields;
    use crate::game::storage::lenient::Fields;

    fn store() -> (tempfile::TempDir, FolderStore) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = FolderStore::new(folder.path().join("new").join("irogaeshi"));
        (folder, store)
    }

    fn entry(name: &str) -> Entry {
        Entry::new(Kind::Match, name)
    }

    #[test]
    fn a_text_is_replaced_and_removed_only_if_it_is_as_expected() {
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
    fn a_text_is_claimed_by_one_copy_of_the_program() {
        let (_folder, store) = store();
        let claim = store.claim(&entry("one")).expect("there are locks").expect("nobody has claimed it");
        assert!(store.claim(&entry("one")).expect("there are locks").is_none());
        assert!(store.claim(&entry("two")).expect("there are locks").is_some());
        drop(claim);
        assert!(store.claim(&entry("one")).expect("there are locks").is_some());
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
    fn folders_and_too_large_files_are_not_touched_but_can_be_put_aside() {
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
    fn a_data_folder_that_is_a_file_is_an_error() {
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
    fn half_written_files_are_removed_only_when_they_are_old() {
        let (_folder, store) = store();
        store.replace(&entry("one"), None, "text").expect("it can be written");
        let folder = store.folder_of(Kind::Match).expect("a folder");
        let (old, new) = (folder.join(".irogaeshi-old"), folder.join(".irogaeshi-new"));
        fs::write(&new, "half").expect("it can be written");
        let file = File::create(&old).expect("it can be written");
        file.set_modified(SystemTime::now() - MAX_UNFINISHED_AGE * 2).expect("it has a time");
        store.remove_unfinished();
        assert_eq!((old.exists(), new.exists()), (false, true));
        assert_eq!(store.list(Kind::Match), Ok(vec!["one".to_owned()]));
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_a_pipe_is_not_waited_for() {
        let (_folder, store) = store();
        let device = Entry::new(Kind::State, "device-0");
        store.replace(&entry("one"), None, "text").expect("it can be written");
        let root = store.root().expect("a folder").to_owned();
        for (name, lock) in [(".lock", "the lock of all"), (".device-0.lock", "that of one text")] {
            fs::remove_file(root.join(name)).ok();
            let made = std::process::Command::new("mkfifo").arg(root.join(name)).status().expect("mkfifo can be run");
            assert!(made.success());
            let refused = if name == ".lock" {
                store.replace(&entry("one"), Some(b"text"), "other")
            } else {
                store.claim(&device).map(drop)
            };
            assert_eq!(refused, Err(StoreError::NotAFile), "{lock}");
            fs::remove_file(root.join(name)).expect("it can be removed");
        }
        assert_eq!(store.replace(&entry("one"), Some(b"text"), "other"), Ok(()));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_a_link_stays_one() {
        let (folder, store) = store();
        store.replace(&entry("one"), None, "old").expect("it can be written");
        let (link, target) = (store.path(&entry("one")).expect("a path"), folder.path().join("elsewhere.json"));
        fs::rename(&link, &target).expect("it can be moved");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        assert_eq!(store.replace(&entry("one"), Some(b"old"), "new"), Ok(()));
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&target).expect("a text"), "new");
        let names = |path: &Path| fs::read_dir(path).expect("a folder").count();
        assert_eq!((names(folder.path()), names(link.parent().expect("a folder"))), (2, 1), "nothing half-written");
        // A broken link must not be replaced.
        fs::remove_file(&target).expect("it can be removed");
        assert_eq!(store.replace(&entry("one"), None, "mine"), Err(StoreError::Changed));
        assert_eq!(store.remove(&entry("one"), b"new"), Ok(()), "gone already");
    }

    #[test]
    fn a_refusal_by_the_system_is_no_read_only_disk() {
        let denied: StoreError = io::Error::from(io::ErrorKind::PermissionDenied).into();
        let read_only: StoreError = io::Error::from(io::ErrorKind::ReadOnlyFilesystem).into();
        assert_eq!((denied, read_only), (StoreError::Denied, StoreError::ReadOnly));
    }

    /// Fails certain steps, counted from the first.
    #[derive(Clone, Debug, Default)]
    struct Strikes(Arc<Mutex<Plan>>);

    #[derive(Debug, Default)]
    struct Plan {
        /// The number of calls.
        asked: usize,
        /// The calls that fail.
        at: BTreeSet<usize>,
        /// The steps that failed, and whether each failed after it was done.
        struck: Vec<(Step, bool)>,
        /// The number of folders synced.
        folder_syncs: usize,
    }

    impl Strikes {
        fn plan(&self) -> std::sync::MutexGuard<'_, Plan> {
            self.0.lock().expect("no test fails while it holds it")
        }
    }

    impl Faults for Strikes {
        fn fails(&self, step: Step, is_done: bool) -> bool {
            let mut plan = self.plan();
            let now = plan.asked;
            plan.asked += 1;
            plan.folder_syncs += usize::from(step == Step::SyncFolder && is_done);
            let strikes = plan.at.contains(&now);
            if strikes {
                plan.struck.push((step, is_done));
            }
            strikes
        }
    }

    /// A store whose calls with these numbers fail. It is in memory if possible, because thousands of disk syncs take
    /// minutes.
    fn failing_store(at: &[usize]) -> (tempfile::TempDir, FolderStore, Strikes) {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder");
        let mut store = FolderStore::new(folder.path().join("new").join("irogaeshi"));
        let strikes = Strikes::default();
        strikes.plan().at.extend(at);
        store.faults = Some(Box::new(strikes.clone()));
        (folder, store, strikes)
    }

    /// Repeats the action until it works; faults in tests are never permanent.
    fn until_it_works<T>(mut act: impl FnMut() -> Result<T, StoreError>, mut on_failure: impl FnMut(&StoreError)) -> T {
        for _ in 0..8 {
            match act() {
                Ok(done) => return done,
                Err(error) => on_failure(&error),
            }
        }
        panic!("it never works")
    }

    /// The matches that the next start of the program would find.
    fn contents(store: &FolderStore) -> Vec<String> {
        let other = FolderStore::at(store.root.clone());
        let names = other.list(Kind::Match).expect("it can be looked at");
        let read = |name: &String| {
            let text = other.read(&entry(name)).expect("it can be read").expect("it is there");
            entry_slot::parse::<String>(&text).expect("it is whole").content
        };
        names.iter().map(read).collect()
    }

    /// Saves and removes with a store, and checks that failures neither lose nor duplicate anything.
    fn save_all(store: &FolderStore) {
        let mut slot = EntrySlot::default();
        let mut order = ChangeOrder::default();
        let mut before: Vec<String> = Vec::new();
        for content in ["f5", "f5 d6", "f5 d6 c3"] {
            let now = vec![content.to_owned()];
            until_it_works(
                || slot.save(store, Kind::Match, &content, &mut order),
                |error| {
                    let there = contents(store);
                    assert!(there == before || there == now, "{there:?} after {error}");
                },
            );
            assert_eq!(contents(store), now);
            before = now;
        }
        let settings = Entry::new(Kind::State, "settings");
        let mut last = Fields::default();
        for pace in ["calm", "brisk"] {
            let now: Fields = serde_json::from_value(serde_json::json!({ "pace": pace })).expect("fields");
            let save = || fields::save(store, &settings, &mut last, now.clone(), |place| panic!("put aside: {place}"));
            until_it_works(save, |_| {});
            let text = FolderStore::at(store.root.clone()).read(&settings).expect("readable").expect("it is there");
            assert_eq!(fields::parse(&text).expect("an object")["pace"], pace);
        }
        let names = contents(store).len();
        assert_eq!(names, 1);
        let text = until_it_works(|| store.read(&entry(slot.name().expect("a name"))), |_| {}).expect("it is there");
        until_it_works(|| store.remove(&entry(slot.name().expect("a name")), &text), |_| {});
        assert!(contents(store).is_empty());
        let unfinished = fs::read_dir(store.folder_of(Kind::Match).expect("a folder")).expect("a folder");
        assert_eq!(unfinished.count(), 0, "nothing half-written is left");
    }

    #[test]
    fn whichever_step_of_a_save_fails_nothing_is_lost_or_doubled() {
        let (_folder, store, strikes) = failing_store(&[]);
        save_all(&store);
        let steps = strikes.plan().asked;
        assert!(steps > 40, "{steps} times at which a step can fail");
        let mut struck = Vec::new();
        for first in 0..steps {
            // Two failures in a row, and two with steps between them, such as the same step of the next attempt.
            for second in first..steps.min(first + 24) {
                let (_folder, store, strikes) = failing_store(&[first, second]);
                save_all(&store);
                struck.extend(strikes.plan().struck.iter().copied());
            }
        }
        for step in [Step::MakeFolder, Step::Lock, Step::Read, Step::Create, Step::Write, Step::Sync, Step::Rename] {
            assert!(struck.contains(&(step, false)) && struck.contains(&(step, true)), "{step:?} failed");
        }
        assert!(struck.contains(&(Step::Remove, false)) && struck.contains(&(Step::SyncFolder, true)));
    }

    #[test]
    fn a_text_that_failed_late_stands_for_the_expected_one_and_no_other_does() {
        let (_folder, store, strikes) = failing_store(&[]);
        store.replace(&entry("one"), None, "first").expect("it can be written");
        let fail_late = |text| {
            // The last call comes after the sync of the folder, when the text is already in place.
            let steps = {
                let (_folder, other, counted) = failing_store(&[]);
                other.replace(&entry("one"), None, "first").expect("it can be written");
                let before = counted.plan().asked;
                other.replace(&entry("one"), Some(b"first"), text).expect("it can be written");
                counted.plan().asked - before
            };
            let now = strikes.plan().asked;
            strikes.plan().at.insert(now + steps - 1);
            assert!(store.replace(&entry("one"), Some(b"first"), text).is_err());
            assert_eq!(store.read(&entry("one")), Ok(Some(text.as_bytes().to_vec())));
        };
        fail_late("second");
        fail_late("third");
        assert_eq!(store.replace(&entry("one"), Some(b"other"), "mine"), Err(StoreError::Changed));
        assert_eq!(store.replace(&entry("one"), Some(b"first"), "fourth"), Ok(()));
        assert_eq!(store.replace(&entry("one"), Some(b"first"), "fifth"), Err(StoreError::Changed), "only once");
        fs::write(store.path(&entry("one")).expect("a path"), "of another copy").expect("it can be written");
        assert_eq!(store.replace(&entry("one"), Some(b"fourth"), "fifth"), Err(StoreError::Changed));
    }

    #[test]
    fn many_texts_are_removed_with_one_sync() {
        let (_folder, store, strikes) = failing_store(&[]);
        let names: Vec<String> = (0..200).map(|number| format!("{number:03}")).collect();
        for name in &names {
            store.replace(&entry(name), None, name).expect("it can be written");
        }
        let before = strikes.plan().folder_syncs;
        let texts: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), name.as_bytes())).collect();
        assert_eq!(store.remove_all(Kind::Match, &texts[..150]), Ok(()));
        assert_eq!(strikes.plan().folder_syncs - before, 1);
        assert_eq!(store.list(Kind::Match).map(|names| names.len()), Ok(50));
        let wrong = [texts[150], (texts[151].0, b"other"), texts[152]];
        assert_eq!(store.remove_all(Kind::Match, &wrong), Err(StoreError::Changed));
        assert_eq!(store.list(Kind::Match).map(|names| names.len()), Ok(49), "those before it are gone");
        assert_eq!(store.remove_all(Kind::Match, &texts[..151]), Ok(()), "gone already");
    }
}
