//! Lenient reading of JSON objects: fields that cannot be read get their defaults, one by one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub(crate) type Fields = Map<String, Value>;

/// Serialises a value to its fields.
pub(crate) fn fields_of(value: &impl Serialize) -> Fields {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::default(),
    }
}

/// Reads a value field by field, and arrays element by element; whatever cannot be read keeps its default.
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
