//! The terminal tool online, against the real server over real sockets: programs as players, and loads.

mod cutting_proxy;
mod encryption;
mod games;
mod loads;
mod processes;
