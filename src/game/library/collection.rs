//! Names of the collections that the game makes, as they are saved.

use crate::game::text::{Phrase, say};

/// Matches played here.
pub(crate) const MINE: &str = "Mine";
/// Finished games that were opened from texts.
pub(crate) const IMPORTED: &str = "Imported";
/// Games of pasted texts.
pub(crate) const PASTED: &str = "Pasted";

/// Name of a collection in the player's language.
pub(crate) fn collection_name(saved: &str) -> Phrase {
    match saved {
        MINE => say!("game-library-mine"),
        IMPORTED => say!("game-library-imported"),
        PASTED => say!("game-library-pasted"),
        name => Phrase::verbatim(name),
    }
}
