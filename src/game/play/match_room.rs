//! The online room of a match.

use crate::online::RoomCode;

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
    /// Returns whether both are the same match; other details may differ.
    #[must_use]
    pub fn is_same_match(&self, other: &Self) -> bool {
        (self.code, self.number) == (other.code, other.number)
    }
}
