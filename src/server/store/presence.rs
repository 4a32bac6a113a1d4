//! Who comes to a room, and who goes.

use crate::online::{DeviceId, RoomCode};

/// A device has come to a room, or its last connection to a server is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceChange {
    /// The room.
    pub room: RoomCode,
    /// The device.
    pub device: DeviceId,
    /// A number for the network that it comes from; see [`AddressKey::number`](crate::server::limits::AddressKey).
    pub network: u64,
    /// Whether it is there now.
    pub is_there: bool,
}
