//! What outlives the program: settings, setup, matches, boards and drafts, in files or in the browser's storage.
//!
//! A [`Store`] keeps texts and never overwrites what its caller does not know. [`StoragePlugin`] reads from
//! it at the start and saves what changes.

mod adding;
mod boards;
mod checksum;
mod device_slot;
mod fields;
mod games;
mod kept_counts;
mod loading;
mod retry;
mod saved_match;
mod saving;
mod sentences;
mod slot;
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

pub use self::boards::MOST_BOARDS;
use self::store::Store;
use crate::game::platform::report::ReportSystems;
use crate::game::play::match_command::LeavingSystems;
use crate::game::redraw::RedrawSystems;

/// Keeps settings, setup, matches, the draft and the player's own boards from one start of the program to the next.
pub struct StoragePlugin(Storage);

impl StoragePlugin {
    /// Keeps them in this store.
    #[must_use]
    pub fn with_store(store: impl Store) -> Self {
        Self(Storage(Arc::new(store)))
    }
}

impl Default for StoragePlugin {
    /// Saves in the data folder of whoever runs the program.
    #[cfg(not(target_arch = "wasm32"))]
    fn default() -> Self {
        Self::with_store(store_native::FolderStore::of_user())
    }

    /// Saves in the visitor's browser.
    #[cfg(target_arch = "wasm32")]
    fn default() -> Self {
        Self::with_store(store_web::BrowserStore)
    }
}

/// Where everything is saved.
#[derive(Resource, Clone, Deref)]
struct Storage(Arc<dyn Store>);

/// When what has changed is saved: at the end of a frame, before anybody hears of it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SaveSystems {
    /// The player's own boards. The draft in the editor follows the name that its board has got.
    Boards,
    /// Matches, drafts, settings and the setup.
    Others,
    /// The list of games: the match on the board is saved before another takes its place.
    Games,
}

impl Plugin for StoragePlugin {
    fn build(&self, app: &mut App) {
        // Now, as the first screen is built before the first startup schedule runs.
        app.insert_resource(self.0.clone());
        loading::load(app.world_mut());
        app.add_plugins((saving::plugin, boards::plugin, games::plugin)).configure_sets(
            Last,
            (LeavingSystems, SaveSystems::Boards, SaveSystems::Others, SaveSystems::Games)
                .chain()
                .before(ReportSystems)
                .before(RedrawSystems),
        );
    }
}
