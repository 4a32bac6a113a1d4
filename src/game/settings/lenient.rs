//! JSON objects that are read field by field: what cannot be understood falls back on its own.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The fields of a JSON object.
pub(crate) type Fields = Map<String, Value>;

/// A value as its fields.
pub(crate) fn fields_of(value: &impl Serialize) -> Fields {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::default(),
    }
}

/// A value of which each field, and each element of a list, is as it was saved, or as by default where that cannot be
/// understood.
pub(crate) fn read<T: Serialize + DeserializeOwned + Default>(saved: &Fields) -> T {
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
