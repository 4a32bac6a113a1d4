//! What becomes of the settings themselves.

use bevy::prelude::*;

use crate::game::text::say;
use crate::game::ui::setting_row::explanation;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands) {
    rows.spawn(explanation(say!("settings-data-about")));
}
