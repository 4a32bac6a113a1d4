//! Choosing a file to open.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ChooseFile>();
}

/// Lets the player choose a file to open, in the dialog of the system or of the browser.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChooseFile;
