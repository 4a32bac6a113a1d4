//! Matches and drafts: texts of which this copy of the program has one of its own.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::game::persistence::store::{Entry, Kind, Store, StoreError};

/// The version that is written, and the newest that can be read.
const FORMAT: u64 = 1;

/// A text as it is saved: what version it has, when it was last changed (milliseconds since the beginning of 1970,
/// UTC), and what it is about.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved<T> {
    format: u64,
    pub(super) changed: u64,
    pub(super) content: T,
}

/// Why a saved text says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// A later version of the program wrote it: it is left alone.
    Newer,
    /// It is not what it should be.
    Broken,
}

/// Understands a text.
pub(super) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<Saved<T>, Unusable> {
    #[derive(Deserialize)]
    struct Version {
        format: u64,
    }
    let version: Version = serde_json::from_slice(text).map_err(|_| Unusable::Broken)?;
    if version.format > FORMAT {
        return Err(Unusable::Newer);
    }
    serde_json::from_slice(text).map_err(|_| Unusable::Broken)
}

/// The text of something that was last changed at this time.
pub(super) fn text_of(changed: u64, content: &impl Serialize) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&Saved { format: FORMAT, changed, content })?)
}

/// Where this copy of the program saves its match or its draft.
///
/// Another copy may have opened the same one. A copy that finds the text changed continues under a name of its own, so
/// that both stay saved.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    name: Option<String>,
    /// What this copy of the program has last read or written there.
    text: Option<Vec<u8>>,
    /// The part of it that it is about, as JSON.
    content: String,
}

impl Slot {
    /// The place of what was read there.
    pub(super) fn of(name: String, text: Vec<u8>, content: &impl Serialize) -> Self {
        Self { name: Some(name), text: Some(text), content: serde_json::to_string(content).unwrap_or_default() }
    }

    /// No place yet for a copy of what is kept elsewhere and stays there as it is: it gets one once it changes.
    pub(super) fn for_copy(content: &impl Serialize) -> Self {
        Self { content: serde_json::to_string(content).unwrap_or_default(), ..Self::default() }
    }

    /// The name of the place, once there is one.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Saves something there, unless it is there already; whether it is the first time.
    pub(super) fn save(&mut self, store: &dyn Store, kind: Kind, content: &impl Serialize) -> Result<bool, StoreError> {
        let json = serde_json::to_string(content)?;
        // Nothing has this content that was never saved: no JSON is empty.
        if self.content == json {
            return Ok(false);
        }
        let changed = store.now();
        let text = text_of(changed, content)?;
        if let Some(name) = &self.name {
            match store.replace(&Entry::new(kind, name), self.text.as_deref(), &text) {
                Err(StoreError::Changed) => {}
                Err(error) if error.is_lasting() => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    self.text = Some(text.into_bytes());
                    self.content = json;
                    return Ok(false);
                }
            }
        }
        // Two tabs may begin in the same millisecond, before either sees what the other has written.
        let mut hasher = DefaultHasher::new();
        json.hash(&mut hasher);
        let hash = hasher.finish();
        for number in 0_u32.. {
            // In the order of their beginning when sorted as text.
            let name = format!("{changed:013}-{hash:016x}-{number}");
            match store.replace(&Entry::new(kind, &name), None, &text) {
                Err(StoreError::Changed) => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    *self = Self { name: Some(name), text: Some(text.into_bytes()), content: json };
                    return Ok(true);
                }
            }
        }
        Err(StoreError::Busy)
    }
}
