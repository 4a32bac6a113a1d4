//! What there is to hear. Whatever makes a sound writes a cue; nobody else knows about sound.

pub(super) mod cue;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(cue::plugin);
}
