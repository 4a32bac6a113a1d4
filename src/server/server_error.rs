//! Why a server cannot start or stop as it should.

use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

use super::store::StoreError;

/// Why a server cannot start or stop as it should.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The address cannot be listened to.
    #[error("the server cannot listen on {address}: {error}; choose another address or port with --address")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no folder for data.
    #[error("this system names no folder for the user's data; name one with --data")]
    NoDataFolder,
    /// The page cannot be read.
    #[error("{} holds no page: {error}; build it with web/build, or leave --page out", folder.display())]
    Page {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The system does not give what a server needs.
    #[error("the system does not give the server what it needs: {0}")]
    System(#[from] std::io::Error),
    /// Not everything has ended in time.
    #[error("{connections} connections had not ended after {seconds} seconds; all that was acknowledged is stored")]
    NotStopped {
        /// How many were left.
        connections: i64,
        /// How long they were waited for.
        seconds: u64,
    },
}
