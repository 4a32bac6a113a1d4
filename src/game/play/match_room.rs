//! The room of a server that a match is played in, if it is.

use crate::online::RoomCode;

/// Which match of which room a match on the board is. Its server has the say in it: what happens to it is asked of the
/// server, and the match on the board follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRoom {
    /// The room.
    pub code: RoomCode,
    /// Which of the room's matches it is, from 1.
    pub number: u32,
    /// Whether all who play agree to hints and analyses.
    pub allows_advice: bool,
}

impl MatchRoom {
    /// Whether another one is the same match, however it stands.
    #[must_use]
    pub fn is_same_match(&self, other: &Self) -> bool {
        (self.code, self.number) == (other.code, other.number)
    }
}
