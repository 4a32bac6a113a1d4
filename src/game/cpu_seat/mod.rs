//! Seats of CPU players. The way they think is in `cpu`, the place where they think in `thinker`.

pub(super) mod lost_networks;
pub(super) mod turns;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((turns::plugin, lost_networks::plugin));
}
