//! Why a store could not do something.

use std::error::Error as _;
use std::path::PathBuf;

use thiserror::Error;

/// Classes of the codes by which PostgreSQL says what went wrong.
const CONNECTION_LOST: &str = "08";
const TOO_MANY_CONNECTIONS: &str = "53";
const STARTING_OR_STOPPING: &str = "57";

const ADDRESS_EXAMPLE: &str = "write one as postgres://user:password@127.0.0.1:5432/database";

/// Why a store could not do something, or not be opened.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made or written.
    #[error("the folder {} cannot be written: {error}; choose another one with --data", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Another server runs with the same folder.
    #[error("another server uses the folder {}; stop it, or choose another folder with --data", folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// The files of the rooms were removed or replaced while the server ran.
    #[error("the rooms in {} were removed or replaced while the server ran, so nothing more can be stored", folder.display())]
    Lost {
        /// The folder.
        folder: PathBuf,
    },
    /// Another program reads the rooms while the store is closed.
    #[error("another program reads the rooms, so a part of them is still in rooms.sqlite-wal; copy both files")]
    LogLeft,
    /// A later version has written it.
    #[error(
        "the rooms were written by a later version (format {found}, and this one knows {known}); update the server"
    )]
    Newer {
        /// The format of the tables that are there.
        found: u32,
        /// The latest format that is known here.
        known: u32,
    },
    /// The file of the rooms refuses.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
    /// The address of a database cannot be used. It is not repeated, as it may hold a password.
    #[error("--database: this is no address of a PostgreSQL database: {reason}; {ADDRESS_EXAMPLE}")]
    Address {
        /// Why not.
        reason: String,
    },
    /// The database could lose what it has confirmed, or cannot hold rooms.
    #[error("the database must not be used: {reason}")]
    Unfit {
        /// Why not.
        reason: String,
    },
    /// The database refuses, or the connection to it is lost.
    #[error("the database: {}", words(.0))]
    Postgres(#[from] tokio_postgres::Error),
    /// The database cannot be reached for the moment.
    #[error("the database is away: {reason}; it is tried again")]
    Away {
        /// Why.
        reason: String,
    },
    /// The database has not answered in time.
    #[error("the database does not answer")]
    Silent,
    /// Something that cannot be understood is stored.
    #[error("what is stored of room {room} cannot be read: {reason}")]
    Unreadable {
        /// The room.
        room: String,
        /// Why not.
        reason: String,
    },
    /// The store does not answer any more.
    #[error("the store is closed")]
    Closed,
    /// A group of writes failed, and this was one of them.
    #[error("the store could not write: {0}")]
    NotWritten(String),
}

impl StoreError {
    /// Whether it may pass by itself: the database cannot be reached, or is just starting or stopping.
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

/// What the database says, with the reasons below it: the library's own words are very few.
fn words(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(said) => format!("{} ({})", said.message(), said.code().code()),
        None => match error.source() {
            Some(reason) => format!("{error}: {reason}"),
            None => error.to_string(),
        },
    }
}
