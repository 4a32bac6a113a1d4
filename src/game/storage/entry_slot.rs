//! Slots for matches and drafts: each copy of the program saves to entries of its own.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::game::storage::checksum;
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;

/// Version that is written, and the latest that can be read.
const FORMAT: u64 = 1;

/// A saved text: its format, the time of its last change in milliseconds since 1970 (UTC), and its content.
#[derive(Serialize, Deserialize)]
pub(crate) struct Saved<T> {
    format: u64,
    pub(crate) changed: u64,
    /// Rank among all changes; omitted if it equals `changed`. It differs after a clock was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order: Option<u64>,
    pub(crate) content: T,
}

/// Ranks changes by time, but always after every earlier change, even if the clock was set back.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct ChangeOrder {
    latest: u64,
}

impl ChangeOrder {
    /// Notes the rank of a change that was read.
    pub(crate) fn note(&mut self, order: u64) {
        self.latest = self.latest.max(order);
    }

    /// Ranks a change that is made now.
    fn next(&mut self, now_ms: u64) -> u64 {
        self.latest = now_ms.max(self.latest.saturating_add(1));
        self.latest
    }
}

/// The time that a name begins with, in milliseconds since 1970 (UTC).
pub(crate) fn time_in_name(name: &str) -> Option<u64> {
    name.split('-').next()?.parse().ok()
}

impl<T> Saved<T> {
    /// Returns whether the text has not changed since it was first saved, which is the time in its name.
    pub(crate) fn is_as_first_saved(&self, name: &str) -> bool {
        time_in_name(name) == Some(self.changed)
    }

    /// Rank among all changes.
    pub(crate) fn order(&self) -> u64 {
        self.order.unwrap_or(self.changed)
    }
}

/// Reason why a saved text cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// A later version of the program wrote it, so it must be left alone.
    Newer,
    Broken,
}

/// The rank of a text of a later version, if it is stored as in this version.
pub(crate) fn order_of_newer(text: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct Changed {
        changed: u64,
        #[serde(default)]
        order: Option<u64>,
    }
    let Changed { changed, order } = serde_json::from_slice(text).ok()?;
    Some(order.unwrap_or(changed))
}

/// Parses a saved text.
pub(crate) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<Saved<T>, Unusable> {
    #[derive(Deserialize)]
    struct Version {
        format: u64,
    }
    let version = match serde_json::from_slice::<Saved<T>>(text) {
        Ok(saved) if saved.format <= FORMAT => return Ok(saved),
        Ok(saved) => saved.format,
        Err(_) => serde_json::from_slice::<Version>(text).map_err(|_| Unusable::Broken)?.format,
    };
    Err(if version > FORMAT { Unusable::Newer } else { Unusable::Broken })
}

/// The text to save for content that was changed at this time.
pub(crate) fn text_of(changed: u64, content: &impl Serialize) -> Result<String, StoreError> {
    text_in_order(changed, changed, content)
}

fn text_in_order(changed: u64, order: u64, content: &impl Serialize) -> Result<String, StoreError> {
    let order = (order != changed).then_some(order);
    Ok(checksum::with_checksum(serde_json::to_string(&Saved { format: FORMAT, changed, order, content })?))
}

/// The entry that this copy of the program saves its match or its draft to.
///
/// Another copy may have opened the same entry. A copy that finds the text changed continues under a new name, so that
/// both stay saved.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntrySlot {
    name: Option<String>,
    /// The text that this copy last read or wrote there.
    text: Option<Vec<u8>>,
    /// The content of that text, as JSON.
    content: String,
    /// The name under which the first save failed. Its file may exist nevertheless, so the next attempt uses it again.
    tried: Option<String>,
}

impl EntrySlot {
    /// The slot of an entry that was read.
    pub(crate) fn of(name: String, text: Vec<u8>, content: &impl Serialize) -> Self {
        let content = serde_json::to_string(content).unwrap_or_default();
        Self { name: Some(name), text: Some(text), content, tried: None }
    }

    /// A slot for a copy of an entry that must stay unchanged. The copy gets an entry of its own when it first changes.
    pub(crate) fn for_copy(content: &impl Serialize) -> Self {
        Self { content: serde_json::to_string(content).unwrap_or_default(), ..Self::default() }
    }

    /// Name of the entry, once it is saved.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Saves the content unless it is saved already. Returns whether this created an entry.
    pub(crate) fn save(
        &mut self,
        store: &dyn Store,
        kind: Kind,
        content: &impl Serialize,
        order: &mut ChangeOrder,
    ) -> Result<bool, StoreError> {
        let json = serde_json::to_string(content)?;
        // A slot that was never saved has empty content, which no JSON equals.
        if self.content == json {
            return Ok(false);
        }
        let changed = store.now();
        let text = text_in_order(changed, order.next(changed), content)?;
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
        // The hash keeps names apart if two tabs begin in the same millisecond, before either sees the other's entry.
        let mut hasher = DefaultHasher::new();
        json.hash(&mut hasher);
        let hash = hasher.finish();
        // Sorted as text, names are in the order of their creation.
        let names = (0_u32..).map(|number| format!("{changed:013}-{hash:016x}-{number}"));
        for name in self.tried.take().into_iter().chain(names) {
            match store.replace(&Entry::new(kind, &name), None, &text) {
                Err(StoreError::Changed) => {}
                Err(error) => {
                    self.tried = Some(name);
                    return Err(error);
                }
                Ok(()) => {
                    *self = Self { name: Some(name), text: Some(text.into_bytes()), content: json, tried: None };
                    return Ok(true);
                }
            }
        }
        Err(StoreError::Busy)
    }
}
