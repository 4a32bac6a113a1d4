//! What is heard, and how loud.

use bevy::prelude::*;

use crate::game::settings::SettingCommand;
use crate::game::settings::sound::{SoundKind, Volume};
use crate::game::text::say;
use crate::game::ui::setting_row::{spawn_choices, spawn_switch};

pub(super) fn spawn(rows: &mut ChildSpawnerCommands) {
    let percent = |volume: Volume| say!("sound-percent", percent = volume.percent());
    let volumes = Volume::CHOICES.map(|volume| (percent(volume), SettingCommand::ChooseVolume(volume)));
    spawn_choices(rows, &say!("sound-all"), volumes);
    for kind in SoundKind::ALL {
        let volumes = Volume::CHOICES.map(|volume| (percent(volume), SettingCommand::ChooseVolumeOf(kind, volume)));
        spawn_choices(rows, &kind.name(), volumes);
    }
    spawn_switch(rows, say!("sound-mute"), SettingCommand::ToggleMute);
    spawn_switch(rows, say!("sound-mute-out-of-sight"), SettingCommand::ToggleMuteOutOfSight);
}
