//! A seat of a room: who sits there, and who makes the moves.

use super::{DeviceId, PlayerName};
use crate::notation::CpuKey;

/// A seat of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomSeat {
    /// The human who has taken it. A human who has lost it to a CPU player during a match stays until they leave.
    pub human: Option<Human>,
    /// The CPU player that makes the moves, in place of the human if there is one.
    pub cpu: Option<CpuKey>,
}

/// A human who sits in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Human {
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
    /// Whether neither a human nor a CPU player sits there.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.human.is_none() && self.cpu.is_none()
    }

    /// The human who makes the moves.
    #[must_use]
    pub fn mover(&self) -> Option<&Human> {
        self.human.as_ref().filter(|_| self.cpu.is_none())
    }
}

impl Human {
    pub(super) const fn new(device: DeviceId, name: PlayerName) -> Self {
        Self { device, name, ready: false, advice: false, rematch: false, away_since_ms: None }
    }
}
