//! The real server over real sockets: matches, restarts and kills, time, the page, and defence against strangers.

mod attacks;
mod cpu_attacks;
mod cuts;
mod cutting_proxy;
mod data_folder;
mod game;
mod help;
mod identity;
mod kills;
mod lobby;
mod lost_answers;
mod page;
mod pair;
#[cfg(unix)]
mod postgres_servers;
#[cfg(unix)]
mod postgres_store;
#[cfg(unix)]
mod postgres_tls;
#[cfg(unix)]
mod running_database;
mod running_server;
mod stopping;
mod store_contract;
mod table;
#[cfg(unix)]
mod tcp_proxy;
mod test_client;
mod time;
mod two_servers;
