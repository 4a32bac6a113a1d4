//! How board and discs look.

use bevy::prelude::*;

use crate::game::settings::SettingCommand;
use crate::game::settings::palette::Palette;
use crate::game::text::say;
use crate::game::ui::setting_row::spawn_choices;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands) {
    let palettes = Palette::ALL.map(|palette| (palette.name(), SettingCommand::ChoosePalette(palette)));
    spawn_choices(rows, &say!("option-colours"), palettes);
}
