//! Boards and matches that people bring along: their own boards, and what is in files. Where texts are kept is in
//! `persistence`, how files come in is in `platform`.

pub(super) mod board_file;
pub(super) mod own_boards;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(own_boards::plugin);
}
