//! The library of games as screens show it.

use bevy::prelude::*;

use crate::game::library::filter::LibraryFilter;
use crate::game::storage::library_store::{LibraryProblem, LibraryStore};
use crate::library::{Continuation, Found, Library, QueryError};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameLibrary>();
}

/// The library of games, and what of it is shown.
#[derive(Resource, Debug, Default)]
pub struct GameLibrary {
    /// `None` until the library is opened for the first time.
    pub(super) store: Option<Box<dyn LibraryStore>>,
    pub(super) state: LibraryState,
    pub(super) filter: LibraryFilter,
    /// Problem with the text of the filter. The results are those of the last text without one.
    pub(super) problem: Option<QueryError>,
    pub(super) results: LibraryResults,
    /// Progress of an import or export in percent; `None` when idle.
    pub(super) progress: Option<usize>,
    /// Time when the results were found, in milliseconds since 1970 (UTC).
    pub(super) now_ms: u64,
}

/// State of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LibraryState {
    /// Not opened yet, or being opened.
    #[default]
    Opening,
    Open,
    /// It cannot be opened.
    Failed(LibraryProblem),
}

/// The games that were found.
#[derive(Clone, Debug, Default)]
pub struct LibraryResults {
    pub found: Vec<Found>,
    /// Moves that follow in the position searched for, the most frequent first.
    pub continuations: Vec<Continuation>,
    /// Number of searches so far.
    pub number: u64,
    /// Number of changes of the filter so far. After one the list begins at its top.
    pub choice: u64,
}

impl GameLibrary {
    #[must_use]
    pub const fn state(&self) -> &LibraryState {
        &self.state
    }

    /// The library; `None` until it is open.
    #[must_use]
    pub fn library(&self) -> Option<&Library> {
        self.store.as_ref()?.library()
    }

    #[must_use]
    pub const fn filter(&self) -> &LibraryFilter {
        &self.filter
    }

    /// Problem with the text of the filter.
    #[must_use]
    pub const fn problem(&self) -> Option<&QueryError> {
        self.problem.as_ref()
    }

    #[must_use]
    pub const fn results(&self) -> &LibraryResults {
        &self.results
    }

    /// Progress of an import or export in percent; `None` when idle.
    #[must_use]
    pub const fn progress(&self) -> Option<usize> {
        self.progress
    }

    /// Time when the results were found, in milliseconds since 1970 (UTC).
    #[must_use]
    pub const fn now_ms(&self) -> u64 {
        self.now_ms
    }
}
