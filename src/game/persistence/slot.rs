//! Matches and drafts: texts of which this copy of the program has one of its own.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::game::persistence::checksum;
use crate::game::persistence::store::{Entry, Kind, Store, StoreError};

/// The version that is written, and the newest that can be read.
const FORMAT: u64 = 1;

/// A text as it is saved: what version it has, when it was last changed (milliseconds since the beginning of 1970,
/// UTC), and what it is about.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved<T> {
    format: u64,
    pub(super) changed: u64,
    /// Its place in the order of all changes, where that is not the order of times: clocks may have been wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order: Option<u64>,
    pub(super) content: T,
}

/// The order in which texts change: by the time, but never before one that changed earlier.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChangeOrder {
    latest: u64,
}

impl ChangeOrder {
    /// Notes the place of a change.
    pub(super) fn note(&mut self, order: u64) {
        self.latest = self.latest.max(order);
    }

    /// The place of a change that is made now.
    fn next(&mut self, now_ms: u64) -> u64 {
        self.latest = now_ms.max(self.latest.saturating_add(1));
        self.latest
    }
}

/// The time with which a name begins, in milliseconds since the beginning of 1970 (UTC).
pub(super) fn time_in_name(name: &str) -> Option<u64> {
    name.split('-').next()?.parse().ok()
}

impl<T> Saved<T> {
    /// Returns whether it has not changed since it got this name, which begins with the time of that.
    pub(super) fn is_as_first_saved(&self, name: &str) -> bool {
        time_in_name(name) == Some(self.changed)
    }

    /// Its place in the order of all changes.
    pub(super) fn order(&self) -> u64 {
        self.order.unwrap_or(self.changed)
    }
}

/// Why a saved text says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// A later version of the program wrote it: it is left alone.
    Newer,
    /// It is not what it should be.
    Broken,
}

/// The place of a text of a later version in the order of all changes, where it says so as this version does.
pub(super) fn order_of_newer(text: &[u8]) -> Option<u64> {
    #[derive(Deserialize)]
    struct Changed {
        changed: u64,
        #[serde(default)]
        order: Option<u64>,
    }
    let Changed { changed, order } = serde_json::from_slice(text).ok()?;
    Some(order.unwrap_or(changed))
}

/// Understands a text.
pub(super) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<Saved<T>, Unusable> {
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

/// The text of something that was last changed at this time.
pub(super) fn text_of(changed: u64, content: &impl Serialize) -> Result<String, StoreError> {
    text_in_order(changed, changed, content)
}

fn text_in_order(changed: u64, order: u64, content: &impl Serialize) -> Result<String, StoreError> {
    let order = (order != changed).then_some(order);
    Ok(checksum::sealed(serde_json::to_string(&Saved { format: FORMAT, changed, order, content })?))
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
    /// The name under which saving it for the first time failed: it may be there nevertheless.
    tried: Option<String>,
}

impl Slot {
    /// The place of what was read there.
    pub(super) fn of(name: String, text: Vec<u8>, content: &impl Serialize) -> Self {
        let content = serde_json::to_string(content).unwrap_or_default();
        Self { name: Some(name), text: Some(text), content, tried: None }
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
    pub(super) fn save(
        &mut self,
        store: &dyn Store,
        kind: Kind,
        content: &impl Serialize,
        order: &mut ChangeOrder,
    ) -> Result<bool, StoreError> {
        let json = serde_json::to_string(content)?;
        // Nothing has this content that was never saved: no JSON is empty.
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
        // Two tabs may begin in the same millisecond, before either sees what the other has written.
        let mut hasher = DefaultHasher::new();
        json.hash(&mut hasher);
        let hash = hasher.finish();
        // In the order of their beginning when sorted as text.
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
