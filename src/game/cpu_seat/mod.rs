//! Seats whose moves a CPU player makes. How it thinks is in `cpu`, where it thinks in `thinker`.

pub(super) mod lost_networks;
pub(super) mod turns;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((turns::plugin, lost_networks::plugin));
}
