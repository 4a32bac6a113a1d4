//! The files of settings and setup: JSON objects that are read and saved field by field.
//!
//! A field that cannot be understood falls back on its own, and stays in the file as it is. Only what this copy of the
//! program has changed is written, so that it takes nothing back that another copy or a later version has written.

use serde_json::Value;

use crate::game::persistence::checksum;
use crate::game::persistence::store::{Entry, Store, StoreError};
use crate::game::settings::lenient::Fields;

/// The version that is written.
const FORMAT: u64 = 1;
/// How often saving is tried again when another copy of the program was faster.
const TRIES: usize = 8;

/// What a text has; `None` when it is not a JSON object.
pub(super) fn parse(text: &[u8]) -> Option<Fields> {
    let mut fields = serde_json::from_slice(text).ok()?;
    checksum::remove(&mut fields);
    Some(fields)
}

/// Saves what differs between `last`, as this copy of the program last read or saved it, and `now`. What is there and
/// says nothing is put aside: `tell` hears where it is then.
pub(super) fn save(
    store: &dyn Store,
    entry: &Entry,
    last: &mut Fields,
    now: Fields,
    mut tell: impl FnMut(&str),
) -> Result<(), StoreError> {
    if *last == now {
        return Ok(());
    }
    for _ in 0..TRIES {
        let saved = match store.read(entry) {
            Ok(None) => Some((None, Fields::default())),
            Ok(Some(text)) => parse(&text).map(|fields| (Some(text), fields)),
            Err(error) if error.is_lasting() => None,
            Err(error) => return Err(error),
        };
        let Some((text, fields)) = saved else {
            tell(&store.put_aside(entry)?);
            // Nothing is saved any more, so everything is still to be, also if that fails now.
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
    store.replace(entry, saved, &checksum::sealed(serde_json::to_string(&fields)?))
}

/// What is saved, with what has changed from `before` to `now`.
fn merge(mut saved: Fields, before: &Fields, now: &Fields) -> Fields {
    for (key, value) in now {
        let before = before.get(key);
        if before == Some(value) {
            continue;
        }
        match (saved.get_mut(key), before, value) {
            // One value for each player: another copy of the program may have changed another player's.
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
