//! Reasons why something cannot be saved or read, in words.

use crate::game::storage::library_store::LibraryProblem;
use crate::game::storage::store_error::StoreError;
use crate::game::text::{Phrase, say};
use crate::library::LibraryError;

pub(crate) fn reason(error: &StoreError) -> Phrase {
    match error {
        StoreError::Full if cfg!(target_arch = "wasm32") => say!("save-browser-full"),
        StoreError::Full => say!("save-disk-full"),
        StoreError::ReadOnly => say!("save-read-only"),
        StoreError::Denied => say!("save-denied"),
        StoreError::NoFolder => say!("save-no-folder"),
        StoreError::SwitchedOff => say!("save-switched-off"),
        StoreError::Busy | StoreError::Changed => say!("save-busy"),
        StoreError::TooLarge | StoreError::NotAFile => say!("save-not-a-file"),
        StoreError::Other(reason) => say!("save-other", reason = reason.as_str()),
    }
}

impl From<&LibraryProblem> for Phrase {
    fn from(problem: &LibraryProblem) -> Self {
        match problem {
            LibraryProblem::Library(LibraryError::NewerFormat(_)) => say!("game-library-newer"),
            LibraryProblem::Library(_) => say!("game-library-no-library"),
            LibraryProblem::Store(error) => reason(error),
        }
    }
}
