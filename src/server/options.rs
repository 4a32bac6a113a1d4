//! What can be set when a server starts, by flags or by the environment.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};
use thiserror::Error;

use super::store::DatabaseAddress;
use crate::online::ServerAddress;

/// The server of Irogaeshi's online play: it serves the page and the matches.
#[derive(Clone, Debug, Parser)]
#[command(name = "irogaeshi-server", version, about)]
pub struct ServerOptions {
    /// Where to listen; port 0 takes any free one
    #[arg(long, env = "IROGAESHI_ADDRESS", default_value = "127.0.0.1:7878")]
    pub address: SocketAddr,
    /// The folder of the rooms [default: "irogaeshi-server" in the user's data folder]
    #[arg(long, env = "IROGAESHI_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// A PostgreSQL database for several servers, instead of a folder
    ///
    /// Such as `postgres://user:password@10.0.0.5:5432/irogaeshi`. Better name it in the environment, as everybody on
    /// the computer can read flags. It is spoken to without TLS, so it must be on this computer or in a private
    /// network.
    #[arg(long, env = "IROGAESHI_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: Option<DatabaseAddress>,
    /// The folder of the page, as web/build makes it; without it no page is served
    #[arg(long, env = "IROGAESHI_PAGE", value_name = "FOLDER")]
    pub page: Option<PathBuf>,
    /// The address by which players reach the server, if another program passes their requests on
    #[arg(long, env = "IROGAESHI_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<ServerAddress>,
    /// An address, or a network such as 10.0.0.0/8, whose X-Forwarded-For is believed; several with commas between
    #[arg(long, env = "IROGAESHI_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',')]
    pub trusted_proxy: Vec<Network>,
    /// How the log is written
    #[arg(long, env = "IROGAESHI_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// What the log tells: error, warn, info, debug or trace
    #[arg(long, env = "IROGAESHI_LOG", value_name = "LEVEL", default_value = "info")]
    pub log: tracing::Level,
    /// For how many seconds the server goes on, not ready, before it stops; long enough for a load balancer to look
    #[arg(long, env = "IROGAESHI_DRAIN", value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    pub drain: Duration,
    /// How long clients are waited for when the server stops, in seconds
    #[arg(long, env = "IROGAESHI_STOP_WITHIN", value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub stop_within: Duration,
    /// Stop at the end of the input, which comes with the end of the program that has started the server
    #[arg(long)]
    pub until_input_ends: bool,
    /// Limits of what strangers can ask for.
    #[command(flatten)]
    pub limits: Limits,
    /// When things happen that nobody asks for.
    #[command(flatten)]
    pub times: Times,
    /// What CPU players may use.
    #[command(flatten)]
    pub cpu: CpuOptions,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object a line.
    Json,
}

/// Limits of what strangers can ask for.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// The most connections
    #[arg(long, env = "IROGAESHI_CONNECTIONS", value_name = "COUNT", default_value_t = 20_000)]
    pub connections: usize,
    /// The most connections of one address; of IPv6 its first 64 bits count, and eight times as many of its first 48
    #[arg(long, env = "IROGAESHI_CONNECTIONS_PER_ADDRESS", value_name = "COUNT", default_value_t = 256)]
    pub connections_per_address: usize,
    /// The most connections to one room
    #[arg(long, env = "IROGAESHI_CONNECTIONS_PER_ROOM", value_name = "COUNT", default_value_t = 500)]
    pub connections_per_room: usize,
    /// The most spectators of one address in a room; those who sit there always find a place
    #[arg(long, env = "IROGAESHI_SPECTATORS_PER_ADDRESS", value_name = "COUNT", default_value_t = 32)]
    pub spectators_per_address: usize,
    /// The most rooms of this server in which somebody is
    #[arg(long, env = "IROGAESHI_ROOMS", value_name = "COUNT", default_value_t = 100_000)]
    pub rooms: i64,
    /// The most rooms that one address can make in an hour
    #[arg(long, env = "IROGAESHI_ROOMS_PER_ADDRESS", value_name = "COUNT", default_value_t = 300)]
    pub rooms_per_address: u32,
    /// The most events of a room; the last fifth is kept for moves and resignations, and a full room is closed
    #[arg(long, env = "IROGAESHI_EVENTS_PER_ROOM", value_name = "COUNT", default_value_t = 10_000)]
    pub events_per_room: u64,
    /// How many messages a connection can send in a second for long
    #[arg(long, env = "IROGAESHI_MESSAGES", value_name = "PER SECOND", default_value_t = 10)]
    pub messages: u32,
    /// How many messages the connections of one address can send in a second for long
    #[arg(long, env = "IROGAESHI_MESSAGES_PER_ADDRESS", value_name = "PER SECOND", default_value_t = 200)]
    pub messages_per_address: u32,
    /// How many requests of the page or of rooms an address can send in a second for long
    #[arg(long, env = "IROGAESHI_REQUESTS_PER_ADDRESS", value_name = "PER SECOND", default_value_t = 50)]
    pub requests_per_address: u32,
    /// How many bytes of what has happened in rooms an address can be told in a second for long, when it comes there
    #[arg(long, env = "IROGAESHI_WELCOME_BYTES_PER_ADDRESS", value_name = "PER SECOND", default_value_t = 1_000_000)]
    pub welcome_bytes_per_address: u32,
    /// How many messages can wait for a reader who is slow; it is disconnected when there are more
    #[arg(long, env = "IROGAESHI_QUEUE", value_name = "COUNT", default_value_t = 256)]
    pub queue: usize,
    /// How long a reader may take for a message, in seconds
    #[arg(long, env = "IROGAESHI_SEND_WITHIN", value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub send_within: Duration,
    /// How long a client may take to say what it wants, in seconds
    #[arg(long, env = "IROGAESHI_HELLO_WITHIN", value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub hello_within: Duration,
}

