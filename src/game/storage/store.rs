//! Storage interface: named texts with compare-and-swap writes.

use std::any::Any;
use std::fmt;

use crate::game::storage::library_store::LibraryStore;
use crate::game::storage::store_error::StoreError;
use crate::notation::AnyText;

/// Kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One of the program's own files, such as the settings.
    State,
    Match,
    /// A board in the editor.
    Draft,
    /// One of the player's own boards. Players may add files by hand.
    Board,
}

impl Kind {
    /// Maximum size in bytes; larger texts are not read.
    #[must_use]
    pub const fn max_bytes(self) -> usize {
        match self {
            Self::Board => AnyText::MAX_BYTES,
            Self::State | Self::Match | Self::Draft => 1024 * 1024,
        }
    }
}

/// The name of a text in a store.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entry {
    pub kind: Kind,
    /// Unique within its kind.
    pub name: String,
}

impl Entry {
    #[must_use]
    pub fn new(kind: Kind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into() }
    }
}

/// Exclusive use of a text by this copy of the program, until this is dropped or the program ends, even by a crash.
#[derive(Debug)]
pub struct Claim {
    _by: Box<dyn Any + Send + Sync>,
}

impl Claim {
    /// Releases the claim when `value` is dropped.
    #[must_use]
    pub fn by(value: impl Any + Send + Sync) -> Self {
        Self { _by: Box::new(value) }
    }
}

/// Storage that outlives the program. Several copies of the program may use it at once.
///
/// Nothing is overwritten by accident: callers that replace or remove a text pass the text they expect, and callers
/// that save a new one expect none. If the store holds anything else, it changes nothing and returns
/// [`StoreError::Changed`].
pub trait Store: fmt::Debug + Send + Sync + 'static {
    /// Sorted names of all texts of a kind.
    ///
    /// # Errors
    /// If the names cannot be read.
    fn list(&self, kind: Kind) -> Result<Vec<String>, StoreError>;

    /// Reads a text; `None` if there is none.
    ///
    /// # Errors
    /// If there is a text that cannot be read.
    fn read(&self, entry: &Entry) -> Result<Option<Vec<u8>>, StoreError>;

    /// Replaces the `expected` text. Once this returns, the new text survives the end of the program and a power cut.
    /// After a failure either the old or the new text is there, and another attempt with the same `expected` text
    /// accepts both.
    ///
    /// # Errors
    /// If the text cannot be saved, or another one than expected is there.
    fn replace(&self, entry: &Entry, expected: Option<&[u8]>, text: &str) -> Result<(), StoreError>;

    /// Removes the `expected` text. If it is already gone, that is not an error.
    ///
    /// # Errors
    /// If it cannot be removed, or another text than expected is there.
    fn remove(&self, entry: &Entry, expected: &[u8]) -> Result<(), StoreError> {
        self.remove_all(entry.kind, &[(entry.name.as_str(), expected)])
    }

    /// Removes several texts of a kind, given by name and expected text. It syncs only once, so it costs as much as one
    /// removal. Texts that are already gone are not an error.
    ///
    /// # Errors
    /// If one cannot be removed, or is not the expected text. Those before it are gone then.
    fn remove_all(&self, kind: Kind, texts: &[(&str, &[u8])]) -> Result<(), StoreError>;

    /// Maximum number of matches; `None` if only the disk sets a limit.
    fn max_matches(&self) -> Option<usize> {
        None
    }

    /// Renames an unreadable entry to a name that is not in use. Returns its new place, for display.
    ///
    /// # Errors
    /// If it cannot be renamed.
    fn put_aside(&self, entry: &Entry) -> Result<String, StoreError>;

    /// Claims a text for this copy of the program, even before it exists; `None` if another copy has claimed it.
    ///
    /// # Errors
    /// If the store cannot tell whether another copy uses it.
    fn claim(&self, entry: &Entry) -> Result<Option<Claim>, StoreError>;

    /// The library of games beside the texts. It is not opened yet.
    fn library(&self) -> Box<dyn LibraryStore>;

    /// The place of a text, for display. The text need not exist.
    fn place(&self, entry: &Entry) -> String;

    /// The folder of a kind's texts, for display.
    fn folder(&self, kind: Kind) -> String;

    /// Milliseconds since 1970 (UTC).
    fn now(&self) -> u64;
}
