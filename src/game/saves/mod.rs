//! Saves settings, setup, matches, boards and drafts, in files or in the browser's storage.
//!
//! A [`Store`] holds texts and overwrites only what its caller has read. [`StoragePlugin`] loads from it at the start
//! and saves every change.

mod choices;
mod device_slot;
mod failure;
mod loading;
mod sentences;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod window_place;

use std::sync::Arc;

use bevy::prelude::*;

use crate::game::editor::draft_slot;
use crate::game::frame::EndSystems;
use crate::game::own_boards::board_saving;
use crate::game::storage::store::Store;
#[cfg(not(target_arch = "wasm32"))]
use crate::game::storage::store_native::FolderStore;
#[cfg(target_arch = "wasm32")]
use crate::game::storage::store_web::BrowserStore;
use crate::game::storage::unsaved::Subject;
use crate::game::storage::{SaveSystems, Storage};
use crate::game::{games, library, storage};

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
        app.add_plugins((storage::plugin, choices::plugin, failure::plugin));
        app.add_plugins((
            board_saving::plugin,
            draft_slot::saving_plugin,
            games::saving_plugin,
            library::saving_plugin,
        ));
        let order = (
            SaveSystems::Boards,
            SaveSystems::Changes,
            SaveSystems::Subject(Subject::Settings),
            SaveSystems::Subject(Subject::Setup),
            SaveSystems::Subject(Subject::Rooms),
            SaveSystems::Subject(Subject::Match),
            SaveSystems::Subject(Subject::Draft),
            SaveSystems::Outcome,
            SaveSystems::Games,
            SaveSystems::Library,
        );
        app.configure_sets(Last, order.chain().in_set(EndSystems::Save));
    }
}
