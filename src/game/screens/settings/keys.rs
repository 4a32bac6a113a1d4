//! What keys do.

use bevy::prelude::*;

use crate::game::text::say;
use crate::game::ui::setting_row::explanation;

pub(super) fn spawn(rows: &mut ChildSpawnerCommands) {
    for words in [say!("settings-keys-match"), say!("settings-keys-everywhere")] {
        rows.spawn(explanation(words));
    }
}
