//! What all rooms of a server use.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{PresenceKeeper, Thinkers};
use crate::server::metrics::Metrics;
use crate::server::options::ServerOptions;
use crate::server::outages::Outages;
use crate::server::store::{ServerId, Store};

/// What all rooms of a server use.
pub struct Shared {
    /// What can be set.
    pub options: ServerOptions,
    /// The name of this server.
    pub server: ServerId,
    /// Where rooms are kept for good.
    pub store: Arc<dyn Store>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Who thinks for the CPU players.
    pub thinkers: Thinkers,
    /// Who notes who is connected.
    pub presence: PresenceKeeper,
    /// Outages, for the clocks of matches.
    pub outages: Arc<Outages>,
    /// Hides addresses in the log and in the store.
    pub salt: u64,
    /// Whether the server stops.
    pub is_stopping: AtomicBool,
}
