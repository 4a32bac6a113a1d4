//! Text encoding of columns, shared by all stores.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{RoomRow, StoreError};
use crate::online::{DeviceId, Event, RoomCode};

/// Format of stored events. Each row stores the format that it was written in.
pub(super) const EVENT_FORMAT: u32 = 1;

pub(super) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::NotWritten(error.to_string()))
}

/// Writes the seated devices of a room.
pub(super) fn seated_text(row: &RoomRow) -> String {
    row.seated.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn read_seated(room: &str, text: &str) -> Result<Vec<DeviceId>, StoreError> {
    text.split_whitespace().map(|device| read_device(room, device)).collect()
}

pub(super) fn from_json<T: DeserializeOwned>(room: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| unreadable(room, error))
}

pub(super) fn read_event(room: &str, format: u32, text: &str) -> Result<Event, StoreError> {
    match format {
        EVENT_FORMAT => from_json(room, text),
        _ => Err(unreadable(room, format!("unknown event format {format}"))),
    }
}

pub(super) fn read_room(text: &str) -> Result<RoomCode, StoreError> {
    text.parse().map_err(|_| unreadable(text, "not a room code"))
}

pub(super) fn read_device(room: &str, text: &str) -> Result<DeviceId, StoreError> {
    text.parse().map_err(|_| unreadable(room, "it contains an invalid device id"))
}

fn unreadable(room: &str, reason: impl ToString) -> StoreError {
    StoreError::Unreadable { room: room.to_owned(), reason: reason.to_string() }
}
