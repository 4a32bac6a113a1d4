//! How far a server is on its way from start to stop.

/// How far a server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It serves.
    Serves,
    /// It serves, but is about to stop: whoever spreads clients over several servers sends nobody here any more.
    Drains,
    /// It stops: nobody new comes in, and all connections are closed.
    Stops,
}
