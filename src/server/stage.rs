//! Stages of a server between start and stop.

/// Stage of a running server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Serves normally.
    Serving,
    /// Still serves, but reports "not ready" so that load balancers send no new clients.
    Draining,
    /// Stops: refuses new clients and closes all connections.
    Stopping,
}
