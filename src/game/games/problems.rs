//! Words for problems with saved games.

use crate::game::storage::reason::reason;
use crate::game::storage::store_error::StoreError;
use crate::game::text::{Phrase, say};

pub(super) fn games_not_read(error: &StoreError) -> Phrase {
    Phrase::sentences([say!("games-not-read"), reason(error)])
}

/// A command for a game in the list has failed.
pub(super) fn games_failed(error: &StoreError) -> Phrase {
    match error {
        StoreError::Changed => say!("games-changed"),
        error => Phrase::sentences([say!("games-failed"), reason(error)]),
    }
}
