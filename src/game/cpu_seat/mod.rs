//! Seats of CPU players and other programs. The way CPU players think is in `cpu`, the place where they think in
//! `thinker`.

pub(super) mod lost_networks;
pub(super) mod program_trials;
pub(super) mod programs;
pub(super) mod turns;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((turns::plugin, lost_networks::plugin, programs::plugin, program_trials::plugin));
}
