//! Changes of presence.

use crate::online::{DeviceId, RoomCode};

/// A device's first connection to a room of this server, or the loss of its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceChange {
    /// The room.
    pub room: RoomCode,
    /// The device.
    pub device: DeviceId,
    /// Number for the device's network; see [`AddressKey::number`](crate::server::limits::AddressKey).
    pub network: u64,
    /// True if connected now.
    pub is_there: bool,
}
