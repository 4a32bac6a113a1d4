//! Saving a picture of the board.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<SavePicture>();
}

/// Saves a picture of the current board as a file. Handled by `platform::board_picture`.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SavePicture;
