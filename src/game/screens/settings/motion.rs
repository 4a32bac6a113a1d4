//! How everything moves, and how long CPU players wait.

use bevy::prelude::*;

use crate::game::settings::{Pace, SettingCommand, Settings};
use crate::game::text::say;
use crate::game::ui::setting_row::spawn_choices;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands) {
    let paces = Pace::ALL.map(|pace| (pace.name(), SettingCommand::ChoosePace(pace)));
    spawn_choices(rows, &say!("option-motion"), paces);
    let delays = Settings::CPU_DELAYS.map(|delay| {
        (say!("option-seconds", seconds = delay.as_secs_f32().to_string()), SettingCommand::ChooseCpuDelay(delay))
    });
    spawn_choices(rows, &say!("option-cpu-waits"), delays);
}
