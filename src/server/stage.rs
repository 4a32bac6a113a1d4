//! Stages of a server between start and stop.

/// Stage of a running server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Serves normally.
    Serves,
    /// Still serves, but reports "not ready" so that load balancers send no new clients.
    Drains,
    /// Stops: refuses new clients and closes all connections.
    Stops,
}
