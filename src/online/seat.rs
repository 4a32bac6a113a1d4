//! A room's seat and its occupants.

use super::{DeviceId, PlayerName};
use crate::rules::CpuKey;

/// A seat of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomSeat {
    /// The human who has taken it. A human replaced by a CPU player during a match stays until they leave.
    pub human: Option<Human>,
    /// The CPU player that makes the moves, instead of the human if there is one.
    pub cpu: Option<CpuKey>,
}

/// A human with a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Human {
    /// The human's device.
    pub device: DeviceId,
    /// The human's name.
    pub name: PlayerName,
    /// True if the human is ready for the match.
    pub ready: bool,
    /// True if the human agrees to hints and analysis in this match.
    pub advice: bool,
    /// True if the human agrees to a rematch.
    pub rematch: bool,
    /// Start of the human's absence, in milliseconds since the beginning of 1970 (UTC).
    pub away_since_ms: Option<u64>,
}

impl RoomSeat {
    /// Returns whether the seat has neither a human nor a CPU player.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.human.is_none() && self.cpu.is_none()
    }

    /// The human who makes the moves, if no CPU player does.
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
