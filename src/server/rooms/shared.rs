//! State shared by all rooms of a server.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{CpuPool, PresenceReporter};
use crate::server::metrics::Metrics;
use crate::server::options::ServerOptions;
use crate::server::outages::Outages;
use crate::server::store::{ServerId, Store};

/// State shared by all rooms of a server.
pub struct Shared {
    /// The server's options.
    pub options: ServerOptions,
    /// Identity of this server.
    pub server: ServerId,
    /// Durable storage of rooms.
    pub store: Arc<dyn Store>,
    /// The server's metrics.
    pub metrics: Arc<Metrics>,
    /// Threads that compute CPU players' moves.
    pub cpu_pool: CpuPool,
    /// Reporter of connections to the store.
    pub presence: PresenceReporter,
    /// Outages, excluded from players' clocks.
    pub outages: Arc<Outages>,
    /// Salt that hides addresses in the log and the store.
    pub salt: u64,
    /// Set when the server is stopping.
    pub is_stopping: AtomicBool,
}
