//! The one way to keep a picture of the board.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<SavePicture>();
}

/// Keeps a picture of the board that is shown, as a file. `platform::board_picture` obeys it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavePicture;
