//! Reasons why something cannot be saved or read, in words.

use crate::game::storage::store::StoreError;
use crate::game::text::{Phrase, say};

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
