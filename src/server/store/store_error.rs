//! Why a store could not do something.

use std::path::PathBuf;

use thiserror::Error;

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
    /// The database refuses.
    #[error("the database: {0}")]
    Database(#[from] rusqlite::Error),
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
