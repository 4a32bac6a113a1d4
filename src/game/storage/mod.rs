//! Storage of texts and of the library of games: in files, in the browser's storage, or in memory for tests. It knows
//! nothing of their subjects.
//!
//! A [`Store`] overwrites only what its caller has read. Matches and drafts have [slots](entry_slot) of their own,
//! settings are saved [field by field](fields), and every text ends with a [checksum].

pub(super) mod checksum;
pub(super) mod entry_slot;
pub(super) mod fields;
pub(super) mod lenient;
#[cfg(any(test, target_arch = "wasm32"))]
mod library_chunks;
#[cfg(not(target_arch = "wasm32"))]
mod library_native;
pub(super) mod library_store;
#[cfg(target_arch = "wasm32")]
mod library_web;
pub(super) mod reason;
pub(super) mod retry;
pub(super) mod store;
pub(super) mod store_error;
pub(super) mod store_memory;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod store_native;
#[cfg(target_arch = "wasm32")]
pub(super) mod store_web;
pub(super) mod unsaved;

use std::sync::Arc;

use bevy::prelude::*;

use self::store::Store;
use self::unsaved::Subject;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(unsaved::plugin);
}

/// The store that everything is saved in; absent if nothing is saved.
#[derive(Resource, Clone, Deref)]
pub(crate) struct Storage(pub(crate) Arc<dyn Store>);

/// Order of saving at the end of a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SaveSystems {
    /// The player's own boards. They come first, because saving may rename a board and the draft in the editor must
    /// follow.
    Boards,
    /// Notes what has changed.
    Changes,
    Subject(Subject),
    /// Shows failures.
    Outcome,
    /// The list of games. It comes last, so that the match on the board is saved before another replaces it.
    Games,
    /// The library of games. It comes after the matches that it takes over.
    Library,
}
