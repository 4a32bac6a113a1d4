//! Files of settings and setup: JSON objects that are read and saved field by field.
//!
//! An unreadable field falls back to its default alone, and stays in the file unchanged. Only fields that this copy of
//! the program has changed are written, so that it never reverts those of another copy or a later version.

use serde_json::Value;

use crate::game::storage::checksum;
use crate::game::storage::lenient::Fields;
use crate::game::storage::store::{Entry, Store};
use crate::game::storage::store_error::StoreError;

/// Version that is written.
const FORMAT: u64 = 1;
/// Maximum number of attempts to save while another copy of the program writes.
const MAX_TRIES: usize = 8;

/// Parses the fields of a text; `None` if it is not a JSON object.
pub(crate) fn parse(text: &[u8]) -> Option<Fields> {
    let mut fields = serde_json::from_slice(text).ok()?;
    checksum::remove(&mut fields);
    Some(fields)
}

/// Saves the fields that differ between `last`, the state that this copy last read or saved, and `now`. An unreadable
/// file is put aside first, and `report` receives its new place.
pub(crate) fn save(
    store: &dyn Store,
    entry: &Entry,
    last: &mut Fields,
    now: Fields,
    mut report: impl FnMut(&str),
) -> Result<(), StoreError> {
    if *last == now {
        return Ok(());
    }
    for _ in 0..MAX_TRIES {
        let saved = match store.read(entry) {
            Ok(None) => Some((None, Fields::default())),
            Ok(Some(text)) => parse(&text).map(|fields| (Some(text), fields)),
            Err(error) if error.is_lasting() => None,
            Err(error) => return Err(error),
        };
        let Some((text, fields)) = saved else {
            report(&store.put_aside(entry)?);
            // Nothing is saved any more, so all fields must be written, even if the next attempt fails.
            last.clear();
            continue;
        };
        match write(store, entry, text.as_deref(), merge(fields, last, &now)) {
            Ok(()) => {
                *last = now;
                return Ok(());
            }
            Err(StoreError::Changed) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Busy)
}

fn write(store: &dyn Store, entry: &Entry, saved: Option<&[u8]>, mut fields: Fields) -> Result<(), StoreError> {
    fields.entry("format").or_insert(FORMAT.into());
    store.replace(entry, saved, &checksum::with_checksum(serde_json::to_string(&fields)?))
}

/// Applies the changes from `before` to `now` to the saved fields.
fn merge(mut saved: Fields, before: &Fields, now: &Fields) -> Fields {
    for (key, value) in now {
        let before = before.get(key);
        if before == Some(value) {
            continue;
        }
        match (saved.get_mut(key), before, value) {
            // Arrays hold one value for each player, and another copy may have changed another player's.
            (Some(Value::Array(saved)), Some(Value::Array(before)), Value::Array(now))
                if saved.len() == now.len() && before.len() == now.len() =>
            {
                for ((saved, before), now) in saved.iter_mut().zip(before).zip(now) {
                    if before != now {
                        saved.clone_from(now);
                    }
                }
            }
            _ => {
                saved.insert(key.clone(), value.clone());
            }
        }
    }
    saved
}
