//! Boards of the player's own: their list, how they are saved, and the content of files. `platform` opens the files.

pub(super) mod board_file;
mod board_notices;
pub(super) mod board_saving;
pub(super) mod boards;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(boards::plugin);
}
