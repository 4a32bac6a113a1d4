//! Section for keys and shortcuts.

use bevy::prelude::*;

use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::screens::overlays::key_sheet::{reset_button, spawn_shortcut, state_line};
use crate::game::settings::keys::Shortcut;
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::say;
use crate::game::ui::setting_row::{spawn_action, spawn_choices};

pub(super) fn spawn(rows: &mut ChildSpawnerCommands, _: &Settings) {
    let waits = Settings::TYPING_WAITS.map(|wait| {
        (say!("option-seconds", seconds = wait.as_secs().to_string()), SettingCommand::ChooseTypingWait(wait))
    });
    spawn_choices(rows, &say!("option-typing-waits"), waits);
    rows.spawn(state_line());
    for shortcut in Shortcut::ALL {
        spawn_shortcut(rows, shortcut);
    }
    spawn_action(rows, say!("keys-all"), Navigate::Open(Overlay::KeySheet));
    rows.spawn(reset_button());
}
