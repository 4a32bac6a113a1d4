//! The real server over real sockets: matches, restarts and kills, time, the page, and what strangers may not do.

mod game;
mod running_server;
mod table;
mod test_client;
