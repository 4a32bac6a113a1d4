//! Server of online play: rooms shared by several clients over sockets and stored durably.
//!
//! [`store`] stores events, [`rooms`] decides commands, [`connections`] talks to clients, [`http`] answers other
//! requests, and [`running`] starts them all. docs/hosting.md describes its operation.

pub mod connections;
pub mod http;
pub mod limits;
pub mod log;
pub mod metrics;
pub mod now;
pub mod options;
pub mod outages;
pub mod process;
pub mod random;
pub mod rooms;
pub mod running;
pub mod server_error;
pub mod stage;
pub mod store;
