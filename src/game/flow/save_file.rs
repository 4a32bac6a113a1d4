//! Saving a file.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<SaveFile>();
}

/// Saves a file, in the downloads folder on the desktop or as a download of the page.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct SaveFile {
    /// File name; gets a number if it is taken.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

impl SaveFile {
    /// A file with a text.
    pub(crate) fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), bytes: text.into().into_bytes() }
    }
}
