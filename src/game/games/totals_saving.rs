//! Saves the totals of games that are no longer in the list.

use crate::game::games::listed_game::ListedGame;
use crate::game::games::removed_totals::RemovedTotals;
use crate::game::storage::entry_slot::{self, Unusable};
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;

/// Name of the file.
const NAME: &str = "games";
/// Maximum number of attempts to save while another copy of the program writes.
const MAX_TRIES: usize = 8;

fn entry() -> Entry {
    Entry::new(Kind::State, NAME)
}

/// Reads the totals, along with their text. Unreadable totals are put aside; those of a later version are left alone,
/// and nothing is counted then.
pub(crate) fn read(store: &dyn Store) -> Result<(RemovedTotals, Option<Vec<u8>>), StoreError> {
    let text = match store.read(&entry()) {
        Ok(Some(text)) => text,
        Ok(None) => return Ok(Default::default()),
        Err(error) if error.is_lasting() => {
            store.put_aside(&entry())?;
            return Ok(Default::default());
        }
        Err(error) => return Err(error),
    };
    match entry_slot::parse::<RemovedTotals>(&text) {
        Ok(saved) => Ok((saved.content, Some(text))),
        Err(Unusable::Newer) => Err(StoreError::Changed),
        Err(Unusable::Broken) => {
            store.put_aside(&entry())?;
            Ok(Default::default())
        }
    }
}

/// Changes the totals, and returns the new ones.
pub(crate) fn change(store: &dyn Store, change: impl Fn(&mut RemovedTotals)) -> Result<RemovedTotals, StoreError> {
    for _ in 0..MAX_TRIES {
        let (mut totals, text) = read(store)?;
        change(&mut totals);
        match store.replace(&entry(), text.as_deref(), &entry_slot::text_of(store.now(), &totals)?) {
            Ok(()) => return Ok(totals),
            Err(StoreError::Changed) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Busy)
}

/// Adds games that are about to be removed to the totals. `names` lists all saved games.
pub(crate) fn add_removed(store: &dyn Store, names: &[String], games: &[ListedGame]) -> Result<(), StoreError> {
    change(store, |totals| {
        totals.forget_gone(|name| names.iter().any(|there| there == name));
        totals.add_removed(games);
    })?;
    Ok(())
}
