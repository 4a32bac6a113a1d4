//! Section for motion, and for the delay and thinking time of CPU players.

use std::time::Duration;

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
    let seconds = |time: Duration| say!("option-seconds", seconds = time.as_secs_f32().to_string());
    let delays = Settings::CPU_DELAYS.map(|delay| (seconds(delay), SettingCommand::ChooseCpuDelay(delay)));
    spawn_choices(rows, &say!("option-cpu-waits"), delays);
    let own = (say!("option-cpu-time-own"), SettingCommand::ChooseCpuTime(None));
    let times = Settings::CPU_TIMES.map(|time| (seconds(time), SettingCommand::ChooseCpuTime(Some(time))));
    spawn_choices(rows, &say!("option-cpu-time"), [own].into_iter().chain(times));
}
