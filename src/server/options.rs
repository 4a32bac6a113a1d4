//! Options of the server, set by flags or environment variables.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};
use thiserror::Error;

use super::store::DatabaseAddress;
use crate::online::ServerAddress;

/// Serve the game's page and its online matches
#[derive(Clone, Debug, Parser)]
#[command(name = "irogaeshi-server", version, max_term_width = 100)]
pub struct ServerOptions {
    /// Address to listen on
    ///
    /// Port 0 picks a free port.
    #[arg(long, env = "IROGAESHI_ADDRESS", default_value = "127.0.0.1:7878")]
    pub address: SocketAddr,
    /// Folder to store rooms in [default: in the user's data folder]
    ///
    /// The default is "irogaeshi-server" in the user's data folder.
    #[arg(long, env = "IROGAESHI_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// PostgreSQL database to use instead of a folder
    ///
    /// Several servers can share it. For example `postgres://user:password@10.0.0.5:5432/irogaeshi`. Prefer the
    /// environment variable, since every user of the computer can read flags. Add `?sslmode=require` unless the
    /// database is on this computer or in a private network.
    #[arg(long, env = "IROGAESHI_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: Option<DatabaseAddress>,
    /// Folder of the page built by web/build
    ///
    /// Without it, no page is served.
    #[arg(long, env = "IROGAESHI_PAGE", value_name = "FOLDER")]
    pub page: Option<PathBuf>,
    /// Address by which players reach the server, if it is behind a proxy
    #[arg(long, env = "IROGAESHI_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<ServerAddress>,
    /// Proxy whose X-Forwarded-For is trusted, such as 10.0.0.0/8
    ///
    /// An address or a network; separate several with commas.
    #[arg(long, env = "IROGAESHI_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',')]
    pub trusted_proxy: Vec<Network>,
    /// Format of the log
    #[arg(long, env = "IROGAESHI_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Minimum level to log
    ///
    /// One of error, warn, info, debug and trace.
    #[arg(long, env = "IROGAESHI_LOG", value_name = "LEVEL", default_value = "info")]
    pub log: tracing::Level,
    /// Seconds to keep serving as "not ready" before stopping
    ///
    /// Gives a load balancer time to notice.
    #[arg(long, env = "IROGAESHI_DRAIN", value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    pub drain: Duration,
    /// Maximum seconds to wait for clients when stopping
    #[arg(long, env = "IROGAESHI_STOP_WITHIN", value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub stop_within: Duration,
    /// Stop at the end of standard input
    ///
    /// It comes when the program that started the server exits.
    #[arg(long)]
    pub until_input_ends: bool,
    /// Limits on clients.
    #[command(flatten)]
    pub limits: Limits,
    /// Intervals and timeouts.
    #[command(flatten)]
    pub times: Times,
    /// Resources of CPU players.
    #[command(flatten)]
    pub cpu: CpuOptions,
}

/// Format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines of text for people
    Text,
    /// One JSON object a line, for programs
    Json,
}

/// Limits on clients.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Maximum connections
    #[arg(long, env = "IROGAESHI_CONNECTIONS", value_name = "COUNT", default_value_t = 20_000)]
    pub connections: usize,
    /// Maximum connections per address
    ///
    /// An IPv6 address counts by its first 64 bits, and its first 48 bits may have eight times as many.
    #[arg(long, env = "IROGAESHI_CONNECTIONS_PER_ADDRESS", value_name = "COUNT", default_value_t = 256)]
    pub connections_per_address: usize,
    /// Maximum connections to one room
    #[arg(long, env = "IROGAESHI_CONNECTIONS_PER_ROOM", value_name = "COUNT", default_value_t = 500)]
    pub connections_per_room: usize,
    /// Maximum spectators per address in a room
    ///
    /// Players with a seat are always admitted.
    #[arg(long, env = "IROGAESHI_SPECTATORS_PER_ADDRESS", value_name = "COUNT", default_value_t = 32)]
    pub spectators_per_address: usize,
    /// Maximum rooms of this server with somebody connected
    #[arg(long, env = "IROGAESHI_ROOMS", value_name = "COUNT", default_value_t = 100_000)]
    pub rooms: i64,
    /// Maximum rooms that an address can make in an hour
    #[arg(long, env = "IROGAESHI_ROOMS_PER_ADDRESS", value_name = "COUNT", default_value_t = 300)]
    pub rooms_per_address: u32,
    /// Maximum events of a room
    ///
    /// The last fifth is reserved for moves and resignations, and a full room is closed.
    #[arg(long, env = "IROGAESHI_EVENTS_PER_ROOM", value_name = "COUNT", default_value_t = 10_000)]
    pub events_per_room: u64,
    /// Messages a second, in the long run, of a connection
    #[arg(long, env = "IROGAESHI_MESSAGES", value_name = "PER SECOND", default_value_t = 10)]
    pub messages: u32,
    /// Messages a second, in the long run, of all connections of an address
    #[arg(long, env = "IROGAESHI_MESSAGES_PER_ADDRESS", value_name = "PER SECOND", default_value_t = 200)]
    pub messages_per_address: u32,
    /// Requests a second, in the long run, of an address
    ///
    /// These are requests for the page or for rooms.
    #[arg(long, env = "IROGAESHI_REQUESTS_PER_ADDRESS", value_name = "PER SECOND", default_value_t = 50)]
    pub requests_per_address: u32,
    /// Bytes a second, in the long run, of rooms' histories sent to an address
    ///
    /// An address receives them when joining rooms.
    #[arg(long, env = "IROGAESHI_WELCOME_BYTES_PER_ADDRESS", value_name = "PER SECOND", default_value_t = 1_000_000)]
    pub welcome_bytes_per_address: u32,
    /// Messages that can wait for a slow reader before it is disconnected
    #[arg(long, env = "IROGAESHI_QUEUE", value_name = "COUNT", default_value_t = 256)]
    pub queue: usize,
    /// Maximum seconds a reader may take for one message
    #[arg(long, env = "IROGAESHI_SEND_WITHIN", value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub send_within: Duration,
    /// Maximum seconds a client may take to say what it wants
    #[arg(long, env = "IROGAESHI_HELLO_WITHIN", value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    pub hello_within: Duration,
}

