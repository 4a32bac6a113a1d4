//! What every store can do: texts under names that are replaced whole, and only by whoever knows what they replace.

use std::any::Any;
use std::fmt;

use thiserror::Error;

use crate::game::library::board_file::MOST_BYTES;

/// What a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One of the program's own files, such as the settings.
    State,
    /// A match.
    Match,
    /// A board in the editor.
    Draft,
    /// One of the player's own boards. Players may put others beside it.
    Board,
}

impl Kind {
    /// More bytes than any text of this kind has; what is larger is not read.
    #[must_use]
    pub const fn most_bytes(self) -> usize {
        match self {
            Self::Board => MOST_BYTES,
            Self::State | Self::Match | Self::Draft => 1024 * 1024,
        }
    }
}

/// The name of a text in a store.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entry {
    /// What it is about.
    pub kind: Kind,
    /// Its name among those of its kind.
    pub name: String,
}

impl Entry {
    /// The entry of this kind and name.
    #[must_use]
    pub fn new(kind: Kind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into() }
    }
}

/// Why a text cannot be saved or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The disk, the player's share of it, or the browser's storage is full.
    #[error("there is no space left")]
    Full,
    /// The disk is read-only.
    #[error("the folder is read-only")]
    ReadOnly,
    /// The system does not let whoever runs the program read or write there.
    #[error("permission denied")]
    Denied,
    /// There is no data folder, or what has its name is a file.
    #[error("there is no data folder")]
    NoFolder,
    /// The browser keeps nothing for this page.
    #[error("the browser does not let this page save anything")]
    SwitchedOff,
    /// Another copy of the program is writing, and does not come to an end.
    #[error("another copy of the game is saving")]
    Busy,
    /// The text is not the one that was to be replaced: another copy of the program, or a player, has changed it.
    #[error("it was changed in the meantime")]
    Changed,
    /// More than [`Kind::most_bytes`].
    #[error("it is too large")]
    TooLarge,
    /// A folder, a pipe or a device.
    #[error("it is not a file")]
    NotAFile,
    /// Something else, in the words of the system.
    #[error("{0}")]
    Other(String),
}

impl StoreError {
    /// Whether what is there will never be read, however often it is tried.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        matches!(self, Self::TooLarge | Self::NotAFile)
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Other(error.to_string())
    }
}

/// That this copy of the program uses a text alone, until this is dropped or the program ends, however it does.
#[derive(Debug)]
pub struct Hold {
    _by: Box<dyn Any + Send + Sync>,
}

impl Hold {
    /// It lasts as long as this value.
    #[must_use]
    pub fn by(value: impl Any + Send + Sync) -> Self {
        Self { _by: Box::new(value) }
    }
}

/// A place for texts that outlives the program. Several copies of the program may use it at once.
///
/// Nothing is overwritten by accident: a caller that replaces or removes a text names the text it expects, and one that
/// saves a new text expects none. Otherwise nothing happens, and the answer is [`StoreError::Changed`].
pub trait Store: fmt::Debug + Send + Sync + 'static {
    /// The names of all texts of a kind, in order.
    ///
    /// # Errors
    /// When the place cannot be looked at.
    fn list(&self, kind: Kind) -> Result<Vec<String>, StoreError>;

    /// What is saved; `None` when nothing is.
    ///
    /// # Errors
    /// When there is something, and it cannot be read.
    fn read(&self, entry: &Entry) -> Result<Option<Vec<u8>>, StoreError>;

    /// Saves a text in place of the `expected` one. Once this returns, the text survives the end of the program and a
    /// power cut. If it fails, what was there before is still there, or the new text is there, which stands for the
    /// expected one when it is tried again.
    ///
    /// # Errors
    /// When it cannot be saved, or is not in the place of what was expected.
    fn replace(&self, entry: &Entry, expected: Option<&[u8]>, text: &str) -> Result<(), StoreError>;

    /// Removes the `expected` text; one that is gone already is no error.
    ///
    /// # Errors
    /// When it cannot be removed, or is not what was expected.
    fn remove(&self, entry: &Entry, expected: &[u8]) -> Result<(), StoreError> {
        self.remove_all(entry.kind, &[(entry.name.as_str(), expected)])
    }

    /// Removes several texts of a kind, each named with the text that is expected under it, at the cost of one. Texts
    /// that are gone already are no error.
    ///
    /// # Errors
    /// When one cannot be removed, or is not what was expected. Those before it are gone then.
    fn remove_all(&self, kind: Kind, texts: &[(&str, &[u8])]) -> Result<(), StoreError>;

    /// The most matches that fit; `None` if only the disk sets a limit.
    fn most_matches(&self) -> Option<usize> {
        None
    }

    /// Renames the entry, unread, to a name that is not in use. Returns where it is then, to show to players.
    ///
    /// # Errors
    /// When it cannot be renamed.
    fn put_aside(&self, entry: &Entry) -> Result<String, StoreError>;

    /// Uses a text alone, whether it is there or not; `None` where another copy of the program does.
    ///
    /// # Errors
    /// When that cannot be known.
    fn hold(&self, entry: &Entry) -> Result<Option<Hold>, StoreError>;

    /// Where a text is, or would be, for players.
    fn place(&self, entry: &Entry) -> String;

    /// Where the texts of a kind are, for players.
    fn folder(&self, kind: Kind) -> String;

    /// Milliseconds since the beginning of 1970 (UTC).
    fn now(&self) -> u64;
}
