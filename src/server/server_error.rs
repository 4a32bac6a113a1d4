//! Reasons for which a server cannot start or stop cleanly.

use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

use super::store::StoreError;

/// Error of starting or stopping a server.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The server cannot listen on the address.
    #[error("the server cannot listen on {address}: {error}; choose another address or port with --address")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        error: std::io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no data folder for the user.
    #[error("this system has no data folder for the user; choose one with --data")]
    NoDataFolder,
    /// The page cannot be read.
    #[error("{} contains no page: {error}; build it with web/build, or omit --page", folder.display())]
    Page {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The system lacks a resource that the server needs.
    #[error("the system lacks a resource that the server needs: {0}")]
    System(#[from] std::io::Error),
    /// Some connections did not end in time.
    #[error("{connections} connections had not ended after {seconds} seconds; everything acknowledged is stored")]
    NotStopped {
        /// Number of connections left.
        connections: i64,
        /// Seconds that the server waited for them.
        seconds: u64,
    },
}