/// Intervals and timeouts.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Times")]
pub struct Times {
    /// Seconds between checks whether a client is still there
    #[arg(long, env = "IROGAESHI_PING", value_name = "SECONDS", value_parser = seconds, default_value = "15")]
    pub ping: Duration,
    /// Seconds of silence until a client counts as gone
    #[arg(long, env = "IROGAESHI_SILENCE", value_name = "SECONDS", value_parser = seconds, default_value = "25")]
    pub silence: Duration,
    /// Seconds without a connection until a human counts as away
    #[arg(long, env = "IROGAESHI_AWAY", value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    pub away: Duration,
    /// Seconds of silence until a server counts as stopped
    #[arg(long, env = "IROGAESHI_LEASE", value_name = "SECONDS", value_parser = seconds, default_value = "15")]
    pub lease: Duration,
    /// Seconds between searches for overdue tasks
    #[arg(long, env = "IROGAESHI_ROUND", value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    pub round: Duration,
    /// Seconds until an abandoned waiting room is closed
    ///
    /// A room that waits for players is abandoned if nobody is connected, or if it is listed and its host is gone.
    #[arg(long = "forsaken", env = "IROGAESHI_FORSAKEN", value_name = "SECONDS", value_parser = seconds)]
    #[arg(default_value = "600")]
    pub abandoned: Duration,
    /// Days without events after which a room is deleted
    ///
    /// 0 keeps rooms forever.
    #[arg(long, env = "IROGAESHI_KEEP_DAYS", value_name = "DAYS", default_value_t = 90)]
    pub keep_days: u32,
}

/// Resources of CPU players.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "CPU players")]
pub struct CpuOptions {
    /// Threads for CPU players' moves [default: half of the cores]
    #[arg(long, env = "IROGAESHI_CPU_THREADS", value_name = "COUNT")]
    pub cpu_threads: Option<usize>,
    /// Moves that can wait for a thread
    #[arg(long, env = "IROGAESHI_CPU_QUEUE", value_name = "COUNT", default_value_t = 1_000)]
    pub cpu_queue: usize,
    /// Moves of one address that can wait
    ///
    /// An IPv6 address counts by its first 48 bits.
    #[arg(long, env = "IROGAESHI_CPU_QUEUE_PER_ADDRESS", value_name = "COUNT", default_value_t = 50)]
    pub cpu_queue_per_address: usize,
    /// Minimum seconds for a move
    ///
    /// So that people can follow.
    #[arg(long, env = "IROGAESHI_CPU_PAUSE", value_name = "SECONDS", value_parser = seconds, default_value = "0.5")]
    pub cpu_pause: Duration,
}

/// Parses a time in seconds, such as `15` or `0.5`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|_| "must not be negative or too large".to_owned())
}

/// A range of addresses with a common prefix, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    /// Length of the prefix.
    bits: u8,
}

/// The text is not a [`Network`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("neither an address nor a network, such as 192.168.1.1 or 10.0.0.0/8")]
pub struct NotANetwork;

impl Network {
    /// Returns whether the network contains an address.
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
    fn the_flags_are_consistent() {
        <ServerOptions as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn networks_contain_addresses_with_their_prefix() {
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
