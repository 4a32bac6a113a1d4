//! Storage in memory for tests, with every failure on demand.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::storage::library_store::{LibraryAnswer, LibraryProblem, LibraryStore};
use crate::game::storage::store::{Claim, Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::library::{Change, Edit, Library};

/// Texts in memory. Clones share them, as copies of the program share a folder.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(Arc<Mutex<Memory>>);

#[derive(Debug, Default)]
struct Memory {
    texts: BTreeMap<Entry, Vec<u8>>,
    /// File of the library; empty until the first change.
    library: Vec<u8>,
    aside: Vec<Vec<u8>>,
    claimed: BTreeSet<Entry>,
    unreadable: BTreeMap<Entry, StoreError>,
    refusal: Option<StoreError>,
    max_matches: Option<usize>,
    reads: usize,
    writes: usize,
    now: u64,
}

impl MemoryStore {
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts bytes into the store, as another program would.
    pub fn put(&self, entry: Entry, bytes: impl Into<Vec<u8>>) {
        self.memory().texts.insert(entry, bytes.into());
    }

    #[must_use]
    pub fn text(&self, entry: &Entry) -> Option<String> {
        self.memory().texts.get(entry).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// The texts that were put aside, in order.
    #[must_use]
    pub fn aside(&self) -> Vec<Vec<u8>> {
        self.memory().aside.clone()
    }

    /// Lets every write fail for this reason, or succeed again.
    pub fn refuse(&self, reason: Option<StoreError>) {
        self.memory().refusal = reason;
    }

    /// Limits the number of matches, as in a browser.
    pub fn limit_matches(&self, max: usize) {
        self.memory().max_matches = Some(max);
    }

    /// Sets the clock to a time in milliseconds since 1970 (UTC).
    pub fn set_clock(&self, now: u64) {
        self.memory().now = now;
    }

    /// Lets reading this text fail for this reason, or succeed again.
    pub fn hide(&self, entry: &Entry, reason: Option<StoreError>) {
        let mut memory = self.memory();
        match reason {
            Some(reason) => memory.unreadable.insert(entry.clone(), reason),
            None => memory.unreadable.remove(entry),
        };
    }

    /// Bytes of the file of the library; empty if it has none.
    #[must_use]
    pub fn library_file(&self) -> Vec<u8> {
        self.memory().library.clone()
    }

    /// Replaces the file of the library.
    pub fn put_library_file(&self, bytes: Vec<u8>) {
        self.memory().library = bytes;
    }

    /// Number of reads and of writes so far.
    #[must_use]
    pub fn work(&self) -> (usize, usize) {
        let memory = self.memory();
        (memory.reads, memory.writes)
    }
}

/// The library in memory.
#[derive(Debug)]
struct MemoryLibrary {
    store: MemoryStore,
    library: Option<Library>,
    /// Bytes of the file that the library has applied.
    read: usize,
    answers: VecDeque<LibraryAnswer>,
}

impl MemoryLibrary {
    /// Applies what others have changed.
    fn catch_up(&mut self) -> Result<(), LibraryProblem> {
        let memory = self.store.memory();
        let library = match &mut self.library {
            Some(library) => library,
            None if memory.library.is_empty() => self.library.insert(Library::default()),
            None => {
                let (library, _) = Library::open(&memory.library)?;
                self.read = memory.library.len();
                self.library.insert(library)
            }
        };
        if self.read == 0 && !memory.library.is_empty() {
            self.read = library.empty_file().len();
        }
        library.read_on(&memory.library[self.read..]);
        self.read = memory.library.len();
        Ok(())
    }

    fn make(&mut self, edit: &Edit) -> Result<Change, LibraryProblem> {
        self.catch_up()?;
        let mut memory = self.store.memory();
        memory.check_writable()?;
        let library = self.library.get_or_insert_default();
        let change = edit.of(library);
        if !change.is_empty() {
            if memory.library.is_empty() {
                memory.library = library.empty_file();
            }
            memory.library.extend(change.bytes());
            self.read = memory.library.len();
            // Nothing can have changed it since.
            library.apply(&change).ok();
        }
        Ok(change)
    }
}

impl LibraryStore for MemoryLibrary {
    fn refresh(&mut self) {
        let opened = self.catch_up().map(|()| LibraryAnswer::Opened { damaged: 0 });
        self.answers.push_back(opened.unwrap_or_else(LibraryAnswer::Failed));
    }

    fn change(&mut self, edit: Edit) {
        let changed = self.make(&edit).map_or_else(LibraryAnswer::Failed, LibraryAnswer::Changed);
        self.answers.push_back(changed);
    }

    fn advance(&mut self) -> Option<LibraryAnswer> {
        self.answers.pop_front()
    }

    fn is_busy(&self) -> bool {
        !self.answers.is_empty()
    }

    fn library(&self) -> Option<&Library> {
        self.library.as_ref()
    }

    fn place(&self) -> String {
        "memory/library".to_owned()
    }
}

/// A text that one copy of the program has claimed.
struct ClaimedEntry {
    store: MemoryStore,
    entry: Entry,
}

impl Drop for ClaimedEntry {
    fn drop(&mut self) {
        self.store.memory().claimed.remove(&self.entry);
    }
}

impl Memory {
    fn get(&self, entry: &Entry) -> Result<Option<&[u8]>, StoreError> {
        match self.unreadable.get(entry) {
            Some(reason) => Err(reason.clone()),
            None => Ok(self.texts.get(entry).map(Vec::as_slice)),
        }
    }

    fn check_writable(&mut self) -> Result<(), StoreError> {
        self.writes += 1;
        self.refusal.clone().map_or(Ok(()), Err)
    }
}

impl Store for MemoryStore {
    fn list(&self, kind: Kind) -> Result<Vec<String>, StoreError> {
        Ok(self.memory().texts.keys().filter(|entry| entry.kind == kind).map(|entry| entry.name.clone()).collect())
    }

    fn read(&self, entry: &Entry) -> Result<Option<Vec<u8>>, StoreError> {
        let mut memory = self.memory();
        memory.reads += 1;
        match memory.get(entry)? {
            Some(text) if text.len() > entry.kind.max_bytes() => Err(StoreError::TooLarge),
            text => Ok(text.map(<[u8]>::to_vec)),
        }
    }

    fn replace(&self, entry: &Entry, expected: Option<&[u8]>, text: &str) -> Result<(), StoreError> {
        let mut memory = self.memory();
        memory.check_writable()?;
        if memory.get(entry)? != expected {
            return Err(StoreError::Changed);
        }
        memory.texts.insert(entry.clone(), text.as_bytes().to_vec());
        Ok(())
    }

    fn remove_all(&self, kind: Kind, texts: &[(&str, &[u8])]) -> Result<(), StoreError> {
        let mut memory = self.memory();
        memory.check_writable()?;
        texts.iter().try_for_each(|(name, expected)| {
            let entry = Entry::new(kind, *name);
            match memory.get(&entry)? {
                Some(text) if text != *expected => Err(StoreError::Changed),
                _ => {
                    memory.texts.remove(&entry);
                    Ok(())
                }
            }
        })
    }

    fn max_matches(&self) -> Option<usize> {
        self.memory().max_matches
    }

    fn put_aside(&self, entry: &Entry) -> Result<String, StoreError> {
        let mut memory = self.memory();
        memory.check_writable()?;
        memory.unreadable.remove(entry);
        let bytes = memory.texts.remove(entry).unwrap_or_default();
        memory.aside.push(bytes);
        Ok(format!("{} (put aside {})", entry.name, memory.aside.len()))
    }

    fn claim(&self, entry: &Entry) -> Result<Option<Claim>, StoreError> {
        let is_first = self.memory().claimed.insert(entry.clone());
        Ok(is_first.then(|| Claim::by(ClaimedEntry { store: self.clone(), entry: entry.clone() })))
    }

    fn library(&self) -> Box<dyn LibraryStore> {
        Box::new(MemoryLibrary { store: self.clone(), library: None, read: 0, answers: VecDeque::new() })
    }

    fn place(&self, entry: &Entry) -> String {
        format!("memory/{}", entry.name)
    }

    fn folder(&self, _: Kind) -> String {
        "memory".to_owned()
    }

    fn now(&self) -> u64 {
        let mut memory = self.memory();
        memory.now += 1;
        memory.now
    }
}