/// When things happen that nobody asks for.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Times")]
pub struct Times {
    /// How often a client is asked whether it is still there, in seconds
    #[arg(long, env = "IROGAESHI_PING", value_name = "SECONDS", value_parser = seconds, default_value = "15")]
    pub ping: Duration,
    /// After how many seconds of silence a client counts as gone
    #[arg(long, env = "IROGAESHI_SILENCE", value_name = "SECONDS", value_parser = seconds, default_value = "25")]
    pub silence: Duration,
    /// After how many seconds without a connection a human is called away
    #[arg(long, env = "IROGAESHI_AWAY", value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    pub away: Duration,
    /// How long a server that says nothing counts as running, in seconds
    #[arg(long, env = "IROGAESHI_LEASE", value_name = "SECONDS", value_parser = seconds, default_value = "15")]
    pub lease: Duration,
    /// How often the server looks for what is due, in seconds
    #[arg(long, env = "IROGAESHI_ROUND", value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    pub round: Duration,
    /// After how many seconds a room is closed that waits for players while nobody is there, or whose host is gone
    /// where it is listed
    #[arg(long, env = "IROGAESHI_FORSAKEN", value_name = "SECONDS", value_parser = seconds, default_value = "600")]
    pub forsaken: Duration,
    /// After how many days without any event a room is removed; 0 for never
    #[arg(long, env = "IROGAESHI_KEEP_DAYS", value_name = "DAYS", default_value_t = 90)]
    pub keep_days: u32,
}

/// What CPU players may use.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "CPU players")]
pub struct CpuOptions {
    /// How many threads think of the moves of CPU players [default: half of the cores]
    #[arg(long, env = "IROGAESHI_CPU_THREADS", value_name = "COUNT")]
    pub cpu_threads: Option<usize>,
    /// How many of their moves can wait for a thread
    #[arg(long, env = "IROGAESHI_CPU_QUEUE", value_name = "COUNT", default_value_t = 1_000)]
    pub cpu_queue: usize,
    /// Most of those from one address; of IPv6 its first 48 bits count
    #[arg(long, env = "IROGAESHI_CPU_QUEUE_PER_ADDRESS", value_name = "COUNT", default_value_t = 50)]
    pub cpu_queue_per_address: usize,
    /// How long a CPU player takes for a move at least, so that people can follow, in seconds
    #[arg(long, env = "IROGAESHI_CPU_PAUSE", value_name = "SECONDS", value_parser = seconds, default_value = "0.5")]
    pub cpu_pause: Duration,
}

/// Reads a time in seconds, such as `15` or `0.5`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "this is no number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|_| "this is no time that can pass".to_owned())
}

/// A network of addresses: those that begin like this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    /// How many of the first bits are the same.
    bits: u8,
}

/// Why a text is no [`Network`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this is no address and no network, such as 192.168.1.1 or 10.0.0.0/8")]
pub struct NotANetwork;

impl Network {
    /// Whether an address belongs to it.
    #[must_use]
    pub fn contains(self, address: IpAddr) -> bool {
        let shares = |one: u128, other: u128, all: u8| {
            let rest = u32::from(all - self.bits);
            (one ^ other).checked_shr(rest).unwrap_or(0) == 0
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => shares(one.to_bits().into(), other.to_bits().into(), 32),
            (IpAddr::V6(one), IpAddr::V6(other)) => shares(one.to_bits(), other.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.trim().parse().map_err(|_| NotANetwork)?;
        let all = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(all), str::parse).ok().filter(|bits| *bits <= all).ok_or(NotANetwork)?;
        Ok(Self { address, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_fit_together() {
        <ServerOptions as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn networks_contain_what_begins_like_them() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.200.3.4", "11.0.0.1"),
            ("192.168.1.1", "192.168.1.1", "192.168.1.2"),
            ("fd00::/8", "fd12::1", "fe80::1"),
            ("0.0.0.0/0", "8.8.8.8", "::1"),
            ("127.0.0.1", "::ffff:127.0.0.1", "::1"),
        ] {
            let parsed: Network = network.parse().expect(network);
            assert!(parsed.contains(inside.parse().expect(inside)), "{network} contains {inside}");
            assert!(!parsed.contains(outside.parse().expect(outside)), "{network} does not contain {outside}");
        }
        for wrong in ["", "10.0.0.0/33", "10.0.0", "host"] {
            assert_eq!(wrong.parse::<Network>(), Err(NotANetwork), "{wrong}");
        }
    }
}
