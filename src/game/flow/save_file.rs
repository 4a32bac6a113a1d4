//! Saving a text as a file.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<SaveFile>();
}

/// Saves a text as a file, in the downloads folder on the desktop or as a download of the page.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct SaveFile {
    /// File name; gets a number if it is taken.
    pub(crate) name: String,
    pub(crate) text: String,
}
