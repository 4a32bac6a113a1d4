//! A seat of a room: who sits there, and who makes the moves.

use super::{DeviceId, PlayerName};
use crate::notation::CpuKey;

/// A seat of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomSeat {
    /// The person who has taken it. Whoever has lost it to a CPU player during a match stays until they leave.
    pub person: Option<Person>,
    /// The CPU player that makes the moves, in place of the person if there is one.
    pub cpu: Option<CpuKey>,
}

/// Somebody who sits in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Where they sit.
    pub device: DeviceId,
    /// What they are called.
    pub name: PlayerName,
    /// Whether they are ready for the match.
    pub ready: bool,
    /// Whether they agree to hints and analyses during this match.
    pub advice: bool,
    /// Whether they agree to another match.
    pub rematch: bool,
    /// Since when they are away, in milliseconds since the beginning of 1970 (UTC).
    pub away_since_ms: Option<u64>,
}

impl RoomSeat {
    /// Whether nobody sits there and no CPU player.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.person.is_none() && self.cpu.is_none()
    }

    /// The person who makes the moves.
    #[must_use]
    pub fn mover(&self) -> Option<&Person> {
        self.person.as_ref().filter(|_| self.cpu.is_none())
    }
}

impl Person {
    pub(super) const fn new(device: DeviceId, name: PlayerName) -> Self {
        Self { device, name, ready: false, advice: false, rematch: false, away_since_ms: None }
    }
}
