//! Saves settings, setup, matches, boards and drafts, in files or in the browser's storage.
//!
//! A [`Store`] holds texts and overwrites only what its caller has read. [`StoragePlugin`] loads from it at the start
//! and saves every change.

mod boards;
mod checksum;
mod device_slot;
mod entry_slot;
mod fields;
mod games;
mod imports;
mod loading;
mod removed_totals;
mod retry;
mod saved_match;
mod saving;
mod sentences;
pub(super) mod store;
pub(super) mod store_memory;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod store_native;
#[cfg(target_arch = "wasm32")]
mod store_web;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod window_place;

use std::sync::Arc;

use bevy::prelude::*;

pub use self::boards::MAX_BOARDS;
use self::store::Store;
use crate::game::frame::EndSystems;

/// Saves settings, setup, matches, the draft and the player's own boards, and loads them at the start.
pub struct StoragePlugin(Storage);

impl StoragePlugin {
    #[must_use]
    pub fn with_store(store: impl Store) -> Self {
        Self(Storage(Arc::new(store)))
    }
}

impl Default for StoragePlugin {
    /// Saves in the user's data folder.
    #[cfg(not(target_arch = "wasm32"))]
    fn default() -> Self {
        Self::with_store(store_native::FolderStore::of_user())
    }

    /// Saves in the browser's storage.
    #[cfg(target_arch = "wasm32")]
    fn default() -> Self {
        Self::with_store(store_web::BrowserStore)
    }
}

/// The store that everything is saved in.
#[derive(Resource, Clone, Deref)]
struct Storage(Arc<dyn Store>);

/// Order of saving at the end of a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SaveSystems {
    /// The player's own boards. They come first, because saving may rename a board and the draft in the editor must
    /// follow.
    Boards,
    Others,
    /// The list of games. It comes last, so that the match on the board is saved before another replaces it.
    Games,
}

impl Plugin for StoragePlugin {
    fn build(&self, app: &mut App) {
        // Loads at once, because the first screen is built before the first startup schedule runs.
        app.insert_resource(self.0.clone());
        loading::load(app.world_mut());
        app.add_plugins((saving::plugin, boards::plugin, games::plugin)).configure_sets(
            Last,
            (SaveSystems::Boards, SaveSystems::Others, SaveSystems::Games).chain().in_set(EndSystems::Save),
        );
    }
}
