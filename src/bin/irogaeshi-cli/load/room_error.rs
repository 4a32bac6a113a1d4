//! Errors of a room under load.

use std::time::Duration;

use irogaeshi::online::Refusal;
use thiserror::Error;

use crate::sockets::connection::ConnectionError;
use crate::sockets::device::DeviceError;

/// Maximum time at the end until all commands are answered and all events received.
pub(crate) const SETTLING: Duration = Duration::from_secs(15);

#[derive(Debug, Error)]
pub(crate) enum RoomError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[error("a command was refused: {0}")]
    Refused(#[from] Refusal),
    #[error("the server and this program disagree on the rules: {0}")]
    Event(#[from] irogaeshi::online::EventError),
    #[error("events are missing")]
    Gap,
    #[error("the server has closed the room, as it does when a room has too many events")]
    Closed,
    #[error("no answer for {} s", SETTLING.as_secs())]
    Unanswered,
}
