//! Section for the sound and its volumes.

use bevy::prelude::*;

use crate::game::screens::settings::spawn_level;
use crate::game::settings::level::SettingLevel;
use crate::game::settings::sound::SoundKind;
use crate::game::settings::switch::Switch;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::say;
use crate::game::ui::setting_row::spawn_switch;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, settings: &Settings) {
    spawn_switch(rows, say!("sound-mute"), SettingCommand::Toggle(Switch::Mute));
    spawn_level(rows, SettingLevel::Volume, settings);
    for kind in SoundKind::ALL {
        spawn_level(rows, SettingLevel::VolumeOf(kind), settings);
    }
    spawn_switch(rows, say!("sound-mute-out-of-sight"), SettingCommand::Toggle(Switch::MuteOutOfSight));
    // Only phones vibrate, and they play in the browser.
    if cfg!(target_arch = "wasm32") {
        spawn_switch(rows, say!("settings-haptics"), SettingCommand::Toggle(Switch::Haptics));
    }
}
