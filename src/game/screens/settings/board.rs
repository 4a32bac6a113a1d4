//! What is marked on the board.

use bevy::prelude::*;

use crate::game::settings::SettingCommand;
use crate::game::text::say;
use crate::game::ui::setting_row::spawn_switch;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands) {
    spawn_switch(rows, say!("option-mark-legal-squares"), SettingCommand::ToggleLegalMarks);
}
