//! Rooms in memory. Each is a task that decides, stores, applies and sends, in this order, one command at a time.

mod creation;
mod live_room;
mod lobby;
mod member;
mod open_rooms;
mod presence_keeper;
mod room_message;
mod rounds;
mod shared;
mod thinkers;
mod turn_queue;

pub use creation::NotCreated;
pub use lobby::Lobby;
pub use member::{CloseReason, Member, Outbox, Waiting};
pub use open_rooms::OpenRooms;
pub use presence_keeper::{PresenceKeeper, period};
pub use room_message::{NotSeated, NotThere, RoomMessage};
pub use rounds::{follow_notices, make_rounds};
pub use shared::Shared;
pub use thinkers::{Thinkers, Thinking};
