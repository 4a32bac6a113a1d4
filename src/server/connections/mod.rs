//! Client sockets.

mod connection;
mod round_trip;

pub use connection::{Client, serve};
