//! Rooms in memory. Each is a task that decides, stores, applies and sends, in this order, one command at a time.

mod cpu_pool;
mod cpu_thought;
mod creation;
mod live_room;
mod lobby;
mod member;
mod open_rooms;
mod presence_reporter;
mod room_log;
mod room_members;
mod room_message;
mod rounds;
mod shared;
mod turn_queue;

pub use cpu_pool::{CpuPool, PendingTask};
pub use creation::NotCreated;
pub use lobby::Lobby;
pub use member::{CloseReason, Member, Outbox, OutboxReceiver};
pub use open_rooms::OpenRooms;
pub use presence_reporter::{PresenceReporter, renewal_period};
pub use room_message::{NotSeated, RoomMessage, RoomUnavailable};
pub use rounds::{follow_notices, make_rounds};
pub use shared::Shared;
