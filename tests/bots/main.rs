//! The terminal tool online, against the real server over real sockets: players who are programs, and loads.

mod cutting_proxy;
mod encryption;
mod games;
mod loads;
mod processes;
