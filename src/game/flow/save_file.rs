//! The one way to hand a text out as a file.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<SaveFile>();
}

/// Hands a text out as a file: the desktop writes it into the folder of downloads, the page downloads it.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct SaveFile {
    /// What the file is called; where that name is taken, it gets a number.
    pub name: &'static str,
    /// What is in it.
    pub text: String,
}
