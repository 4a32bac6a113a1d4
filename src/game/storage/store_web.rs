//! Storage on the page: entries in the browser's `localStorage`.

use js_sys::{Date, Reflect};
use wasm_bindgen::JsValue;
use web_sys::Storage;

use crate::game::storage::library_store::LibraryStore;
use crate::game::storage::library_web::BrowserLibrary;
use crate::game::storage::store::{Claim, Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;

/// The browser's storage for the page. All tabs share it, and each call is atomic.
#[derive(Debug)]
pub(crate) struct BrowserStore;

impl From<JsValue> for StoreError {
    fn from(reason: JsValue) -> Self {
        let name = Reflect::get(&reason, &"name".into()).ok().and_then(|name| name.as_string()).unwrap_or_default();
        match name.as_str() {
            "QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED" => Self::Full,
            "SecurityError" => Self::SwitchedOff,
            _ => Self::Other(name),
        }
    }
}

fn storage() -> Result<Storage, StoreError> {
    let window = web_sys::window().ok_or(StoreError::SwitchedOff)?;
    window.local_storage().map_err(|_| StoreError::SwitchedOff)?.ok_or(StoreError::SwitchedOff)
}

/// Maximum number of matches. Browsers grant a page five million characters, and a match takes up to some thousands.
const MAX_MATCHES: usize = 1000;

/// Prefix of the keys of a kind.
const fn prefix(kind: Kind) -> &'static str {
    match kind {
        Kind::State => "irogaeshi.",
        Kind::Match => "irogaeshi.match.",
        Kind::Draft => "irogaeshi.draft.",
        Kind::Board => "irogaeshi.board.",
    }
}

fn key(entry: &Entry) -> String {
    format!("{}{}", prefix(entry.kind), entry.name)
}

impl Store for BrowserStore {
    fn list(&self, kind: Kind) -> Result<Vec<String>, StoreError> {
        let storage = storage()?;
        let mut names = Vec::new();
        for index in 0..storage.length()? {
            let key = storage.key(index)?;
            names.extend(key.and_then(|key| key.strip_prefix(prefix(kind)).map(str::to_owned)));
        }
        names.sort_unstable();
        Ok(names)
    }

    fn read(&self, entry: &Entry) -> Result<Option<Vec<u8>>, StoreError> {
        match storage()?.get_item(&key(entry))? {
            Some(text) if text.len() > entry.kind.max_bytes() => Err(StoreError::TooLarge),
            text => Ok(text.map(String::into_bytes)),
        }
    }

    fn replace(&self, entry: &Entry, expected: Option<&[u8]>, text: &str) -> Result<(), StoreError> {
        let now = storage()?.get_item(&key(entry))?;
        if now.as_deref().map(str::as_bytes) != expected {
            return Err(StoreError::Changed);
        }
        Ok(storage()?.set_item(&key(entry), text)?)
    }

    fn remove_all(&self, kind: Kind, texts: &[(&str, &[u8])]) -> Result<(), StoreError> {
        let storage = storage()?;
        texts.iter().try_for_each(|(name, expected)| {
            let key = key(&Entry::new(kind, *name));
            match storage.get_item(&key)? {
                Some(text) if text.as_bytes() != *expected => Err(StoreError::Changed),
                _ => Ok(storage.remove_item(&key)?),
            }
        })
    }

    fn max_matches(&self) -> Option<usize> {
        Some(MAX_MATCHES)
    }

    fn put_aside(&self, entry: &Entry) -> Result<String, StoreError> {
        let (storage, key) = (storage()?, key(entry));
        let Some(text) = storage.get_item(&key)? else { return Ok(key) };
        let mut number = 1_u32;
        let free = loop {
            let free = format!("irogaeshi-unreadable-{number}.{key}");
            if storage.get_item(&free)?.is_none() {
                break free;
            }
            number += 1;
        };
        // A full storage may have no room for both copies. The text then stays where it is.
        storage.set_item(&free, &text)?;
        storage.remove_item(&key)?;
        Ok(free)
    }

    /// Each tab gets a number before the game starts, and keeps it until it is closed. It can claim the entries whose
    /// names end with that number.
    fn claim(&self, entry: &Entry) -> Result<Option<Claim>, StoreError> {
        let page = Reflect::get(&js_sys::global(), &"irogaeshi".into())?;
        let slot = Reflect::get(&page, &"slot".into())?.as_f64().unwrap_or_default();
        Ok(entry.name.ends_with(&format!("-{slot}")).then(|| Claim::by(())))
    }

    fn library(&self) -> Box<dyn LibraryStore> {
        Box::new(BrowserLibrary::default())
    }

    fn place(&self, entry: &Entry) -> String {
        self.folder(entry.kind)
    }

    fn folder(&self, _: Kind) -> String {
        "localStorage".to_owned()
    }

    fn now(&self) -> u64 {
        Date::now() as u64
    }
}
