//! The server of online play: rooms that several clients share, over sockets, kept for good in a store.
//!
//! [`store`] keeps events, [`rooms`] decides what happens, [`connections`] speaks with clients, [`http`] answers
//! everything else, and [`running`] puts them together. docs/server.md describes how it is run.

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
