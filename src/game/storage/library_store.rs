//! Storage interface of the library of games: changes that are saved before they are shown.

use std::fmt;

use thiserror::Error;

use crate::game::storage::store_error::StoreError;
use crate::library::{Change, Edit, Library, LibraryError};

/// A library of games that outlives the program. Several copies of the program may change it at once.
///
/// Requests are answered by [`LibraryAnswer`]s, possibly some frames later. A caller waits for each answer before the
/// next request.
pub trait LibraryStore: fmt::Debug + Send + Sync + 'static {
    /// Opens the library, or takes over what other copies of the program have changed.
    fn refresh(&mut self);

    /// Makes a change of the newest state and saves it. The library must be open.
    fn change(&mut self, edit: Edit);

    /// Goes on with the requests for a few milliseconds, and returns the next answer.
    fn advance(&mut self) -> Option<LibraryAnswer>;

    /// Returns whether a request has not been answered yet.
    fn is_busy(&self) -> bool;

    /// The library as it was last answered; `None` until it is opened.
    fn library(&self) -> Option<&Library>;

    /// The place of the library, for display.
    fn place(&self) -> String;
}

/// Answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryAnswer {
    /// The library is open and up to date.
    Opened {
        /// Number of damaged places in the file, whose changes are lost.
        damaged: usize,
    },
    /// The change is saved and in the library.
    Changed(Change),
    /// The library cannot be opened or changed, and nothing has changed.
    Failed(LibraryProblem),
}

/// Reason why the library cannot be opened or changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LibraryProblem {
    /// The file is no library, or of a later version. It is left alone.
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
