//! What players are told about saving.

use crate::game::persistence::saving::Subject;
use crate::game::persistence::store::StoreError;
use crate::game::text::{Phrase, say};

/// Why something cannot be saved or read.
pub(super) fn reason(error: &StoreError) -> Phrase {
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

/// Something cannot be saved for now.
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

/// The browser saves nothing.
pub(super) fn switched_off() -> Phrase {
    Phrase::sentences([reason(&StoreError::SwitchedOff), say!("save-goes-with-tab")])
}

/// The match that was played last cannot be continued by this version.
pub(super) fn newer_match() -> Phrase {
    say!("save-newer-match")
}

/// What could not be saved is saved now.
pub(super) fn saved_again() -> Phrase {
    say!("save-works-again")
}

/// Something could not be understood, and is now elsewhere.
pub(super) fn put_aside(subject: Subject, place: &str) -> Phrase {
    match subject {
        Subject::Settings => say!("save-aside-settings", place = place),
        Subject::Setup => say!("save-aside-setup", place = place),
        Subject::Rooms => say!("save-aside-rooms", place = place),
        Subject::Match => say!("save-aside-match", place = place),
        Subject::Draft => say!("save-aside-draft", place = place),
    }
}

/// Something cannot be read for now, and stays where it is.
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

/// A board was saved, and where.
pub(super) fn board_saved(place: &str) -> Phrase {
    if cfg!(target_arch = "wasm32") { say!("save-board-browser") } else { say!("save-board", place = place) }
}

/// A board was saved under another name, as its own was taken in the meantime.
pub(super) fn board_saved_beside(name: &str, place: &str) -> Phrase {
    if cfg!(target_arch = "wasm32") {
        say!("save-board-beside-browser", name = name)
    } else {
        say!("save-board-beside", name = name, place = place)
    }
}

/// A board cannot be saved for now.
pub(super) fn board_not_saved(name: &str, error: &StoreError) -> Phrase {
    Phrase::sentences([say!("save-not-board", name = name), reason(error), say!("save-board-keeps-trying")])
}

/// A board was removed.
pub(super) fn board_removed(name: &str) -> Phrase {
    say!("save-board-removed", name = name)
}

/// A board could not be removed.
pub(super) fn board_not_removed(name: &str, error: &StoreError) -> Phrase {
    match error {
        StoreError::Changed => say!("save-board-changed", name = name),
        error => Phrase::sentences([say!("save-board-not-removed", name = name), reason(error)]),
    }
}

/// The list of games cannot be read for now.
pub(super) fn games_not_read(error: &StoreError) -> Phrase {
    Phrase::sentences([say!("games-not-read"), reason(error)])
}

/// What was asked of a game did not work.
pub(super) fn games_failed(error: &StoreError) -> Phrase {
    match error {
        StoreError::Changed => say!("games-changed"),
        error => Phrase::sentences([say!("games-failed"), reason(error)]),
    }
}
