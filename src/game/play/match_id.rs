//! Identity of a match, by which its saved entry and everything said about it find it again.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::online::RoomCode;

/// Identity of a match while the program runs. All states and copies of a match share it; a match that is loaded again
/// gets another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchId {
    /// A match at this screen, by its number since the program started.
    Local(u64),
    /// A match of a room.
    Room {
        code: RoomCode,
        /// Number of the match within the room.
        number: u32,
    },
}

impl MatchId {
    /// An identity that no other match has.
    pub(super) fn next() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self::Local(NUMBER.fetch_add(1, Ordering::Relaxed))
    }
}
