//! Section for motion and the delay of CPU players.

use bevy::prelude::*;

use crate::game::screens::settings::spawn_level;
use crate::game::settings::level::SettingLevel;
use crate::game::settings::{MotionStyle, Pace, SettingCommand, Settings};
use crate::game::text::say;
use crate::game::ui::setting_row::spawn_choices;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, settings: &Settings) {
    let styles = MotionStyle::ALL.map(|style| (style.name(), SettingCommand::ChooseMotion(style)));
    let still = (say!("motion-none"), SettingCommand::ChoosePace(Pace::Still));
    spawn_choices(rows, &say!("option-motion"), styles.into_iter().chain([still]));
    spawn_level(rows, SettingLevel::Speed, settings);
    let delays = Settings::CPU_DELAYS.map(|delay| {
        (say!("option-seconds", seconds = delay.as_secs_f32().to_string()), SettingCommand::ChooseCpuDelay(delay))
    });
    spawn_choices(rows, &say!("option-cpu-waits"), delays);
}
