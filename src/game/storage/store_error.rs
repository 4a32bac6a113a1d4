//! Reasons why something cannot be saved or read.

use thiserror::Error;

/// Reason why a text cannot be saved or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The disk, the user's quota or the browser's storage is full.
    #[error("there is no space left")]
    Full,
    #[error("the folder is read-only")]
    ReadOnly,
    #[error("permission denied")]
    Denied,
    /// There is no data folder, or a file is in its place.
    #[error("there is no data folder")]
    NoFolder,
    /// The browser lets the page save nothing.
    #[error("the browser does not let this page save anything")]
    SwitchedOff,
    /// Another copy of the program was writing for too long.
    #[error("another copy of the game is saving")]
    Busy,
    /// The text is not the expected one, because another copy of the program or a player has changed it.
    #[error("it was changed in the meantime")]
    Changed,
    /// The text exceeds the maximum of its kind.
    #[error("it is too large")]
    TooLarge,
    /// A folder, a pipe or a device.
    #[error("it is not a file")]
    NotAFile,
    /// Another error, in the words of the system.
    #[error("{0}")]
    Other(String),
}

impl StoreError {
    /// Returns whether trying again is useless, because the text will never be readable.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        matches!(self, Self::TooLarge | Self::NotAFile)
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Other(error.to_string())
    }
}
