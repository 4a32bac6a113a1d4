//! A change of a library, before and after it is kept.

use std::ops::Range;

use thiserror::Error;

use super::game_id::GameId;

/// A change of a [`Library`](super::Library): bytes to append to its file, and then to
/// [apply](super::Library::apply).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub(super) bytes: Vec<u8>,
    /// Revision of the library that it changes.
    pub(super) revision: u64,
    pub(super) added: Range<u32>,
    pub(super) known: usize,
}

/// The library has changed since the change was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the library has changed meanwhile; make the change again")]
pub struct StaleChange;

impl Change {
    /// Bytes to append to the file of the library.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns whether nothing changes, such as when all games to add are there already.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Games that it adds.
    pub fn added(&self) -> impl ExactSizeIterator<Item = GameId> + use<> {
        self.added.clone().map(GameId)
    }

    /// Number of games to add that are there already, or twice among those to add.
    #[must_use]
    pub const fn known(&self) -> usize {
        self.known
    }
}
