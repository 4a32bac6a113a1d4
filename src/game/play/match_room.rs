//! The online room of a match.

use crate::game::play::match_id::MatchId;
use crate::online::RoomCode;
use crate::rules::fnv_1a;

/// Identifies an online match. Its server decides what happens in it: commands go to the server, and the match on the
/// board follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRoom {
    pub code: RoomCode,
    /// Number of the match within the room, from 1.
    pub number: u32,
    /// True if all players agreed to hints and analyses.
    pub allows_advice: bool,
}

impl MatchRoom {
    #[must_use]
    pub fn id(&self) -> MatchId {
        MatchId::Room { code: self.code, number: self.number }
    }

    /// A number that every device derives from the room, for the seed of the match and the name of its saved entry.
    #[must_use]
    pub fn digest(&self) -> u64 {
        fnv_1a(format!("{} {}", self.code, self.number).as_bytes())
    }

    /// Returns whether both are the same match; other details may differ.
    #[must_use]
    pub fn is_same_match(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}
