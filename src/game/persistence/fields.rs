//! The files of settings and setup: JSON objects that are read and saved field by field.
//!
//! A field that cannot be understood falls back on its own, and stays in the file as it is. Only what this copy of the
//! program has changed is written, so that it takes nothing back that another copy or a later version has written.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::game::persistence::store::{Entry, Store, StoreError};

/// The version that is written.
const FORMAT: u64 = 1;
/// How often saving is tried again when another copy of the program was faster.
const TRIES: usize = 8;

/// The fields of a JSON object.
pub(super) type Fields = Map<String, Value>;

/// What a text has; `None` when it is not a JSON object.
pub(super) fn parse(text: &[u8]) -> Option<Fields> {
    serde_json::from_slice(text).ok()
}

/// A value as its fields.
pub(super) fn fields_of(value: &impl Serialize) -> Fields {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::default(),
    }
}

/// A value of which each field, and each element of a list, is as it was saved, or as by default where that cannot be
/// understood.
pub(super) fn read<T: Serialize + DeserializeOwned + Default>(saved: &Fields) -> T {
    let mut good = fields_of(&T::default());
    let mut accept = |key: &str, value: Value, place: Option<usize>| {
        let mut tried = good.clone();
        match (place, tried.get_mut(key)) {
            (Some(place), Some(Value::Array(list))) if place < list.len() => list[place] = value,
            (None, _) => {
                tried.insert(key.to_owned(), value);
            }
            _ => return false,
        }
        let is_good = serde_json::from_value::<T>(Value::Object(tried.clone())).is_ok();
        if is_good {
            good = tried;
        }
        is_good
    };
    for (key, value) in saved {
        if !accept(key, value.clone(), None)
            && let Value::Array(list) = value
        {
            for (place, value) in list.iter().enumerate() {
                accept(key, value.clone(), Some(place));
            }
        }
    }
    serde_json::from_value(Value::Object(good)).unwrap_or_default()
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
    store.replace(entry, saved, &serde_json::to_string(&fields)?)
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
