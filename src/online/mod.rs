//! Online play as plain values shared by both sides: rooms, clocks, and the messages between clients and servers.
//!
//! A [`Room`] is the result of a list of [`Event`]s. [`Room::decide`] returns the events that a [`Command`] causes, or
//! the reason to refuse it. Only [`Room::apply`] changes a room. A server appends decided events to the room's history,
//! provided that nobody else was first, and only then sends them. A client applies the events that it receives
//! ([`ClientRoom`]).
//!
//! Nothing here uses a system clock, thread, file, socket or Bevy, so the caller passes the time, and tells which
//! CPU players a room may seat. docs/protocol.md
//! describes rooms and messages.

mod apply;
mod client_room;
mod clock;
mod code;
mod command;
mod cpu_task;
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
mod message_error;
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
pub use cpu_task::{CpuTask, CpuTaskKind};
#[cfg(feature = "server")]
pub(crate) use device::hex;
pub use device::{
    DeviceId, DeviceIds, DeviceSecret, DeviceToken, NotADeviceId, NotADeviceSecret, NotADeviceToken, Who,
};
pub use event::{Change, Event, EventError};
pub use failure::Failure;
pub use flow::Flow;
pub use link::{NotARoomLink, NotAServerAddress, RoomLink, ServerAddress};
pub use listing::{ListedSeat, RoomListing, Taken};
pub use message_error::{Meant, MessageError, PROTOCOL_VERSION};
pub use options::{MaySeat, OptionsProblem, RoomOptions};
pub use player_name::{NotAPlayerName, PlayerName};
pub use protocol::{ClientMessage, Presence, ServerMessage};
pub use reaction::Reaction;
pub use refusal::Refusal;
pub use room::{Phase, Room};
pub use room_match::{Offer, RoomMatch};
pub use seat::{Human, RoomSeat};
