//! Takes the player's finished matches into the library.

use std::collections::HashSet;

use crate::game::games::saved_match::{SavedMatch, parse, record_of};
use crate::game::library::collection::{IMPORTED, MINE};
use crate::game::storage::store::{Entry, Kind, Store};
use crate::library::{Edit, NewGame};

/// Matches that are read for one edit. Each is replayed.
const MATCHES_PER_EDIT: usize = 20;

/// Finished matches on their way into the library. They also stay among the saved matches, with their statistics.
#[derive(Debug, Default)]
pub(super) struct OwnGames {
    /// Names of saved matches to look at, newest last.
    left: Vec<String>,
    /// Names of finished matches that were taken, which never change.
    taken: HashSet<String>,
}

impl OwnGames {
    /// Looks at all matches that are not known to be taken.
    pub(super) fn look_again(&mut self, store: &dyn Store) {
        // If the matches cannot be listed now, they are when the library is opened again.
        self.left = store.list(Kind::Match).unwrap_or_default();
        self.left.retain(|name| !self.taken.contains(name));
    }

    pub(super) fn is_done(&self) -> bool {
        self.left.is_empty()
    }

    /// Reads the next matches, and returns the edit that adds the finished ones. Those that were removed from the
    /// library stay away.
    pub(super) fn next_edit(&mut self, store: &dyn Store) -> Option<Edit> {
        let mut games = Vec::new();
        for name in self.left.split_off(self.left.len().saturating_sub(MATCHES_PER_EDIT)) {
            let Ok(Some(text)) = store.read(&Entry::new(Kind::Match, name.as_str())) else { continue };
            let Ok(saved) = parse::<SavedMatch>(&text) else { continue };
            let listed = saved.content.listed(name.clone(), saved.changed);
            if !listed.goes_on() {
                let collection = if listed.marks.imported { IMPORTED } else { MINE };
                games.push(NewGame::of(&record_of(&name, &saved)).in_collection(collection));
                self.taken.insert(name);
            }
        }
        (!games.is_empty()).then_some(Edit::AddNew(games))
    }
}
