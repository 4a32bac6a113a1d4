//! Boards and matches of the player's own: saved boards, and the content of files. Saving them is the job of
//! `persistence`, opening files that of `platform`.

pub(super) mod board_file;
pub(super) mod own_boards;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(own_boards::plugin);
}
