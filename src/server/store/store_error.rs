//! Errors of a store.

use std::error::Error as _;
use std::path::PathBuf;

use thiserror::Error;

/// Classes of PostgreSQL error codes that may pass.
const CONNECTION_LOST: &str = "08";
const TOO_MANY_CONNECTIONS: &str = "53";
const STARTING_OR_STOPPING: &str = "57";

const ADDRESS_EXAMPLE: &str = "write one as postgres://user:password@127.0.0.1:5432/database";

/// Error of a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be created or written.
    #[error("the folder {} cannot be written: {error}; choose another one with --data", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Another server uses the folder.
    #[error("another server uses the folder {}; stop it, or choose another folder with --data", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The files were removed or replaced while the server was running.
    #[error("the rooms in {} were removed or replaced while the server was running; restore them and start it again", folder.display())]
    Lost {
        /// The folder.
        folder: PathBuf,
    },
    /// Another program reads the file while the store is being closed.
    #[error("another program is reading the rooms, so part of them is still in rooms.sqlite-wal; copy both files")]
    LogLeft,
    /// The data was written by a later version.
    #[error(
        "the rooms were written by a later version (format {found}, but this one supports up to {known}); update the server"
    )]
    Newer {
        /// Format found.
        found: u32,
        /// Latest format known to this version.
        known: u32,
    },
    /// Error of the SQLite file.
    #[error("database error: {0}")]
    Database(#[from] rusqlite::Error),
    /// The database's address is invalid. The error does not quote it, since it may contain a password.
    #[error("--database: not an address of a PostgreSQL database: {reason}; {ADDRESS_EXAMPLE}")]
    Address {
        /// The reason.
        reason: String,
    },
    /// The database could lose confirmed data, or cannot store rooms.
    #[error("the database cannot be used: {reason}")]
    Unfit {
        /// The reason.
        reason: String,
    },
    /// The address requires TLS, which fails.
    #[error("no TLS connection to the database: {reason}")]
    Tls {
        /// The reason.
        reason: String,
    },
    /// Error of the database or of the connection to it.
    #[error("database error: {}", words(.0))]
    Postgres(#[from] tokio_postgres::Error),
    /// The database cannot be reached at the moment.
    #[error("the database cannot be reached: {reason}; retrying")]
    Away {
        /// The reason.
        reason: String,
    },
    /// The database did not answer in time.
    #[error("the database did not answer in time")]
    Silent,
    /// Stored data cannot be parsed.
    #[error("the stored data of room {room} cannot be read: {reason}")]
    Unreadable {
        /// The room.
        room: String,
        /// The reason.
        reason: String,
    },
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// The write failed together with others in its group.
    #[error("a write to the store failed: {0}")]
    NotWritten(String),
}

impl StoreError {
    /// Returns whether retrying may help, because the database cannot be reached or is starting or stopping.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Self::Postgres(error) => {
                let classes = [CONNECTION_LOST, TOO_MANY_CONNECTIONS, STARTING_OR_STOPPING];
                error.code().is_none_or(|code| classes.iter().any(|class| code.code().starts_with(class)))
            }
            Self::Away { .. } | Self::Silent | Self::Closed => true,
            _ => false,
        }
    }
}

/// The database's message, or the library's with its cause, since the library's own message says very little.
fn words(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(said) => format!("{} ({})", said.message(), said.code().code()),
        None => match error.source() {
            Some(reason) => format!("{error}: {reason}"),
            None => error.to_string(),
        },
    }
}
