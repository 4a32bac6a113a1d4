//! Texts kept under names, on the page: entries in the browser's storage.

use thiserror::Error;
use wasm_bindgen::JsValue;
use web_sys::Storage;

/// Why a text could not be kept or read: storage is switched off, or full.
#[derive(Debug, Error)]
#[error("the browser's storage refused: {0}")]
pub(super) struct ShelfError(String);

impl From<JsValue> for ShelfError {
    fn from(reason: JsValue) -> Self {
        Self(format!("{reason:?}"))
    }
}

/// What is kept under a name; `None` when nothing is.
pub(super) fn read(name: &str) -> Result<Option<String>, ShelfError> {
    Ok(storage()?.get_item(&key(name))?)
}

/// Keeps a text under a name, in place of what was kept there.
pub(super) fn write(name: &str, text: &str) -> Result<(), ShelfError> {
    Ok(storage()?.set_item(&key(name), text)?)
}

/// Keeps nothing under a name any more.
pub(super) fn remove(name: &str) -> Result<(), ShelfError> {
    Ok(storage()?.remove_item(&key(name))?)
}

fn storage() -> Result<Storage, ShelfError> {
    let window = web_sys::window().ok_or_else(|| ShelfError("there is no window".to_owned()))?;
    window.local_storage()?.ok_or_else(|| ShelfError("it is switched off".to_owned()))
}

fn key(name: &str) -> String {
    format!("irogaeshi.{name}")
}
