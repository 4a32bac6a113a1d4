//! Messages about loading and saving.

use crate::game::storage::reason::reason;
use crate::game::storage::store_error::StoreError;
use crate::game::storage::unsaved::Subject;
use crate::game::text::{Phrase, say};

/// A subject cannot be saved for now.
pub(super) fn not_saved(subject: Subject, error: &StoreError) -> Phrase {
    let what = match subject {
        Subject::Settings => say!("save-not-settings"),
        Subject::Setup => say!("save-not-setup"),
        Subject::Rooms => say!("save-not-rooms"),
        Subject::Match => say!("save-not-match"),
        Subject::Draft => say!("save-not-draft"),
    };
    match error {
        StoreError::SwitchedOff => switched_off(),
        error => Phrase::sentences([what, reason(error), say!("save-keeps-trying")]),
    }
}

/// The browser saves nothing for this page.
pub(super) fn switched_off() -> Phrase {
    Phrase::sentences([reason(&StoreError::SwitchedOff), say!("save-goes-with-tab")])
}

/// The last played match needs a later version of the game.
pub(super) fn newer_match() -> Phrase {
    say!("save-newer-match")
}

/// Saving works again.
pub(super) fn saved_again() -> Phrase {
    say!("save-works-again")
}

/// A broken file was renamed.
pub(super) fn put_aside(subject: Subject, place: &str) -> Phrase {
    match subject {
        Subject::Settings => say!("save-aside-settings", place = place),
        Subject::Setup => say!("save-aside-setup", place = place),
        Subject::Rooms => say!("save-aside-rooms", place = place),
        Subject::Match => say!("save-aside-match", place = place),
        Subject::Draft => say!("save-aside-draft", place = place),
    }
}

/// A subject cannot be read for now; its file stays untouched.
pub(super) fn not_read(subject: Subject, error: &StoreError) -> Phrase {
    let what = match subject {
        Subject::Settings => say!("save-unread-settings"),
        Subject::Setup => say!("save-unread-setup"),
        Subject::Rooms => say!("save-unread-rooms"),
        Subject::Match => say!("save-unread-match"),
        Subject::Draft => say!("save-unread-draft"),
    };
    Phrase::sentences([what, reason(error), say!("save-nothing-changed")])
}
