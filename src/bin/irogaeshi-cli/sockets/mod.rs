//! Connections to servers of online play.

pub(crate) mod connection;
pub(crate) mod device;
pub(crate) mod endpoint;
pub(crate) mod page;
pub(crate) mod pauses;
mod reason;
