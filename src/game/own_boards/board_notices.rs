//! Words about saved boards.

use crate::game::storage::reason::reason;
use crate::game::storage::store_error::StoreError;
use crate::game::text::{Phrase, say};

pub(super) fn board_saved(place: &str) -> Phrase {
    if cfg!(target_arch = "wasm32") { say!("save-board-browser") } else { say!("save-board", place = place) }
}

/// A board was saved under another name, because its own was taken in the meantime.
pub(super) fn board_saved_beside(name: &str, place: &str) -> Phrase {
    if cfg!(target_arch = "wasm32") {
        say!("save-board-beside-browser", name = name)
    } else {
        say!("save-board-beside", name = name, place = place)
    }
}

pub(super) fn board_not_saved(name: &str, error: &StoreError) -> Phrase {
    Phrase::sentences([say!("save-not-board", name = name), reason(error), say!("save-board-keeps-trying")])
}

pub(super) fn board_removed(name: &str) -> Phrase {
    say!("save-board-removed", name = name)
}

pub(super) fn board_not_removed(name: &str, error: &StoreError) -> Phrase {
    match error {
        StoreError::Changed => say!("save-board-changed", name = name),
        error => Phrase::sentences([say!("save-board-not-removed", name = name), reason(error)]),
    }
}
