//! Saves settings, setup, matches, boards and drafts, in files or in the browser's storage.
//!
//! A [`Store`] holds texts and overwrites only what its caller has read. [`StoragePlugin`] loads from it at the start
//! and saves every change.

mod device_slot;
mod loading;
mod saving;
mod sentences;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod window_place;

use std::sync::Arc;

use bevy::prelude::*;

use crate::game::frame::EndSystems;
use crate::game::games::reading;
use crate::game::own_boards::board_saving;
use crate::game::storage::store::Store;
#[cfg(not(target_arch = "wasm32"))]
use crate::game::storage::store_native::FolderStore;
#[cfg(target_arch = "wasm32")]
use crate::game::storage::store_web::BrowserStore;
use crate::game::storage::{SaveSystems, Storage};

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
        Self::with_store(FolderStore::of_user())
    }

    /// Saves in the browser's storage.
    #[cfg(target_arch = "wasm32")]
    fn default() -> Self {
        Self::with_store(BrowserStore)
    }
}

impl Plugin for StoragePlugin {
    fn build(&self, app: &mut App) {
        // Loads at once, because the first screen is built before the first startup schedule runs.
        app.insert_resource(self.0.clone());
        loading::load(app.world_mut());
        app.add_plugins((saving::plugin, board_saving::plugin, reading::plugin)).configure_sets(
            Last,
            (SaveSystems::Boards, SaveSystems::Others, SaveSystems::Games).chain().in_set(EndSystems::Save),
        );
    }
}
