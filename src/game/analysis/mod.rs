//! Analysis for the players: hints, analyses and reviews. Moves of CPU players are in `cpu_seat`.

pub(super) mod advice;
pub(super) mod board_measuring;
pub(super) mod final_lead;
pub(super) mod replay;
pub(super) mod review;
pub(super) mod simulator;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((advice::plugin, board_measuring::plugin, replay::plugin, review::plugin, simulator::plugin));
}
