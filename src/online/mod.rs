//! Online play as values that both sides share: rooms, their clocks, and the messages between clients and servers.
//!
//! A [`Room`] is what follows from a list of [`Event`]s. [`Room::decide`] says which events a [`Command`] leads to, or
//! why it is refused; [`Room::apply`] is the only way forward. A server appends what was decided to the events of the
//! room, on condition that no other was first, and only then sends it. A client applies what it receives
//! ([`ClientRoom`]). Nothing here knows a clock, a thread, a file, a socket or Bevy: the caller says what time it is.
//! docs/online.md describes rooms and messages.

mod apply;
mod client_room;
mod clock;
mod code;
mod command;
mod decide;
mod device;
mod event;
mod fact;
mod failure;
mod flow;
mod follow_up;
mod link;
mod listing;
mod match_decisions;
mod match_record;
mod options;
mod player_name;
mod protocol;
mod reaction;
mod refusal;
mod room;
mod room_match;
mod seat;
mod seat_decisions;

pub use client_room::{ClientRoom, Received};
pub use clock::{Clock, Deadline};
pub use code::{NotARoomCode, RoomCode};
pub use command::{Action, Command, CommandId, Moment};
#[cfg(feature = "server")]
pub(crate) use device::hex;
pub use device::{
    DeviceId, DeviceIds, DeviceSecret, DeviceToken, NotADeviceId, NotADeviceSecret, NotADeviceToken, Who,
};
pub use event::{Change, Event, EventError};
pub use failure::Failure;
pub use flow::Flow;
pub use follow_up::CpuTurn;
pub use link::{NotARoomLink, NotAServerAddress, RoomLink, ServerAddress};
pub use listing::{ListedSeat, RoomListing, Taken};
pub use options::{OptionsProblem, RoomOptions};
pub use player_name::{NotAPlayerName, PlayerName};
pub use protocol::{ClientMessage, Meant, MessageError, PROTOCOL_VERSION, Presence, ServerMessage};
pub use reaction::Reaction;
pub use refusal::Refusal;
pub use room::{Phase, Room};
pub use room_match::{Offer, RoomMatch};
pub use seat::{Human, RoomSeat};
