//! Section for the board: marks, orientation and disc counts.

use bevy::prelude::*;

use crate::game::settings::switch::Switch;
use crate::game::settings::{Marking, Rotation, SettingCommand, Settings};
use crate::game::text::say;
use crate::game::ui::setting_row::{explanation, spawn_choices, spawn_switch};

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, _: &Settings) {
    spawn_switch(rows, say!("option-mark-legal-squares"), SettingCommand::Toggle(Switch::LegalMarks));
    for marking in Marking::ALL {
        spawn_switch(rows, marking.name(), SettingCommand::Toggle(Switch::Mark(marking)));
    }
    rows.spawn(explanation(say!("marking-stable-discs-about")));
    let rotations = Rotation::ALL.map(|rotation| (rotation.name(), SettingCommand::ChooseRotation(rotation)));
    spawn_choices(rows, &say!("option-rotation"), rotations);
    spawn_switch(rows, say!("option-mirror"), SettingCommand::Toggle(Switch::Mirror));
    spawn_switch(rows, say!("option-counts"), SettingCommand::Toggle(Switch::Counts));
}
