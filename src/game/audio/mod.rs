//! Audio. Whatever makes a sound writes a cue; nothing else knows about sound.

pub(super) mod cue;
#[cfg_attr(target_arch = "wasm32", path = "loudspeaker_web.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "loudspeaker_native.rs")]
mod loudspeaker;
#[cfg(not(target_arch = "wasm32"))]
mod mixer;
pub(super) mod output;
mod player;
mod polyphony;
mod score;
pub(super) mod visibility;

use bevy::prelude::*;

use crate::game::audio::output::SoundOutput;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((cue::plugin, visibility::plugin, player::plugin));
}

/// Plays the sounds of the game. Without it the game is silent.
pub struct SoundPlugin;

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.insert_non_send(SoundOutput(Box::new(loudspeaker::Loudspeakers::default())));
    }
}
