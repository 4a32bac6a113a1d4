//! The real server over real sockets: matches, restarts and kills, time, the page, and what strangers may not do.

mod attacks;
mod game;
mod kills;
mod lobby;
mod page;
mod running_server;
mod stopping;
mod table;
mod test_client;
mod time;
mod two_servers;
