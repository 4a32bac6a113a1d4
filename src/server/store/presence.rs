//! Who comes to a room, and who goes.

use crate::online::{DeviceId, RoomCode};

/// A device has come to a room, or its last connection to a server is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceChange {
    /// The room.
    pub room: RoomCode,
    /// The device.
    pub device: DeviceId,
    /// Whether it is there now.
    pub is_there: bool,
}
